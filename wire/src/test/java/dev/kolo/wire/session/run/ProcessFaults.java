package dev.kolo.wire.session.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.session.run.Ranks.Rank;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults of ranks that are real processes, over any NIC: killed, stopped, started again, at odds with each other, cut off from
 * the management network. A test class of each NIC that joins processes extends this one.
 */
public abstract class ProcessFaults {
    @TempDir
    Path folder;

    private Ranks ranks = new Ranks(Path.of("."));

    /** {@code shm}, {@code tcp}, or the name of a class that makes the offer of another NIC: {@link RankProcess.Offering}. */
    protected abstract String nic();

    /** What the NIC calls itself in messages. */
    protected String kind() {
        return nic();
    }

    @BeforeEach
    void begin() {
        ranks = new Ranks(folder);
    }

    @AfterEach
    void end() {
        ranks.close();
    }

    final Ranks ranks() {
        return ranks;
    }

    @Test
    void aKilledProcessIsNamedByEveryOther() throws Exception {
        List<Rank> all = ranks.all(3, "nic=" + nic());
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
        List<Rank> all = ranks.all(3, "nic=" + nic());
        all.get(0).kill();
        for (int rank : List.of(1, 2)) {
            all.get(rank).tell("gather 1000 1");
            assertThat(all.get(rank).await("failed .*"))
                    .contains(" root 0 ")
                    .containsAnyOf("PEER_GONE", "LANE_FAILED", "ABORTED");
        }
    }

    @Test
    void aStoppedProcessThatGoesOnInTimeIsWaitedFor() throws Exception {
        List<Rank> all = ranks.all(2, "nic=" + nic());
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

    @Test
    void aStoppedProcessIsNamedAfterTheBoundAndFailsWhenItGoesOn() throws Exception {
        List<Rank> all = ranks.all(3, "nic=" + nic(), "wait=5s");
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
    void aTrialThatDiffersOnOneRankOnlyPutsEveryRankOnTheFallback() throws Exception {
        Rank zero = ranks.root(2, "nic=" + nic());
        Rank one = ranks.start(1, 2, "nic=" + nic(), "lies=yes");
        for (Rank rank : List.of(zero, one)) {
            rank.await("ready fallback .*");
            assertThat(rank.seen())
                    .anySatisfy(l -> assertThat(l)
                            .contains("NOT on the wire: every rank is on the fallback (tcp), because " + kind()
                                    + " trial failed; rank 0: the trial differs from the fallback's"));
        }
        Ranks.tell(List.of(zero, one), "gather 1000 5");
        zero.await("ok gather .*");
        one.await("ok gather .*");
    }

    @Test
    void ranksThatCallDifferentOperationsGetDesync() throws Exception {
        List<Rank> all = ranks.all(2, "nic=" + nic());
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
        List<Rank> all = ranks.all(2, "nic=" + nic());
        all.get(1).kill();
        Rank again = ranks.start(1, 2, "nic=" + nic());
        assertThat(again.await("none .*")).contains("has already formed").contains("start them together");
        all.get(0).tell("gather 1000 1");
        assertThat(all.get(0).await("failed .*")).contains(" root 1 ").containsAnyOf("PEER_GONE", "LANE_FAILED");
    }

    @Test
    void exitAndTerminationStillPrintTheAccountLine() throws Exception {
        List<Rank> all = ranks.all(2, "nic=" + nic());
        Ranks.tell(all, "gather 1000 10");
        for (Rank rank : all) {
            rank.await("ok gather .*");
        }
        all.get(0).signal("TERM");
        assertThat(all.get(0).await("log kolo wire: rank 0 of 2, .*"))
                .contains("over " + kind() + ": 13 operations")
                .contains("not poisoned");
        all.get(1).tell("gather 1000 1");
        assertThat(all.get(1).await("failed .*")).contains(" root 0 ").contains("rank 0 (host0) was ended by SIGTERM");
        all.get(1).tell("close");
        assertThat(all.get(1).await("log kolo wire: rank 1 of 2, .*")).contains("poisoned: rank 1: rank 0");
    }

    @Test
    void withoutItsProtectionAProcessThatIsEndedPrintsNoAccountLine() throws Exception {
        List<Rank> all = ranks.all(2, "nic=" + nic(), "without=ACCOUNT_AT_END");
        all.get(0).signal("TERM");
        assertThat(all.get(0).rest()).noneMatch(l -> l.startsWith("log kolo wire: rank 0 of 2, "));
    }
}
