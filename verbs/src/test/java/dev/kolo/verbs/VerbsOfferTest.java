package dev.kolo.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.fabric.lanes.Lane;
import dev.kolo.verbs.abi.VerbsAbi;
import dev.kolo.verbs.device.DeviceWish;
import dev.kolo.verbs.device.Devices;
import dev.kolo.verbs.device.PortFacts;
import dev.kolo.verbs.fake.FakeFabric;
import dev.kolo.verbs.fake.FakeVerbs;
import dev.kolo.verbs.nic.LaneTuning;
import dev.kolo.verbs.nic.RecentNumbers;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.session.PlannedLanes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What a rank offers a session: devices, who answers, and a NIC over exactly those devices. */
class VerbsOfferTest {
    private static final SessionId SESSION = new SessionId(1, 2);

    private final FakeFabric fabric = new FakeFabric();
    private final FakeVerbs verbs = new FakeVerbs(fabric, 0, List.of("rocep1s0f0", "rocep1s0f1"))
            .gid("rocep1s0f0", VerbsAbi.GID_TYPE_ROCE_V2, FakeVerbs.gidOf(10, 10, 0, 10))
            .gid("rocep1s0f1", VerbsAbi.GID_TYPE_ROCE_V2, FakeVerbs.gidOf(10, 10, 1, 10));
    private final List<DeviceRecord> chosen = new ArrayList<>(List.of(record(0), record(1)));
    private final List<DeviceWish> asked = new ArrayList<>();
    private Map<String, String> hardware = Map.of("enp1s0f0", "4c:bb:47:01:00:00", "eth0", "52:54:00:00:00:01");

    private static DeviceRecord record(int port) {
        return new DeviceRecord(
                "rocep1s0f" + port,
                "enp1s0f" + port,
                1,
                0,
                new PciAddress(0, 1, 0, port),
                port,
                OptionalInt.of(0),
                Ipv4Address.of(10, 10, port, 10),
                24,
                4096,
                true);
    }

    private final class Host implements VerbsOffer.Host {
        @Override
        public Devices devices() {
            return new Devices(verbs, Path.of("/"));
        }

        @Override
        public List<DeviceRecord> choose(List<PortFacts> ports, List<DeviceWish> wishes) {
            asked.addAll(wishes);
            return chosen;
        }

        @Override
        public Map<String, String> linkAddresses() {
            return hardware;
        }

        @Override
        public Optional<String> whoAnswers(DeviceRecord own, Ipv4Address peer) {
            return Optional.of(own.netdev() + " asked for " + peer);
        }
    }

    private VerbsOffer offer(Optional<PlannedLanes> planned, String... wishes) {
        return new VerbsOffer("spark1", List.of(wishes), LaneTuning.USUAL, new RecentNumbers(), planned, new Host());
    }

    @Test
    void nothingIsOpenedUntilASessionAsks() {
        verbs.failing.put("ibv_open_device", 13);
        VerbsOffer offer = offer(Optional.empty());
        assertThat(offer.linkAddresses()).isEmpty();
        assertThatThrownBy(offer::devices).isInstanceOf(NicException.class).hasMessageContaining("rocep1s0f0");
    }

    @Test
    void aDeviceLeavesNothingOpenAfterItWasLookedAt() throws NicException {
        assertThat(offer(Optional.empty()).devices()).hasSize(2);
        assertThat(verbs.leftovers()).isZero();
    }

    @Test
    void wishesReachTheChoiceAndABadOneIsRefusedBeforeAnyDeviceIsOpened() throws NicException {
        offer(Optional.empty(), "rocep1s0f1:1:3").devices();
        assertThat(asked).containsExactly(new DeviceWish("rocep1s0f1", OptionalInt.of(1), OptionalInt.of(3)));
        verbs.failing.put("ibv_open_device", 13);
        assertThatThrownBy(offer(Optional.empty(), "a b")::devices)
                .isInstanceOf(NicException.class)
                .hasMessageContaining("name[:port][:gid]");
    }

    @Test
    void linkAddressesAreThoseOfTheChosenDevicesOnly() throws NicException {
        VerbsOffer offer = offer(Optional.empty());
        offer.devices();
        // The second device's netdev has no hardware address here, the management netdev is none of ours.
        assertThat(offer.linkAddresses()).containsExactly(Map.entry("rocep1s0f0", "4c:bb:47:01:00:00"));
        assertThat(offer.whoAnswers(record(1), Ipv4Address.of(10, 10, 1, 11)))
                .hasValue("enp1s0f1 asked for 10.10.1.11");
        hardware = Map.of();
        offer.devices();
        assertThat(offer.linkAddresses()).isEmpty();
    }

    @Test
    void devicesWithoutANetworkAreNamedWithTheRemedy() {
        chosen.clear();
        assertThatThrownBy(offer(Optional.empty())::devices)
                .isInstanceOf(NicException.class)
                .hasMessage(
                        "of the RDMA devices of spark1 (rocep1s0f0, rocep1s0f1) none has an IPv4 network of its own,"
                                + " by which lanes are paired: give their netdevs addresses");
    }

    @Test
    void aNicBeforeDevicesIsRefused() {
        assertThatThrownBy(() -> offer(Optional.empty()).open(SESSION, 0, 2, 1))
                .isInstanceOf(NicException.class)
                .hasMessageContaining("no RDMA device was chosen");
    }

    @Test
    void theNicUsesTheDeviceThatPairingChoseAndNoOther() throws NicException {
        VerbsOffer offer = offer(Optional.empty());
        offer.devices();
        try (Nic nic = offer.open(SESSION, 0, 2, 1)) {
            nic.register(nic.allocate(8192));
            Lane path = new Lane(0, 1, 0, record(1), record(1));
            nic.openLane(new LaneRequest(1, 0, 1, 0, Optional.of(path)));
            assertThat(nic.describeLane(1)).startsWith("rocep1s0f1 port 1 lane 0");
            assertThat(fabric.pairCount()).isEqualTo(1);
        }
        assertThat(fabric.pairCount()).isZero();
        assertThat(verbs.leftovers()).isZero();
    }

    @Test
    void onlyARelayedLaneHasThePlansWindow() {
        PlannedLanes plan = PlannedLanes.parse("262144,0:1:0:rocep1s0f0:rocep1s0f0:0,0:2:0:rocep1s0f1:rocep1s0f1:1");
        VerbsOffer planned = offer(Optional.of(plan));
        assertThat(planned.windowBytes(new Lane(0, 1, 0, record(0), record(0)))).isZero();
        assertThat(planned.windowBytes(new Lane(0, 2, 0, record(1), record(1), 1)))
                .isEqualTo(262_144);
        assertThat(offer(Optional.empty()).windowBytes(new Lane(0, 2, 0, record(1), record(1), 1)))
                .isZero();
    }
}
