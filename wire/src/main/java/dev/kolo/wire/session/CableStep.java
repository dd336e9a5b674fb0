package dev.kolo.wire.session;

import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.fabric.lanes.Lane;
import dev.kolo.fabric.lanes.LaneTable;
import dev.kolo.wire.record.RecordException;
import dev.kolo.wire.record.RecordReader;
import dev.kolo.wire.record.RecordWriter;
import dev.kolo.wire.session.star.Gathering;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Looks whether the cables lead where the addresses say, before any queue pair exists: for each direct lane, the hardware
 * address that answers for the peer's address must be that of the peer's device. A host whose plugs sit in each other's place
 * answers for all its addresses on every port, so addresses alone would not show it.
 */
final class CableStep implements Step {
    private static final long BOUND_NANOS = 5_000_000_000L;

    private final Draft draft;
    private Optional<Gathering> gathering = Optional.empty();
    private List<Map<String, String>> addresses = List.of();
    private long sinceNanos;

    CableStep(Draft draft) {
        this.draft = draft;
    }

    @Override
    public String name() {
        return "cables";
    }

    @Override
    public boolean poll(long nowNanos) throws RecordException, StepFailure {
        if (draft.table.isEmpty()) {
            return true;
        }
        if (gathering.isEmpty()) {
            gathering = Optional.of(draft.star.allGather(draft.offer.kind() + " link addresses", own()));
        }
        Optional<List<byte[]>> parts = gathering.get().parts();
        if (parts.isEmpty()) {
            return false;
        }
        if (addresses.isEmpty()) {
            addresses = read(parts.get());
            sinceNanos = nowNanos;
        }
        List<String> silent = new ArrayList<>();
        for (Lane lane : lanes(draft.table.get())) {
            look(lane).ifPresent(silent::add);
        }
        if (!silent.isEmpty() && nowNanos - sinceNanos > BOUND_NANOS) {
            throw new StepFailure(String.join("; ", silent)
                    + ": a cable is missing, or leads elsewhere than the addresses say; `kolo doctor` names it");
        }
        return silent.isEmpty();
    }

    private byte[] own() {
        Map<String, String> own = new TreeMap<>(draft.offer.linkAddresses());
        RecordWriter writer = new RecordWriter().u16(own.size());
        own.forEach((device, address) -> writer.text(device).text(address));
        return writer.toBytes();
    }

    private static List<Map<String, String>> read(List<byte[]> parts) throws RecordException {
        List<Map<String, String>> all = new ArrayList<>();
        for (int rank = 0; rank < parts.size(); rank++) {
            RecordReader reader = new RecordReader("the link addresses of rank " + rank, parts.get(rank));
            Map<String, String> said = new HashMap<>();
            for (int left = reader.u16(); left > 0; left--) {
                String device = reader.text();
                said.put(device, reader.text());
            }
            reader.end();
            all.add(said);
        }
        return all;
    }

    /** Own lanes over one cable; what answers for a relayed one's peer is the next host. */
    private List<Lane> lanes(LaneTable table) {
        int rank = draft.star.rank();
        return table.lanes().stream()
                .filter(l -> l.relays() == 0 && (l.lowRank() == rank || l.highRank() == rank))
                .toList();
    }

    /** Empty when the right device answers; who is silent while nobody does. */
    private Optional<String> look(Lane lane) throws StepFailure {
        int peer = lane.lowRank() == draft.star.rank() ? lane.highRank() : lane.lowRank();
        DeviceRecord here = lane.deviceOf(draft.star.rank());
        DeviceRecord there = lane.deviceOf(peer);
        Map<String, String> theirs = addresses.get(peer);
        String wanted = theirs.getOrDefault(there.name(), "");
        if (wanted.isEmpty() || draft.offer.linkAddresses().isEmpty()) {
            return Optional.empty();
        }
        Optional<String> answers = draft.offer.whoAnswers(here, there.ipv4());
        if (answers.isEmpty()) {
            return Optional.of("nobody answers for " + there.label() + " of rank " + peer + " on " + here.netdev());
        }
        if (!answers.get().equals(wanted)) {
            String whose = theirs.entrySet().stream()
                    .filter(e -> e.getValue().equals(answers.get()))
                    .map(e -> "rank " + peer + "'s " + e.getKey())
                    .findFirst()
                    .orElse("no device of rank " + peer);
            throw new StepFailure("on " + here.netdev() + " " + answers.get() + " answers for " + there.label()
                    + " of rank " + peer + ", which is " + whose + ", wanted is " + wanted
                    + ": the cable leads to another port than the addresses say; exchange the plugs there, or the"
                    + " addresses (`kolo doctor` names them)");
        }
        return Optional.empty();
    }
}
