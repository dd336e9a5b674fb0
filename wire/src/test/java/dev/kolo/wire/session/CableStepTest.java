package dev.kolo.wire.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.fabric.lanes.Lane;
import dev.kolo.fabric.lanes.LaneTable;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.protocol.Safeguards;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.schedule.CostModel;
import dev.kolo.wire.session.star.StarBed;
import dev.kolo.wire.settings.SettingsReader;
import dev.kolo.wire.settings.SettingsReading;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Who answers for a peer's address decides, before a NIC exists, whether a cable leads where the addresses say. */
class CableStepTest {
    private static final String SILENT = "";

    private final StarBed bed = StarBed.formed(2);
    private final List<Wires> offers = List.of(new Wires(), new Wires());
    private final Map<Integer, String> verdicts = new TreeMap<>();
    private Optional<LaneTable> table = Optional.of(new LaneTable(2, 1, List.of(lane(0))));

    private static DeviceRecord device(String name, int last) {
        return new DeviceRecord(
                name,
                "en" + name,
                1,
                0,
                new PciAddress(0, 1, 0, 0),
                0,
                OptionalInt.of(3),
                Ipv4Address.of(10, 10, 0, last),
                24,
                4096,
                true);
    }

    private static Lane lane(int relays) {
        return new Lane(0, 1, 0, device("a0", 10), device("b0", 11), relays);
    }

    /** What one rank says of its own devices, and hears on its netdevs. */
    private static final class Wires implements TransportOffer {
        private Map<String, String> own = new HashMap<>();
        private Map<String, String> heard = new HashMap<>();
        private int asked;

        @Override
        public String kind() {
            return "verbs";
        }

        @Override
        public List<DeviceRecord> devices() {
            return List.of();
        }

        @Override
        public Map<String, String> linkAddresses() {
            return own;
        }

        @Override
        public Optional<String> whoAnswers(DeviceRecord device, Ipv4Address peer) {
            asked++;
            return Optional.of(heard.getOrDefault(device.netdev() + " " + peer, SILENT))
                    .filter(answer -> !answer.isEmpty());
        }

        @Override
        public Nic open(SessionId session, int rank, int world, int lanesPerPeer) {
            throw new AssertionError("no NIC exists before the cables were looked at");
        }

        @Override
        public CostModel cost() {
            return CostModel.CONNECTX7;
        }
    }

    private void healthy() {
        offers.get(0).own = new HashMap<>(Map.of("a0", "4c:bb:47:01:00:00", "a1", "4c:bb:47:01:00:01"));
        offers.get(1).own = new HashMap<>(Map.of("b0", "4c:bb:47:02:00:00", "b1", "4c:bb:47:02:00:01"));
        offers.get(0).heard.put("ena0 10.10.0.11", "4c:bb:47:02:00:00");
        offers.get(1).heard.put("enb0 10.10.0.10", "4c:bb:47:01:00:00");
    }

    /** Polls both ranks' steps until each is done or has complained. */
    private void run() throws Exception {
        List<CableStep> steps = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            var settings = ((SettingsReading.Good) SettingsReader.read(
                            Map.of("world", "2", "rank", "" + rank, "rendezvous", "127.0.0.1:1"), Map.of(), Map.of()))
                    .settings();
            Draft draft = new Draft(
                    bed.stars.get(rank),
                    offers.get(rank),
                    SetUpTerms.of(settings, Safeguards.ALL),
                    0,
                    (session, of, kind) -> MemorySegment.NULL);
            draft.table = table;
            steps.add(new CableStep(draft));
        }
        for (int turn = 0; turn < 20_000 && verdicts.size() < 2; turn++) {
            bed.now += 1_000_000;
            for (int rank = 0; rank < 2; rank++) {
                bed.stars.get(rank).poll(bed.now);
                if (!verdicts.containsKey(rank)) {
                    try {
                        if (steps.get(rank).poll(bed.now)) {
                            verdicts.put(rank, "content");
                        }
                    } catch (Step.StepFailure complaint) {
                        verdicts.put(rank, complaint.getMessage());
                    }
                }
            }
        }
        assertThat(verdicts).hasSize(2);
    }

    @Test
    void theRightDeviceAtBothEndsIsFine() throws Exception {
        healthy();
        run();
        assertThat(verdicts).containsEntry(0, "content").containsEntry(1, "content");
    }

    @Test
    void aPlugInTheOtherPortIsNamedWithWhoseItIs() throws Exception {
        healthy();
        offers.get(0).heard.put("ena0 10.10.0.11", "4c:bb:47:02:00:01");
        run();
        assertThat(verdicts.get(0))
                .isEqualTo("on ena0 4c:bb:47:02:00:01 answers for b0 (10.10.0.11/24) of rank 1, which is rank 1's b1,"
                        + " wanted is 4c:bb:47:02:00:00: the cable leads to another port than the addresses say; exchange"
                        + " the plugs there, or the addresses (`kolo doctor` names them)");
        assertThat(verdicts.get(1)).isEqualTo("content");
    }

    @Test
    void aStrangerThatAnswersIsNoDeviceOfThePeer() throws Exception {
        healthy();
        offers.get(1).heard.put("enb0 10.10.0.10", "02:00:00:00:00:09");
        run();
        assertThat(verdicts.get(1)).contains("02:00:00:00:00:09 answers for a0", "which is no device of rank 0");
    }

    @Test
    void silenceIsWaitedForAndThenNamed() throws Exception {
        healthy();
        offers.get(0).heard.clear();
        long began = bed.now;
        run();
        assertThat(verdicts.get(0))
                .isEqualTo("nobody answers for b0 (10.10.0.11/24) of rank 1 on ena0: a cable is missing, or leads"
                        + " elsewhere than the addresses say; `kolo doctor` names it");
        assertThat(bed.now - began).isBetween(5 * StarBed.SECOND, 6 * StarBed.SECOND);
        assertThat(offers.get(0).asked).isGreaterThan(100);
    }

    @Test
    void whatCannotBeComparedOrIsRelayedIsNotJudged() throws Exception {
        healthy();
        offers.get(1).own.clear();
        offers.get(0).heard.clear();
        run();
        assertThat(verdicts).containsEntry(0, "content").containsEntry(1, "content");
    }

    @Test
    void aRelayedLanesPeerIsNotAskedFor() throws Exception {
        healthy();
        offers.get(0).heard.clear();
        table = Optional.of(new LaneTable(2, 1, List.of(lane(1))));
        run();
        assertThat(verdicts).containsEntry(0, "content").containsEntry(1, "content");
        assertThat(offers.get(0).asked).isZero();
    }

    @Test
    void withoutLanesOverDevicesThereIsNothingToLookAt() throws Exception {
        table = Optional.empty();
        run();
        assertThat(verdicts).containsEntry(0, "content").containsEntry(1, "content");
    }
}
