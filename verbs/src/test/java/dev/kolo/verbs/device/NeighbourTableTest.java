package dev.kolo.verbs.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Lines of {@code /proc/net/arp}. */
class NeighbourTableTest {
    private static final String TABLE = """
            IP address       HW type     Flags       HW address            Mask     Device
            10.10.0.11       0x1         0x2         4C:BB:47:01:00:00     *        enp1s0f0np0
            10.10.2.10       0x1         0x0         00:00:00:00:00:00     *        enp1s0f1np1
            10.10.1.11       0x1         0x6         4c:bb:47:02:01:00     *        enp1s0f1np1
            """;

    @Test
    void whoeverAnswersIsFoundByAddressAndNetdev() {
        assertThat(NeighbourTable.find(TABLE, "enp1s0f0np0", "10.10.0.11")).contains("4c:bb:47:01:00:00");
        assertThat(NeighbourTable.find(TABLE, "enp1s0f1np1", "10.10.0.11")).isEmpty();
    }

    @Test
    void anEntryWithoutAnAnswerIsNone() {
        assertThat(NeighbourTable.find(TABLE, "enp1s0f1np1", "10.10.2.10")).isEmpty();
    }

    @Test
    void aPermanentEntryCounts() {
        assertThat(NeighbourTable.find(TABLE, "enp1s0f1np1", "10.10.1.11")).contains("4c:bb:47:02:01:00");
    }
}
