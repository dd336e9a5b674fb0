package dev.kolo.wire.session.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.session.run.Ranks.Rank;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Beside the faults of every NIC some that do not depend on it; {@code SetUpFaults} tries them over every NIC, too. */
class ShmProcessFaultsTest extends ProcessFaults {
    @Override
    protected String nic() {
        return "shm";
    }

    @Test
    void settingsThatDifferAreNamedOnEveryRank() throws Exception {
        Rank zero = ranks().root(2, "nic=shm");
        Rank one = ranks().start(1, 2, "nic=shm", "lanes=1");
        for (Rank rank : List.of(zero, one)) {
            assertThat(rank.await("none .*")).contains("rank 1 (host1) has lanes=1, rank 0 (host0) has lanes=2");
        }
    }

    @Test
    void aLostManagementNetworkIsNoLostFabricUntilItsOwnGraceIsOver() throws Exception {
        Rank zero = ranks().root(2, "nic=shm", "lan-grace=12s");
        try (SilentProxy proxy = new SilentProxy(ranks().rendezvous())) {
            ranks().callAt(proxy.endpoint());
            Rank one = ranks().start(1, 2, "nic=shm", "lan-grace=12s");
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
}
