package dev.kolo.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.lanes.PairingResult;
import dev.kolo.wire.nic.NicException;
import org.junit.jupiter.api.Test;

/** The rehearsal gets as far as lanes on any host; one that is refused half-way would record half of a start. */
class StartRehearsalTest {
    @Test
    void pairsItsInventedHostsOverBothCables() throws NicException {
        assertThat(StartRehearsal.run())
                .isInstanceOfSatisfying(
                        PairingResult.EveryPair.class,
                        paired -> assertThat(paired.table().between(0, 1)).hasSize(2));
    }
}
