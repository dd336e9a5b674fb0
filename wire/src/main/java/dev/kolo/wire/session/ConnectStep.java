package dev.kolo.wire.session;

import dev.kolo.wire.nic.FirstTrouble;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.LaneState;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.record.RecordException;
import dev.kolo.wire.session.star.Gathering;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Gathers all ranks' regions and lanes, and connects this rank's lanes to those of its peers. */
final class ConnectStep implements Step {
    /** Lanes that do not connect within this time do not connect. */
    private static final long BOUND_NANOS = 30_000_000_000L;

    private final Draft draft;
    private final RegionStep region;
    private Optional<Gathering> gathering = Optional.empty();
    private boolean connected;
    private long sinceNanos;
    private final FirstTrouble trouble = new FirstTrouble();

    ConnectStep(Draft draft, RegionStep region) {
        this.draft = draft;
        this.region = region;
    }

    @Override
    public String name() {
        return "connecting";
    }

    @Override
    public boolean poll(long nowNanos) throws NicException, RecordException, StepFailure {
        if (gathering.isEmpty()) {
            gathering = Optional.of(draft.star.allGather(draft.offer.kind() + " lane records", region.record()));
        }
        Optional<List<byte[]>> parts = gathering.get().parts();
        if (parts.isEmpty()) {
            return false;
        }
        if (!connected) {
            connect(parts.get());
            connected = true;
            sinceNanos = nowNanos;
        }
        draft.nic().poll(trouble);
        for (LaneRequest request : draft.requests()) {
            LaneState state = draft.nic().laneState(request.lane());
            if (state == LaneState.FAILED) {
                throw new StepFailure("the lane to rank " + request.peer() + " failed"
                        + (trouble.words().isEmpty()
                                ? ": " + draft.nic().describeLane(request.lane())
                                : ": " + trouble.words()));
            }
            if (state != LaneState.READY) {
                if (nowNanos - sinceNanos > BOUND_NANOS) {
                    throw new StepFailure("the lane to rank " + request.peer() + " did not connect within 30 s: "
                            + draft.nic().describeLane(request.lane()));
                }
                return false;
            }
        }
        return true;
    }

    private void connect(List<byte[]> parts) throws NicException, RecordException {
        List<PeerRecord> records = new ArrayList<>();
        for (int rank = 0; rank < parts.size(); rank++) {
            records.add(PeerRecord.decode(draft.star.session(), rank, parts.get(rank)));
        }
        draft.records = records;
        for (LaneRequest request : draft.requests()) {
            PeerRecord peer = records.get(request.peer());
            int theirs = draft.star.rank() * draft.lanesPerPeer + request.index();
            draft.nic().connect(request.lane(), peer.lane(theirs), peer.region());
        }
    }
}
