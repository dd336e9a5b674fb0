package dev.kolo.fabric.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.finding.Code;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PairingTest {
    @Test
    void givesTheTriangleOneLaneAPeerWithinTwoDevices() {
        LaneTable table = everyPair(RecordsOf.ring(3, 2, 24), PairingLimits.DEFAULT);
        assertThat(table.lanesPerPeer()).isEqualTo(1);
        assertThat(table.devicesOf(0)).containsExactly("rocep1s0f0", "rocep1s0f1");
        assertThat(table.between(0, 2)).singleElement().satisfies(lane -> {
            assertThat(lane.low().name()).isEqualTo("rocep1s0f1");
            assertThat(lane.high().name()).isEqualTo("rocep1s0f0");
        });
    }

    @Test
    void givesTheTriangleTwoLanesAPeerWithFourDevicesAndBothPlanes() {
        LaneTable table = everyPair(RecordsOf.ring(3, 2, 24), PairingLimits.FOUR_DEVICES);
        assertThat(table.lanesPerPeer()).isEqualTo(2);
        assertThat(table.devicesOf(1)).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 8, 16})
    void givesSwitchedFabricsWithTwoDevicesTwoLanes(int world) {
        LaneTable table = everyPair(RecordsOf.switched(world, 2), PairingLimits.DEFAULT);
        assertThat(table.lanesPerPeer()).isEqualTo(2);
        assertThat(table.lanes()).hasSize(world * (world - 1));
    }

    @ParameterizedTest
    @CsvSource({"4, 1", "4, 2", "5, 2", "6, 2", "8, 1", "16, 2"})
    void saysThatALongerRingHasNoOneShotPairing(int world, int planes) {
        PairingResult result = Pairing.pair(RecordsOf.ring(world, planes, 24), PairingLimits.DEFAULT);
        assertThat(result).isInstanceOfSatisfying(PairingResult.NeighboursOnly.class, only -> {
            assertThat(only.table().lanes()).hasSize(world);
            assertThat(only.unpaired()).hasSize(world * (world - 1) / 2 - world);
        });
    }

    @Test
    void takesSeveralNetworksInsideOne24ForDifferentLinks() {
        LaneTable table = everyPair(RecordsOf.ring(3, 1, 30), PairingLimits.DEFAULT);
        assertThat(table.between(1, 2)).singleElement().satisfies(lane -> {
            assertThat(lane.low().ipv4()).hasToString("10.41.0.5");
            assertThat(lane.high().ipv4()).hasToString("10.41.0.6");
        });
    }

    @Test
    void refusesAMiscabledTriangleWithItsOwnCode() {
        List<RankRecord> ranks = new ArrayList<>(RecordsOf.ring(3, 1, 24));
        List<DeviceRecord> devices = new ArrayList<>(ranks.get(2).devices());
        devices.set(0, RecordsOf.device(0, 0, Ipv4Address.of(10, 99, 0, 1), 24));
        ranks.set(2, RecordsOf.with(ranks.get(2), devices));
        PairingResult.Refused refused = refused(ranks, PairingLimits.DEFAULT);
        assertThat(refused.code()).isEqualTo(Code.PAIRING_NO_SHARED_LINK);
        assertThat(refused.refusal().seen())
                .contains("pairs without a link: 0–2")
                .contains("10.99.0.1/24");
    }

    @Test
    void refusesAPathSinceNoScheduleServesIt() {
        List<RankRecord> ranks = new ArrayList<>(RecordsOf.ring(4, 1, 24));
        ranks.set(0, RecordsOf.with(ranks.get(0), ranks.get(0).devices().subList(0, 1)));
        ranks.set(3, RecordsOf.with(ranks.get(3), ranks.get(3).devices().subList(1, 2)));
        assertThat(refused(ranks, PairingLimits.DEFAULT).code()).isEqualTo(Code.PAIRING_NO_SHARED_LINK);
    }

    @Test
    void refusesTwoDevicesThatShareOneNetwork() {
        List<RankRecord> ranks = new ArrayList<>(RecordsOf.switched(2, 1));
        List<DeviceRecord> devices = new ArrayList<>(ranks.get(1).devices());
        devices.add(RecordsOf.device(1, 0, Ipv4Address.of(192, 168, 100, 77), 24));
        ranks.set(1, RecordsOf.with(ranks.get(1), devices));
        PairingResult.Refused refused = refused(ranks, PairingLimits.DEFAULT);
        assertThat(refused.code()).isEqualTo(Code.PAIRING_NOT_ONE_TO_ONE);
        assertThat(refused.refusal().seen()).contains("192.168.100.11").contains("192.168.100.77");
    }

    @Test
    void refusesAnIdlePortAMissingGidAndADifferentMtuEachByName() {
        assertThat(refused(changed(RecordsOf::inactive), PairingLimits.DEFAULT).code())
                .isEqualTo(Code.PAIRING_PORT_NOT_ACTIVE);
        assertThat(refused(changed(RecordsOf::withoutGid), PairingLimits.DEFAULT)
                        .code())
                .isEqualTo(Code.PAIRING_GID_MISSING);
        PairingResult.Refused mtu = refused(changed(d -> RecordsOf.withMtu(d, 1024)), PairingLimits.DEFAULT);
        assertThat(mtu.code()).isEqualTo(Code.PAIRING_MTU_DIFFERS);
        assertThat(mtu.refusal().seen()).contains("1024").contains("4096");
    }

    @Test
    void leavesAnIdlePortThatNobodyNeedsAlone() {
        List<RankRecord> ranks = new ArrayList<>(RecordsOf.switched(2, 2));
        List<DeviceRecord> devices = new ArrayList<>(ranks.get(0).devices());
        devices.add(RecordsOf.inactive(RecordsOf.device(0, 1, Ipv4Address.of(192, 168, 200, 1), 24)));
        ranks.set(0, RecordsOf.with(ranks.get(0), devices));
        assertThat(everyPair(ranks, PairingLimits.DEFAULT).lanesPerPeer()).isEqualTo(2);
    }

    @Test
    void refusesForeignRecordsOtherVersionsOtherSettingsAndNoDevices() {
        RankRecord good = RecordsOf.switched(2, 1).get(0);
        RankRecord peer = RecordsOf.switched(2, 1).get(1);
        assertThat(code(good, new RankRecord(1, "b", 0x1234, 1, "same", peer.devices())))
                .isEqualTo(Code.PAIRING_BAD_MAGIC);
        assertThat(code(good, new RankRecord(1, "b", RankRecord.MAGIC, 2, "same", peer.devices())))
                .isEqualTo(Code.PAIRING_VERSION);
        assertThat(code(good, new RankRecord(1, "b", RankRecord.MAGIC, 1, "other", peer.devices())))
                .isEqualTo(Code.PAIRING_SETTINGS_DIFFER);
        assertThat(code(good, RecordsOf.with(peer, List.of()))).isEqualTo(Code.PAIRING_DEVICE_COUNT);
        assertThat(code(
                        good,
                        RecordsOf.with(
                                peer,
                                List.of(peer.devices().get(0), peer.devices().get(0)))))
                .isEqualTo(Code.PAIRING_RECORD_LENGTH);
    }

    @Test
    void isLoudWhenOneMissingLinkLowersTheLanesOfAll() {
        List<RankRecord> ranks = new ArrayList<>(RecordsOf.ring(3, 2, 24));
        List<DeviceRecord> devices = new ArrayList<>(ranks.get(1).devices());
        devices.set(2, RecordsOf.inactive(devices.get(2)));
        ranks.set(1, RecordsOf.with(ranks.get(1), devices));
        PairingResult result = Pairing.pair(ranks, PairingLimits.FOUR_DEVICES);
        assertThat(result).isInstanceOfSatisfying(PairingResult.EveryPair.class, every -> {
            assertThat(every.table().lanesPerPeer()).isEqualTo(1);
            assertThat(every.notices()).singleElement().satisfies(notice -> {
                assertThat(notice.code()).isEqualTo(Code.LANES_LOWERED);
                assertThat(notice.seen()).contains("1–2").contains("roceP2p1s0f0");
            });
        });
    }

    @Test
    void isSilentWhenTheDeviceLimitAloneBoundsTheLanes() {
        PairingResult result = Pairing.pair(RecordsOf.ring(3, 2, 24), PairingLimits.DEFAULT);
        assertThat(result)
                .isInstanceOfSatisfying(
                        PairingResult.EveryPair.class,
                        every -> assertThat(every.notices()).isEmpty());
    }

    @Test
    void refusesWhenTheDeviceLimitReachesNotEveryPeer() {
        PairingResult.Refused refused = refused(RecordsOf.ring(3, 1, 24), new PairingLimits(2, 1));
        assertThat(refused.code()).isEqualTo(Code.PAIRING_DEVICE_COUNT);
        assertThat(refused.refusal().fix()).contains("Raise the device limit to 2");
    }

    @Test
    void doesNotDependOnTheOrderOfDevices() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            int world = 2 + random.nextInt(7);
            List<RankRecord> ranks = RecordsOf.ring(Math.max(3, world), 2, random.nextBoolean() ? 24 : 30);
            assertThat(Pairing.pair(shuffled(ranks, random), PairingLimits.DEFAULT))
                    .as("seed %d", seed)
                    .isEqualTo(Pairing.pair(ranks, PairingLimits.DEFAULT));
        }
    }

    @Test
    void givesTheSamePairsAsTheOlderRuleForTwoRanksAndSwitchedFabrics() {
        int compared = 0;
        for (long seed = 0; seed < 5000; seed++) {
            Random random = new Random(seed);
            int world = random.nextBoolean() ? 2 : 2 + random.nextInt(15);
            List<RankRecord> ranks = shuffled(seededSwitched(random, world), random);
            Optional<TreeSet<String>> older = OlderRule.pair(ranks);
            if (older.isEmpty()) {
                continue;
            }
            compared++;
            assertThat(pairsOf(Pairing.pair(ranks, PairingLimits.DEFAULT)))
                    .as("seed %d", seed)
                    .isEqualTo(older.get());
        }
        assertThat(compared).as("fabrics that the older rule pairs").isGreaterThan(3000);
    }

    @Test
    void pairsWhatTheOlderRuleRefuses() {
        List<RankRecord> triangle = RecordsOf.ring(3, 1, 24);
        assertThat(OlderRule.pair(triangle)).isEmpty();
        assertThat(everyPair(triangle, PairingLimits.DEFAULT).lanes()).hasSize(3);
    }

    /** One to four planes, each its own /24, and on some hosts a device of another network. */
    private static List<RankRecord> seededSwitched(Random random, int world) {
        int planes = 1 + random.nextInt(4);
        int base = random.nextInt(60);
        List<RankRecord> ranks = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            List<DeviceRecord> devices = new ArrayList<>();
            for (int plane = 0; plane < planes; plane++) {
                devices.add(RecordsOf.device(
                        plane, random.nextInt(2), Ipv4Address.of(172, 16 + base % 15, base + plane, 1 + rank * 3), 24));
            }
            if (random.nextInt(3) == 0) {
                devices.add(RecordsOf.device(7, 0, Ipv4Address.of(10, 200, rank, 1), 24));
            }
            ranks.add(RankRecord.of(rank, "h" + rank, "same", devices));
        }
        return ranks;
    }

    private static TreeSet<String> pairsOf(PairingResult result) {
        TreeSet<String> pairs = new TreeSet<>();
        if (result instanceof PairingResult.EveryPair every) {
            every.table()
                    .lanes()
                    .forEach(l -> pairs.add(l.lowRank() + ":" + l.low().name() + " " + l.highRank() + ":"
                            + l.high().name()));
        }
        return pairs;
    }

    private static List<RankRecord> shuffled(List<RankRecord> ranks, Random random) {
        return ranks.stream()
                .map(rank -> {
                    List<DeviceRecord> devices = new ArrayList<>(rank.devices());
                    Collections.shuffle(devices, random);
                    return RecordsOf.with(rank, devices);
                })
                .toList();
    }

    private static List<RankRecord> changed(java.util.function.UnaryOperator<DeviceRecord> change) {
        List<RankRecord> ranks = new ArrayList<>(RecordsOf.switched(2, 1));
        ranks.set(
                1,
                RecordsOf.with(
                        ranks.get(1),
                        List.of(change.apply(ranks.get(1).devices().get(0)))));
        return ranks;
    }

    private static Code code(RankRecord a, RankRecord b) {
        return refused(List.of(a, b), PairingLimits.DEFAULT).code();
    }

    private static LaneTable everyPair(List<RankRecord> ranks, PairingLimits limits) {
        PairingResult result = Pairing.pair(ranks, limits);
        assertThat(result).isInstanceOf(PairingResult.EveryPair.class);
        return ((PairingResult.EveryPair) result).table();
    }

    private static PairingResult.Refused refused(List<RankRecord> ranks, PairingLimits limits) {
        PairingResult result = Pairing.pair(ranks, limits);
        assertThat(result).isInstanceOf(PairingResult.Refused.class);
        return (PairingResult.Refused) result;
    }
}
