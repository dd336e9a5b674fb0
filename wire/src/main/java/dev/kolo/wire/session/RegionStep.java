package dev.kolo.wire.session;

import dev.kolo.wire.layout.PayloadForm;
import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.nic.RegionRecord;
import dev.kolo.wire.record.RecordException;
import java.util.Map;
import java.util.TreeMap;

/** Makes the NIC, its region and its ends of the lanes. Nothing of other ranks is needed yet. */
final class RegionStep implements Step {
    private static final long PAGE_BYTES = 4096;

    private final Draft draft;
    private byte[] record = new byte[0];

    RegionStep(Draft draft) {
        this.draft = draft;
    }

    @Override
    public String name() {
        return "region and lanes";
    }

    /** What this rank tells the others of it. */
    byte[] record() {
        return record;
    }

    @Override
    public boolean poll(long nowNanos) throws NicException, RecordException, StepFailure {
        Nic nic = draft.offer.open(draft.star.session(), draft.star.rank(), draft.star.world(), draft.lanesPerPeer);
        draft.nic = java.util.Optional.of(nic);
        if (draft.terms.form() == PayloadForm.LL16 && nic.capabilities().hardwareOrdered()) {
            throw new StepFailure(
                    "form is ll16, and the " + nic.name() + " NIC writes by itself, eight bytes at once and"
                            + " no more, so the data of a word and its numbers may come apart: set form to ll8 or plain");
        }
        long bytes = draft.layout().regionBytes() + Draft.CHECK_BYTES;
        draft.region = nic.allocate((bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES);
        RegionRecord region = nic.register(draft.region);
        Map<Integer, LaneEndpoint> lanes = new TreeMap<>();
        for (LaneRequest request : draft.requests()) {
            lanes.put(request.lane(), nic.openLane(request));
        }
        record = new PeerRecord(region, lanes).encode(draft.star.session(), draft.star.rank());
        return true;
    }
}
