package dev.kolo.wire.session;

import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicEvent;
import dev.kolo.wire.nic.NicListener;
import dev.kolo.wire.record.RecordWriter;
import dev.kolo.wire.session.star.Gathering;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One small write on every lane in each direction: a lane that connects and carries nothing (a firewall, a wrong MTU, a
 * plane that drops) is found here, within two seconds, and named.
 */
final class LaneCheckStep implements Step, NicListener {
    private static final long BOUND_NANOS = 2_000_000_000L;
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private final Draft draft;
    private final Set<Integer> posted = new HashSet<>();
    private Optional<Gathering> gathering = Optional.empty();
    private long sinceNanos;
    private String trouble = "";

    LaneCheckStep(Draft draft) {
        this.draft = draft;
    }

    @Override
    public String name() {
        return "lane check";
    }

    @Override
    public boolean poll(long nowNanos) throws StepFailure {
        if (gathering.isEmpty()) {
            // All begin together, so that nobody's two seconds run out while another still connects.
            gathering =
                    Optional.of(draft.star.allGather(draft.offer.kind() + " lane check", new RecordWriter().toBytes()));
        }
        if (!gathering.get().isComplete()) {
            return false;
        }
        if (posted.isEmpty()) {
            sinceNanos = nowNanos;
        }
        draft.requests().forEach(this::post);
        draft.nic().poll(this);
        List<LaneRequest> missing = draft.requests().stream()
                .filter(r -> !posted.contains(r.lane()) || !hasArrived(r))
                .toList();
        if (missing.isEmpty() || nowNanos - sinceNanos <= BOUND_NANOS) {
            return missing.isEmpty()
                    && draft.requests().stream().allMatch(r -> draft.nic().backlogBytes(r.lane()) == 0);
        }
        List<String> words = new ArrayList<>();
        missing.forEach(r -> words.add("lane " + r.index() + " from rank " + r.peer() + " ("
                + draft.nic().describeLane(r.lane()) + ")"));
        throw new StepFailure("nothing came within 2 s over " + String.join(", ", words)
                + (trouble.isEmpty() ? "" : "; the NIC says: " + trouble));
    }

    private void post(LaneRequest request) {
        if (posted.contains(request.lane())) {
            return;
        }
        long source = base() + Draft.CHECK_BYTES / 2 + (long) request.lane() * RegionLayout.LINE_BYTES;
        WORD.setRelease(draft.region, source, wordOf(draft.star.rank(), request.index()));
        long target = line(draft.star.rank() * draft.lanesPerPeer + request.index());
        if (draft.nic().post(request.lane(), 0, 0, 0, 0, source, target, Nic.SIGNALED)) {
            posted.add(request.lane());
        }
    }

    private boolean hasArrived(LaneRequest request) {
        long seen = (long) WORD.getAcquire(draft.region, line(request.lane()));
        return seen == wordOf(request.peer(), request.index());
    }

    private long base() {
        return draft.layout().regionBytes();
    }

    /** Where the word of a lane arrives; lanes are numbered by their source at the receiver. */
    private long line(int lane) {
        return base() + (long) lane * RegionLayout.LINE_BYTES;
    }

    private long wordOf(int rank, int index) {
        return draft.star.session().low() ^ 0x6c61_6e65_0000_0000L ^ (rank * 64L + index + 1);
    }

    @Override
    public void completed(int lane, long workId, CompletionStatus status, int detail) {
        if (status != CompletionStatus.OK && trouble.isEmpty()) {
            trouble = draft.nic().describeLane(lane) + ": " + status.words();
        }
    }

    @Override
    public void happened(NicEvent event) {
        trouble = trouble.isEmpty() ? event.detail() : trouble;
    }
}
