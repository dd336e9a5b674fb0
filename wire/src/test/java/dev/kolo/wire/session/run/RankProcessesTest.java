package dev.kolo.wire.session.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.session.run.Ranks.Rank;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions of real processes: what goes well, and every way to fail, each ending in a named failure on every rank. */
class RankProcessesTest {
    @TempDir
    Path folder;

    private Ranks ranks = new Ranks(Path.of("."));

    @BeforeEach
    void begin() {
        ranks = new Ranks(folder);
    }

    @AfterEach
    void end() {
        ranks.close();
    }

    @ParameterizedTest
    @CsvSource({"shm, 2, plain", "shm, 3, ll8", "tcp, 2, ll8", "tcp, 3, plain", "shm, 2, ll16"})
    void everyByteArrivesBetweenProcesses(String nic, int world, String form) throws Exception {
        List<Rank> all = ranks.all(world, "nic=" + nic, "form=" + form);
        for (String size : List.of("0", "6", "1000", "8192", "65536", "65552", "300000")) {
            Ranks.tell(all, "gather " + size + " 5");
        }
        Ranks.tell(all, "reduce 4096");
        Ranks.tell(all, "close");
        for (Rank rank : all) {
            rank.await("ok close");
            assertThat(rank.await("log kolo wire: rank .* not poisoned")).contains("over " + nic + ":");
            rank.await("end");
            assertThat(rank.seen()).filteredOn(l -> l.startsWith("ok gather")).hasSize(7);
            assertThat(rank.seen())
                    .contains("log kolo wire: gathers up to 64 KiB a rank on the wire (" + nic
                            + "), its trial equal to the fallback's");
            assertThat(rank.seen().stream().anyMatch(l -> l.endsWith(" B travels as " + form + " words")))
                    .isEqualTo(!form.equals("plain"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp"})
    void aKilledProcessIsNamedByEveryOther(String nic) throws Exception {
        List<Rank> all = ranks.all(3, "nic=" + nic);
        Ranks.tell(all, "gather 1000 10");
        for (Rank rank : all) {
            rank.await("ok gather .*");
        }
        all.get(0).tell("gather 1000 1");
        all.get(2).tell("gather 1000 1");
        all.get(1).kill();
        List<String> said = List.of(all.get(0).await("failed .*"), all.get(2).await("failed .*"));
        assertThat(said).allSatisfy(l -> assertThat(l).contains(" root 1 ").contains("rank 1"));
        // Whoever hears of it second may say that it is blocked behind the first.
        assertThat(said)
                .anySatisfy(l -> assertThat(l)
                        .containsAnyOf("PEER_GONE", "LANE_FAILED")
                        .contains("in all-gather 14 (1000 B")
                        .contains("expected step"));
        for (int rank : List.of(0, 2)) {
            all.get(rank).tell("gather 1000 1");
            assertThat(all.get(rank).await("failed .*")).contains(" root 1 ");
        }
    }

    @Test
    void theDeathOfRankZeroIsNamedByEveryOther() throws Exception {
        List<Rank> all = ranks.all(3, "nic=shm");
        all.get(0).kill();
        for (int rank : List.of(1, 2)) {
            all.get(rank).tell("gather 1000 1");
            assertThat(all.get(rank).await("failed .*")).contains(" root 0 ").contains("PEER_GONE");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp"})
    void aStoppedProcessThatGoesOnInTimeIsWaitedFor(String nic) throws Exception {
        List<Rank> all = ranks.all(2, "nic=" + nic);
        Ranks.tell(all, "gather 1000 10");
        for (Rank rank : all) {
            rank.await("ok gather .*");
        }
        all.get(1).signal("STOP");
        Ranks.tell(all, "gather 8192 5");
        all.get(0).tell("account");
        all.get(1).signal("CONT");
        for (Rank rank : all) {
            rank.await("ok gather 8192 5");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp"})
    void aStoppedProcessIsNamedAfterTheBoundAndFailsWhenItGoesOn(String nic) throws Exception {
        List<Rank> all = ranks.all(3, "nic=" + nic, "wait=5s");
        Ranks.tell(all, "gather 1000 10");
        for (Rank rank : all) {
            rank.await("ok gather .*");
        }
        all.get(1).signal("STOP");
        Ranks.tell(all, "gather 8192 5");
        List<String> said = List.of(all.get(0).await("failed .*"), all.get(2).await("failed .*"));
        assertThat(said).allSatisfy(l -> assertThat(l).contains(" root 1 "));
        // Whoever reaches its bound first says what it waited for; the other may hear of it before its own bound.
        assertThat(said)
                .anySatisfy(l -> assertThat(l)
                        .contains("LATE_PEER: rank")
                        .contains("rank 1 did not arrive")
                        .contains("expected step"));
        all.get(1).signal("CONT");
        assertThat(all.get(1).await("failed .*")).containsAnyOf("ABORTED", "LATE_PEER", "PEER_GONE");
    }

    @Test
    void aSeveredConnectionIsNamedOnEveryRank() throws Exception {
        List<Rank> all = ranks.all(3, "nic=tcp");
        Ranks.tell(all, "gather 1000 10");
        for (Rank rank : all) {
            rank.await("ok gather .*");
        }
        all.get(1).tell("cut 2");
        all.get(1).await("ok cut 2");
        Ranks.tell(all, "gather 1000 1");
        assertThat(all.get(1).await("failed .*")).contains("LANE_FAILED").contains("the connection to rank 2");
        assertThat(all.get(2).await("failed .*"))
                .containsAnyOf("LANE_FAILED", "ABORTED")
                .contains("rank 1");
        // Rank 0 has all that it needs for this exchange; the next one tells it.
        all.get(0).tell("gather 1000 1");
        assertThat(all.get(0).await("failed .*")).contains("gave up");
    }

    @Test
    void aDamagedFrameIsNamedAndNeverTakenForData() throws Exception {
        List<Rank> all = ranks.all(2, "nic=tcp");
        Ranks.tell(all, "gather 1000 10");
        for (Rank rank : all) {
            rank.await("ok gather .*");
        }
        all.get(1).tell("garble 0");
        all.get(1).await("ok garble 0");
        Ranks.tell(all, "gather 1000 2");
        assertThat(all.get(0).await("failed .*"))
                .contains("rank 1")
                .contains("sent what no rank of this session sends: frame")
                .contains("is damaged");
        assertThat(all.get(1).await("failed .*")).contains("rank 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp"})
    void payloadIsWholeUnderItsFlagAndTheSessionSaysSoWhenAsked(String nic) throws Exception {
        for (Rank rank : ranks.all(3, "nic=" + nic, "order-check=on")) {
            assertThat(rank.seen())
                    .anySatisfy(l -> assertThat(l)
                            .contains("256 rounds of 512 stamped lines")
                            .contains("all whole"));
        }
    }

    @Test
    void aWireAndAFallbackOfOneKindAreCountedApart() throws Exception {
        List<Rank> all = ranks.all(2, "nic=tcp");
        assertThat(all.getFirst().seen()).noneMatch(l -> l.contains("nobody can look"));
    }

    @Test
    void settingsThatDifferAreNamedOnEveryRank() throws Exception {
        Rank zero = ranks.root(2, "nic=shm");
        Rank one = ranks.start(1, 2, "nic=shm", "lanes=1");
        for (Rank rank : List.of(zero, one)) {
            assertThat(rank.await("none .*")).contains("rank 1 (host1) has lanes=1, rank 0 (host0) has lanes=2");
        }
    }

    @Test
    void aTokenThatDiffersIsToldToTheRankThatHasIt() throws Exception {
        ranks.root(2, "nic=shm");
        Rank one = ranks.start(1, 2, "nic=shm", "token=guess");
        assertThat(one.await("none .*")).contains("does not know the token");
    }

    @Test
    void aTrialThatDiffersOnOneRankOnlyPutsEveryRankOnTheFallback() throws Exception {
        Rank zero = ranks.root(2, "nic=shm");
        Rank one = ranks.start(1, 2, "nic=shm", "lies=yes");
        for (Rank rank : List.of(zero, one)) {
            rank.await("ready fallback .*");
            assertThat(rank.seen())
                    .anySatisfy(l -> assertThat(l)
                            .contains("NOT on the wire: every rank is on the fallback (tcp), because shm trial failed;"
                                    + " rank 0: the trial differs from the fallback's"));
        }
        Ranks.tell(List.of(zero, one), "gather 1000 5");
        zero.await("ok gather .*");
        one.await("ok gather .*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp"})
    void ranksThatCallDifferentOperationsGetDesync(String nic) throws Exception {
        List<Rank> all = ranks.all(2, "nic=" + nic);
        all.get(0).tell("gather 4096 1");
        all.get(1).tell("reduce 4096");
        for (Rank rank : all) {
            assertThat(rank.await("failed .*"))
                    .contains("DESYNC")
                    .contains("all-gather")
                    .contains("all-reduce");
        }
    }

    @Test
    void aRestartedRankCannotJoinTheOldSession() throws Exception {
        List<Rank> all = ranks.all(2, "nic=shm");
        all.get(1).kill();
        Rank again = ranks.start(1, 2, "nic=shm");
        assertThat(again.await("none .*")).contains("has already formed").contains("start them together");
        all.get(0).tell("gather 1000 1");
        assertThat(all.get(0).await("failed .*")).contains(" root 1 ").contains("its process is gone");
    }

    @Test
    void aLostManagementNetworkIsNoLostFabricUntilItsOwnGraceIsOver() throws Exception {
        Rank zero = ranks.root(2, "nic=shm", "lan-grace=12s");
        try (SilentProxy proxy = new SilentProxy(ranks.rendezvous())) {
            ranks.callAt(proxy.endpoint());
            Rank one = ranks.start(1, 2, "nic=shm", "lan-grace=12s");
            List<Rank> all = List.of(zero, one);
            for (Rank rank : all) {
                rank.await("ready wire .*");
            }
            proxy.silence();
            for (Rank rank : all) {
                rank.await("log kolo wire: rank . \\(host.\\) has not been heard for .*");
            }
            Ranks.tell(all, "gather 8192 5");
            for (Rank rank : all) {
                rank.await("ok gather .*");
                rank.await("log kolo wire: .* the management network has been silent for .*");
                rank.tell("gather 8192 1");
                assertThat(rank.await("failed .*"))
                        .contains("the management network has been silent")
                        .contains("longer than lan-grace");
            }
        }
    }

    @Test
    void countersCanBeReadFromOutsideAndGoWithTheSession() throws Exception {
        List<Rank> all = ranks.all(2, "nic=shm");
        Ranks.tell(all, "gather 1000 10");
        all.get(0).await("ok gather .*");
        all.get(1).await("ok gather .*");
        String name = "kolo-wire-.*-r1-shm-" + all.get(1).process.pid();
        try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
            Path file = files.filter(f -> f.getFileName().toString().matches(name))
                    .findFirst()
                    .orElseThrow();
            ByteBuffer page = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder());
            assertThat(page.getLong(0)).isEqualTo(Counters.MAGIC);
            assertThat(page.getLong(16)).as("rank").isEqualTo(1);
            assertThat(page.getLong(32)).as("operations").isEqualTo(13);
            Ranks.tell(all, "close");
            all.get(1).await("end");
            assertThat(file).doesNotExist();
        }
    }

    @Test
    void exitAndTerminationStillPrintTheAccountLine() throws Exception {
        List<Rank> all = ranks.all(2, "nic=shm");
        Ranks.tell(all, "gather 1000 10");
        for (Rank rank : all) {
            rank.await("ok gather .*");
        }
        all.get(0).signal("TERM");
        assertThat(all.get(0).await("log kolo wire: rank 0 of 2, .*"))
                .contains("over shm: 13 operations")
                .contains("not poisoned");
        all.get(1).tell("gather 1000 1");
        assertThat(all.get(1).await("failed .*")).contains(" root 0 ").contains("rank 0 (host0) was ended by SIGTERM");
        all.get(1).tell("close");
        assertThat(all.get(1).await("log kolo wire: rank 1 of 2, .*")).contains("poisoned: rank 1: rank 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT", "HUP"})
    void aRankThatASignalEndsIsNamedWithItByEveryOther(String signal) throws Exception {
        List<Rank> all = ranks.all(3, "nic=shm");
        all.get(0).tell("gather 1000 1");
        all.get(1).tell("gather 1000 1");
        all.get(2).signal(signal);
        String words = "rank 2 (host2) was ended by SIG" + signal;
        List<String> said = List.of(all.get(0).await("failed .*"), all.get(1).await("failed .*"));
        assertThat(said).allSatisfy(l -> assertThat(l).contains(" root 2 ").contains("in all-gather "));
        // Whoever hears of it second may say that it is blocked behind the first; each tells it in a line of its own.
        assertThat(said).anySatisfy(l -> assertThat(l).contains(words));
        for (int rank : List.of(0, 1)) {
            all.get(rank).tell("close");
            all.get(rank).await("end");
            assertThat(all.get(rank).seen()).contains("log kolo wire: " + words);
        }
    }

    @Test
    void aProcessThatExitsWithoutClosingIsNamedForIt() throws Exception {
        List<Rank> all = ranks.all(2, "nic=tcp");
        all.get(1).tell("exit");
        all.get(0).tell("gather 1000 1");
        assertThat(all.get(0).await("failed .*"))
                .contains("rank 1 (host1) ended its process without closing the session");
    }
}
