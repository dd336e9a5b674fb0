package dev.kolo.wire.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.fabric.lanes.Pairing;
import dev.kolo.fabric.lanes.PairingLimits;
import dev.kolo.fabric.lanes.PairingResult;
import dev.kolo.fabric.lanes.RankRecord;
import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.RegionRecord;
import dev.kolo.wire.record.RecordException;
import dev.kolo.wire.record.SessionId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Records of other ranks: right ones come back whole, all others are refused with the cause that made them so. */
class RecordsTest {
    private static final SessionId SESSION = new SessionId(11, 12);
    private static final DeviceRecord DEVICE = new DeviceRecord(
            "rocep1s0f0",
            "enp1s0f0np0",
            1,
            1,
            new PciAddress(2, 1, 0, 1),
            3,
            OptionalInt.of(5),
            Ipv4Address.parse("10.10.0.1").orElseThrow(),
            24,
            4096,
            true);
    private static final RankRecord RANK = RankRecord.of(2, "spark2", "digest", List.of(DEVICE, DEVICE));
    private static final PeerRecord PEER = new PeerRecord(
            new RegionRecord(0x7f00_0000_1000L, 8192, List.of(7, -9), "a place"),
            Map.of(0, new LaneEndpoint(0x1f2, 0x3a, 4096, "gid"), 3, new LaneEndpoint(1, 2, 0, "")));

    @Test
    void rightRecordsComeBackWhole() throws Exception {
        assertThat(DeviceRecords.decode(2, DeviceRecords.encode(RANK, SESSION), SESSION))
                .isEqualTo(RANK);
        assertThat(PeerRecord.decode(SESSION, 2, PEER.encode(SESSION, 2))).isEqualTo(PEER);
    }

    @Test
    void recordsOfAnotherSessionOrRankAreRefused() {
        byte[] devices = DeviceRecords.encode(RANK, SESSION);
        assertThatThrownBy(() -> DeviceRecords.decode(2, devices, new SessionId(11, 13)))
                .isInstanceOfSatisfying(
                        RecordException.class,
                        e -> assertThat(e.kind()).isEqualTo(RecordException.Cause.OTHER_SESSION));
        assertThatThrownBy(() -> DeviceRecords.decode(1, devices, SESSION)).hasMessageContaining("is of rank 2");
        byte[] peer = PEER.encode(SESSION, 2);
        assertThatThrownBy(() -> PeerRecord.decode(new SessionId(1, 1), 2, peer))
                .hasMessageContaining("of session " + SESSION.label());
        assertThatThrownBy(() -> PeerRecord.decode(SESSION, 1, peer)).isInstanceOf(RecordException.class);
    }

    @Test
    void strangeMagicAndNewerVersionsAreLeftToPairingWhichNamesThem() throws Exception {
        byte[] stranger = DeviceRecords.encode(RANK, SESSION);
        stranger[0] ^= 1;
        byte[] newer = DeviceRecords.encode(RANK, SESSION);
        newer[4] = 9;
        RankRecord good = RankRecord.of(0, "spark0", "", List.of(DEVICE));
        assertThat(codeOf(good, DeviceRecords.decode(1, stranger, SESSION))).isEqualTo(Code.PAIRING_BAD_MAGIC);
        assertThat(codeOf(good, DeviceRecords.decode(1, newer, SESSION))).isEqualTo(Code.PAIRING_VERSION);
        byte[] peer = PEER.encode(SESSION, 2);
        peer[4] = 9;
        assertThatThrownBy(() -> PeerRecord.decode(SESSION, 2, peer)).hasMessageContaining("version 9, known is 1");
    }

    private static Code codeOf(RankRecord zero, RankRecord one) {
        return ((PairingResult.Refused) Pairing.pair(List.of(zero, one), PairingLimits.DEFAULT)).code();
    }

    @Test
    void everyRecordThatIsCutShortIsRefused() {
        byte[] devices = DeviceRecords.encode(RANK, SESSION);
        byte[] peer = PEER.encode(SESSION, 2);
        for (int length = 0; length < devices.length; length++) {
            byte[] cut = Arrays.copyOf(devices, length);
            assertThatThrownBy(() -> DeviceRecords.decode(2, cut, SESSION))
                    .as("%d bytes", length)
                    .isInstanceOf(RecordException.class);
        }
        for (int length = 0; length < peer.length; length++) {
            byte[] cut = Arrays.copyOf(peer, length);
            assertThatThrownBy(() -> PeerRecord.decode(SESSION, 2, cut)).isInstanceOf(RecordException.class);
        }
        assertThatThrownBy(() -> PeerRecord.decode(SESSION, 2, Arrays.copyOf(peer, peer.length + 1)))
                .hasMessageContaining("were expected");
    }

    @Test
    void damageNeverEscapesAsAnotherException() {
        long seed = 42;
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 20_000; round++) {
            byte[] devices = DeviceRecords.encode(RANK, SESSION);
            byte[] peer = PEER.encode(SESSION, 2);
            for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
                devices[random.nextInt(devices.length)] ^= (byte) (1 << random.nextInt(8));
                peer[random.nextInt(peer.length)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                DeviceRecords.decode(2, devices, SESSION);
                PeerRecord.decode(SESSION, 2, peer);
            } catch (RecordException refused) {
                assertThat(refused.words()).isNotEmpty();
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ", round " + round, e);
            }
        }
    }

    @Test
    void theTrialsSumsAreExactInAnyOrder() {
        for (int world = 2; world <= 16; world++) {
            byte[] expected = TrialData.expected(77, world);
            byte[][] given = new byte[world][];
            for (int rank = 0; rank < world; rank++) {
                given[world - 1 - rank] = TrialData.given(77, rank);
            }
            byte[] backwards = TrialData.combined(List.of(given));
            int sums = world * TrialData.GATHER_BYTES;
            assertThat(Arrays.copyOfRange(backwards, sums, backwards.length))
                    .isEqualTo(Arrays.copyOfRange(expected, sums, expected.length));
        }
    }

    @Test
    void aDifferenceIsNamedByBlockAndByte() {
        byte[] expected = TrialData.expected(1, 3);
        byte[] seen = expected.clone();
        assertThat(TrialData.difference(seen, expected, 3, "x")).isEmpty();
        seen[2 * TrialData.GATHER_BYTES + 17] ^= 4;
        assertThat(TrialData.difference(seen, expected, 3, "the fallback's"))
                .startsWith("the trial differs from the fallback's: byte 17 of rank 2's block in the all-gather is 0x");
        byte[] sum = expected.clone();
        sum[3 * TrialData.GATHER_BYTES + 8] ^= 4;
        assertThat(TrialData.difference(sum, expected, 3, "x")).contains("byte 8 of the bf16 sum");
    }

    @Test
    void verdictsPutRanksWithOneComplaintTogether() {
        assertThat(new StageVerdict("shm trial", List.of("", "no", "", "no")).words())
                .isEqualTo("shm trial failed; ranks 1, 3: no");
        assertThat(new StageVerdict("shm trial", List.of("x", "x")).words())
                .isEqualTo("shm trial failed; all ranks: x");
        assertThat(new StageVerdict("s", List.of("a", "b")).words()).isEqualTo("s failed; rank 0: a; rank 1: b");
    }
}
