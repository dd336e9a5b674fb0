package dev.kolo.wire.session.star;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StarTest {
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 8, 16})
    void formsOneSessionOfAllRanks(int world) {
        StarBed bed = StarBed.formed(world);
        assertThat(bed.stars.stream().map(Star::session).distinct()).hasSize(1);
        assertThat(bed.stars)
                .allSatisfy(s -> assertThat(s.hosts()).hasSize(world).contains("host0", "host1"));
    }

    @Test
    void freshNoncesGiveAnotherSession() {
        StarBed first = StarBed.formed(2);
        StarBed second = StarBed.of(2);
        second.stars.clear();
        second.root(2, "secret");
        second.leaf(2, 1, "secret");
        second.until(second::isFormed);
        assertThat(second.stars.getFirst().session())
                .isNotEqualTo(first.stars.getFirst().session());
    }

    @Test
    void gathersEveryRanksPartInOrder() {
        StarBed bed = StarBed.formed(4);
        for (int round = 0; round < 3; round++) {
            List<Gathering> all = bed.gather("parts " + round);
            bed.until(() -> all.stream().allMatch(Gathering::isComplete));
            for (Gathering one : all) {
                assertThat(one.parts().orElseThrow().stream().map(p -> p[0]))
                        .containsExactly((byte) 0, (byte) 1, (byte) 2, (byte) 3);
            }
        }
    }

    @Test
    void gathersPartsOfTheLongestSizeThroughTricklingConnections() {
        StarBed bed = StarBed.formed(3);
        bed.pipes.values().forEach(p -> p.trickle(997));
        byte[] blob = new byte[Frame.MAX_BLOB_BYTES];
        blob[blob.length - 1] = 42;
        List<Gathering> all =
                bed.stars.stream().map(s -> s.allGather("large", blob)).toList();
        bed.until(() -> all.stream().allMatch(Gathering::isComplete));
        assertThat(all).allSatisfy(g -> assertThat(g.parts().orElseThrow()).allMatch(p -> p[p.length - 1] == 42));
    }

    @Test
    void formsWhenBytesComeOneByOne() {
        StarBed bed = StarBed.of(3);
        bed.pipes.values().forEach(p -> p.trickle(1));
        bed.until(bed::isFormed);
    }

    /** Rank 0 stood still, or had not begun: its clock's last reading says nothing of those who called meanwhile. */
    @ParameterizedTest
    @ValueSource(longs = {21 * StarBed.SECOND, -21 * StarBed.SECOND, Long.MAX_VALUE, Long.MIN_VALUE})
    void ranksThatCalledBeforeRankZerosFirstTurnAreLetIn(long clockAtFirstTurn) {
        StarBed bed = StarBed.of(3);
        bed.now = clockAtFirstTurn;
        bed.until(bed::isFormed);
    }

    @Test
    void aRankMayGiveItsPartBeforeRankZeroBegins() {
        StarBed bed = StarBed.formed(3);
        Gathering early = bed.stars.get(2).allGather("parts", new byte[] {2});
        bed.pass(StarBed.SECOND);
        assertThat(early.isComplete()).isFalse();
        Gathering root = bed.stars.get(0).allGather("parts", new byte[] {0});
        bed.stars.get(1).allGather("parts", new byte[] {1});
        bed.until(() -> early.isComplete() && root.isComplete());
    }

    @Test
    void ranksThatGatherDifferentThingsFailTogetherNamingBoth() {
        StarBed bed = StarBed.formed(3);
        bed.stars.get(0).allGather("device records", new byte[0]);
        bed.stars.get(1).allGather("device records", new byte[0]);
        bed.stars.get(2).allGather("lane check", new byte[0]);
        bed.until(() -> bed.stars.stream().allMatch(s -> s.phase() == Star.Phase.FAILED));
        assertThat(bed.stars)
                .allSatisfy(s -> assertThat(s.failure().orElseThrow())
                        .contains("rank 2 (host2) is at \"lane check\" where rank 0 is at \"device records\""));
    }

    @Test
    void aWrongTokenIsTurnedAwayAndNamedAtTheDeadline() {
        StarBed bed = new StarBed();
        bed.root(2, "secret");
        LeafStar leaf = bed.leaf(2, 1, "other");
        bed.until(() -> leaf.phase() == Star.Phase.FAILED);
        assertThat(leaf.failure().orElseThrow()).contains("does not know the token");
        bed.pass(301 * StarBed.SECOND);
        assertThat(bed.stars.getFirst().failure().orElseThrow())
                .contains("ranks [1] of 2 had not come")
                .contains("does not know the token");
    }

    @Test
    void anImpostorOfRankZeroIsFoundOut() {
        StarBed bed = new StarBed();
        MemoryPipe pipe = MemoryPipe.joined("impostor:1", "host1:9");
        LeafStar leaf =
                new LeafStar(bed.credentials(2, 1, "secret"), StarBed.TIMES, bed.listener(1), StarBed.once(pipe));
        FrameLink impostor = new FrameLink(pipe.other());
        Credentials wrong = bed.credentials(2, 0, "guess");
        Doorman doorman = new Doorman(wrong);
        impostor.send(Frame.Kind.CHALLENGE, dev.kolo.wire.record.SessionId.NONE, doorman.challenge());
        leaf.poll(1);
        Member member = new Member(impostor);
        member.rank = 1;
        member.nonce = leaf.own.nonce();
        doorman.form(new java.util.TreeMap<>(java.util.Map.of(1, member)));
        impostor.send(Frame.Kind.WELCOME, doorman.session(), doorman.welcome(member));
        leaf.poll(2);
        assertThat(leaf.failure().orElseThrow()).contains("impostor:1").contains("does not know the token");
    }

    @Test
    void worldsThatDifferFailOnEveryRank() {
        StarBed bed = new StarBed();
        bed.root(3, "secret");
        bed.leaf(3, 1, "secret");
        bed.leaf(4, 2, "secret");
        bed.until(() -> bed.stars.stream().allMatch(s -> s.phase() == Star.Phase.FAILED));
        assertThat(bed.stars)
                .allSatisfy(s -> assertThat(s.failure().orElseThrow())
                        .contains("rank 2 (host2) counts 4 ranks, rank 0 counts 3"));
    }

    @Test
    void aSecondProcessOfTheSameRankIsTurnedAwayAndTheFirstGoesOn() {
        StarBed bed = new StarBed();
        bed.root(3, "secret");
        LeafStar first = bed.leaf(3, 1, "secret");
        bed.pass(StarBed.SECOND);
        LeafStar second = bed.leaf(3, 1, "secret");
        bed.until(() -> second.phase() == Star.Phase.FAILED);
        assertThat(second.failure().orElseThrow()).contains("rank 1 is already here, from host1");
        LeafStar other = bed.leaf(3, 2, "secret");
        bed.until(() -> first.phase() == Star.Phase.FORMED && other.phase() == Star.Phase.FORMED);
    }

    @Test
    void aRankThatDiesWhileRanksMeetMayComeAgain() {
        StarBed bed = new StarBed();
        bed.root(3, "secret");
        LeafStar dying = bed.leaf(3, 1, "secret");
        bed.pass(StarBed.SECOND);
        bed.pipe(1).die();
        bed.stars.remove(dying);
        bed.pass(StarBed.SECOND);
        LeafStar again = bed.leaf(3, 1, "secret");
        LeafStar other = bed.leaf(3, 2, "secret");
        bed.until(() -> again.phase() == Star.Phase.FORMED && other.phase() == Star.Phase.FORMED);
    }

    @Test
    void aRestartedRankCannotJoinARunningSession() {
        StarBed bed = StarBed.formed(2);
        bed.stars.forEach(Star::settle);
        LeafStar restarted = bed.leaf(2, 1, "secret");
        bed.until(() -> restarted.phase() == Star.Phase.FAILED);
        assertThat(restarted.failure().orElseThrow())
                .contains("session " + bed.stars.getFirst().session().label() + " of 2 ranks has already formed")
                .contains("start them together");
    }

    @Test
    void strangersDoNoHarm() {
        StarBed bed = new StarBed();
        RootStar root = bed.root(2, "secret");
        MemoryPipe browser = MemoryPipe.joined("stranger:80", "root:1");
        browser.inject("GET / HTTP/1.1\r\nHost: root\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        root.accept(browser);
        bed.pass(StarBed.SECOND);
        LeafStar leaf = bed.leaf(2, 1, "secret");
        bed.until(() -> leaf.phase() == Star.Phase.FORMED);
        assertThat(root.takeRemarks())
                .singleElement()
                .asString()
                .contains("stranger:80")
                .contains("turned away");
    }

    @Test
    void aStrangerAtTheAddressOfRankZeroIsNamed() {
        StarBed bed = new StarBed();
        MemoryPipe pipe = MemoryPipe.joined("web:80", "host1:9");
        pipe.inject("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        LeafStar leaf =
                new LeafStar(bed.credentials(2, 1, "secret"), StarBed.TIMES, bed.listener(1), StarBed.once(pipe));
        leaf.poll(1);
        assertThat(leaf.failure().orElseThrow())
                .contains("what answers as rank 0 at web:80 is not rank 0")
                .contains("a frame of 1347703880 bytes");
    }

    @Test
    void theDeadlineNamesWhoDidNotCome() {
        StarBed bed = new StarBed();
        bed.root(4, "secret");
        LeafStar one = bed.leaf(4, 1, "secret");
        bed.pass(301 * StarBed.SECOND);
        assertThat(bed.stars.getFirst().failure().orElseThrow()).contains("after 300 s ranks [2, 3] of 4");
        assertThat(one.failure()).isPresent();
    }

    @Test
    void theDeadlineNamesWhoDidNotComeAlsoToRanksThatBeganBeforeRankZero() {
        StarBed bed = new StarBed();
        bed.root(3, "secret");
        LeafStar early = bed.leaf(3, 1, "secret");
        for (int second = 0; second < 4; second++) {
            bed.now += StarBed.SECOND;
            early.poll(bed.now);
        }
        bed.pass(302 * StarBed.SECOND);
        assertThat(bed.stars)
                .allSatisfy(s -> assertThat(s.failure().orElseThrow()).contains("after 300 s ranks [2] of 3"));
    }

    @Test
    void aRankWithoutRankZeroSaysWhereItCalled() {
        StarBed bed = new StarBed();
        LeafStar leaf = new LeafStar(bed.credentials(2, 1, "secret"), StarBed.TIMES, bed.listener(1), new Dialer() {
            @Override
            public Optional<Pipe> dial(long nowNanos) {
                return Optional.empty();
            }

            @Override
            public String describe() {
                return "head:29500 (connection refused)";
            }
        });
        bed.stars.add(leaf);
        bed.pass(301 * StarBed.SECOND);
        assertThat(leaf.failure().orElseThrow())
                .contains("did not answer within 300 s: head:29500 (connection refused)");
    }

    @Test
    void aDeathDuringSetUpFailsEveryRankAtOnce() {
        StarBed bed = StarBed.formed(3);
        bed.stars.get(0).allGather("parts", new byte[0]);
        bed.stars.get(1).allGather("parts", new byte[0]);
        bed.pipe(2).die();
        bed.stars.remove(2);
        long before = bed.now;
        bed.until(() -> bed.stars.stream().allMatch(s -> s.phase() == Star.Phase.FAILED));
        assertThat(bed.now - before).isLessThan(StarBed.SECOND);
        assertThat(bed.stars)
                .allSatisfy(s -> assertThat(s.failure().orElseThrow()).contains("rank 2 (host2): its process is gone"));
    }

    @Test
    void aRanksOwnFailureReachesAll() {
        StarBed bed = StarBed.formed(3);
        bed.stars.get(1).fail("no memory for the region");
        bed.until(() -> bed.stars.stream().allMatch(s -> s.phase() == Star.Phase.FAILED));
        assertThat(bed.stars.get(2).failure().orElseThrow()).contains("rank 1 (host1): no memory for the region");
    }

    @Test
    void refusesToGatherBeforeItIsFormedAndTwoThingsAtOnce() {
        StarBed bed = StarBed.of(2);
        assertThatThrownBy(() -> bed.stars.get(0).allGather("x", new byte[0])).hasMessageContaining("formed");
        bed.until(bed::isFormed);
        bed.stars.get(0).allGather("x", new byte[0]);
        assertThatThrownBy(() -> bed.stars.get(0).allGather("y", new byte[0])).hasMessageContaining("\"x\"");
    }
}
