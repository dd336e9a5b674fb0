package dev.kolo.verbs.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.wire.nic.NicException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which devices and which GID a rank offers: from facts alone, or exactly as the user says. */
class DeviceChoiceTest {
    private static final int[] FIRST = {0, 0};
    private static final int[] SECOND_PORT = {0, 1};
    private static final int[] SECOND_PLANE = {2, 0};

    private static List<DeviceRecord> choose(HostBed host, String... wishes) throws NicException {
        return DeviceChoice.choose(host.facts(), host.ports(), DeviceWish.parse(List.of(wishes)));
    }

    private static HostBed spark() {
        return new HostBed()
                .function("rocep1s0f0", "enp1s0f0np0", FIRST, true, HostBed.usual("10.10.0.10"), "10.10.0.10/24")
                .function("rocep1s0f1", "enp1s0f1np1", SECOND_PORT, true, HostBed.usual("10.10.1.10"), "10.10.1.10/24")
                .function(
                        "roceP2p1s0f0",
                        "enP2p1s0f0np0",
                        SECOND_PLANE,
                        true,
                        HostBed.usual("10.11.0.10"),
                        "10.11.0.10/24");
    }

    @Test
    void everyDeviceWithANetworkOfItsOwnIsOfferedWithPlaneAndPort() throws NicException {
        assertThat(choose(spark()))
                .extracting(
                        DeviceRecord::name,
                        DeviceRecord::plane,
                        DeviceRecord::portNumber,
                        d -> d.gidIndex().orElse(-1))
                .containsExactlyInAnyOrder(
                        tuple("rocep1s0f0", 0, 0, 3), tuple("rocep1s0f1", 0, 1, 3), tuple("roceP2p1s0f0", 1, 0, 3));
    }

    @Test
    void theGidIsFoundByContentWhereverItStands() throws NicException {
        HostBed host = new HostBed()
                .function(
                        "rocep1s0f0",
                        "enp1s0f0np0",
                        FIRST,
                        true,
                        List.of(
                                HostBed.slot(0, "fe80::1", true),
                                HostBed.slot(1, "::ffff:10.10.0.10", false),
                                HostBed.slot(5, "::ffff:10.99.0.10", true),
                                HostBed.slot(9, "::ffff:10.10.0.10", true)),
                        "10.10.0.10/24");
        assertThat(choose(host)).singleElement().satisfies(d -> {
            assertThat(d.gidIndex()).hasValue(9);
            assertThat(d.isUsable()).isTrue();
        });
    }

    @Test
    void aTableWithoutTheAddressLeavesTheDeviceWithoutAGid() throws NicException {
        for (var gids : List.of(
                List.<PortFacts.GidSlot>of(),
                List.of(HostBed.slot(0, "fe80::1", true)),
                List.of(HostBed.slot(2, "::ffff:10.10.0.10", false)))) {
            HostBed host = new HostBed().function("rocep1s0f0", "enp1s0f0np0", FIRST, true, gids, "10.10.0.10/24");
            assertThat(choose(host)).singleElement().satisfies(d -> {
                assertThat(d.gidIndex()).isEmpty();
                assertThat(d.isUsable()).isFalse();
            });
        }
    }

    @Test
    void aPortThatIsDownIsOfferedAsDownSoThatPairingNamesIt() throws NicException {
        HostBed host = new HostBed()
                .function("rocep1s0f0", "enp1s0f0np0", FIRST, false, HostBed.usual("10.10.0.10"), "10.10.0.10/24");
        assertThat(choose(host))
                .singleElement()
                .satisfies(d -> assertThat(d.active()).isFalse());
    }

    @Test
    void noNetworkOfItsOwnIsNoDevice() throws NicException {
        for (String address : List.of("10.10.0.10/32", "169.254.3.4/16")) {
            HostBed host = new HostBed()
                    .function("rocep1s0f0", "enp1s0f0np0", FIRST, true, HostBed.usual("10.10.0.10"), address);
            assertThat(choose(host)).as(address).isEmpty();
        }
        HostBed bare = new HostBed()
                .function("rocep1s0f0", "enp1s0f0np0", FIRST, true, List.of(HostBed.slot(0, "fe80::1", true)));
        assertThat(choose(bare)).isEmpty();
        assertThat(choose(new HostBed().port("rocep1s0f0", true, HostBed.usual("10.10.0.10"))))
                .as("no netdev")
                .isEmpty();
    }

    @Test
    void wishesAreTakenExactlyAndInTheirOrder() throws NicException {
        assertThat(choose(spark(), "roceP2p1s0f0", "rocep1s0f0:1:3"))
                .extracting(DeviceRecord::name)
                .containsExactly("roceP2p1s0f0", "rocep1s0f0");
    }

    @Test
    void anotherGidOfTheSamePortBringsItsOwnAddressAndPrefix() throws NicException {
        HostBed host = new HostBed()
                .function(
                        "rocep1s0f0",
                        "enp1s0f0np0",
                        FIRST,
                        true,
                        List.of(HostBed.slot(3, "::ffff:10.10.0.10", true), HostBed.slot(5, "::ffff:172.16.4.1", true)),
                        "10.10.0.10/24",
                        "172.16.4.1/30");
        assertThat(choose(host, "rocep1s0f0:1:5"))
                .singleElement()
                .satisfies(d -> assertThat(d.label()).isEqualTo("rocep1s0f0 (172.16.4.1/30)"))
                .satisfies(d -> assertThat(d.gidIndex()).hasValue(5));
    }

    @Test
    void aWishThatCannotBeHadSaysWhatThereIs() {
        refused("mlx5_0", "there is no RDMA device \"mlx5_0\"; there are rocep1s0f0, rocep1s0f1, roceP2p1s0f0");
        refused("rocep1s0f0:2", "rocep1s0f0 has no port 2; it has [1]");
        refused(
                "rocep1s0f0:1:8",
                "rocep1s0f0 port 1 has nothing at GID index 8; RoCE v2 of IPv4 stands at 3 (10.10.0.10)");
        refused("rocep1s0f0:1:2", "at GID index 2, which is not RoCE v2; RoCE v2 of IPv4 stands at 3 (10.10.0.10)");
        refused(
                "rocep1s0f0:1:1",
                "at GID index 1, which is not an IPv4 address; RoCE v2 of IPv4 stands at 3 (10.10.0.10)");
    }

    private static void refused(String wish, String words) {
        assertThatThrownBy(() -> choose(spark(), wish))
                .isInstanceOf(NicException.class)
                .hasMessageContaining(words);
    }

    @Test
    void aWishForADeviceWithoutANetworkSaysWhatToGiveIt() {
        HostBed host = new HostBed().function("rocep1s0f0", "enp1s0f0np0", FIRST, true, HostBed.usual("10.10.0.10"));
        assertThatThrownBy(() -> choose(host, "rocep1s0f0"))
                .isInstanceOf(NicException.class)
                .hasMessage("rocep1s0f0 port 1 has no IPv4 network of its own, by which lanes are paired: give its"
                        + " netdev an address");
    }

    @Test
    void theSameDeviceTwiceIsRefused() {
        assertThatThrownBy(() -> choose(spark(), "rocep1s0f0", "rocep1s0f0:1:3"))
                .isInstanceOf(NicException.class)
                .hasMessageContaining("rocep1s0f0 port 1 is named twice");
    }
}
