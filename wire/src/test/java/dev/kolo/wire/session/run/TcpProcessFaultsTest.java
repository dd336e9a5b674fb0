package dev.kolo.wire.session.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.session.run.Ranks.Rank;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Beside the faults of every NIC those that only a network has. */
class TcpProcessFaultsTest extends ProcessFaults {
    @Override
    protected String nic() {
        return "tcp";
    }

    @Test
    void aSeveredConnectionIsNamedOnEveryRank() throws Exception {
        List<Rank> all = ranks().all(3, "nic=tcp");
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
        List<Rank> all = ranks().all(2, "nic=tcp");
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
}
