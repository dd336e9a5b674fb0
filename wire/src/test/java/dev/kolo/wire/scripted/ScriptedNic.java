package dev.kolo.wire.scripted;

import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.LaneState;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicCapabilities;
import dev.kolo.wire.nic.NicCapabilities.SourceProof;
import dev.kolo.wire.nic.NicEvent;
import dev.kolo.wire.nic.NicListener;
import dev.kolo.wire.nic.RegionRecord;
import dev.kolo.wire.scripted.ScriptedFabric.Request;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** One rank's end of a {@link ScriptedFabric}. */
public final class ScriptedNic implements Nic {
    private static final int OUTSTANDING = 8;

    private record Completion(int lane, long workId, CompletionStatus status) {}

    private final ScriptedFabric fabric;
    private final int rank;
    private final Arena arena = Arena.ofAuto();
    private MemorySegment region = MemorySegment.NULL;
    private final ArrayDeque<Completion> completions = new ArrayDeque<>();
    private final ArrayDeque<NicEvent> events = new ArrayDeque<>();
    private final Map<Integer, LaneState> states = new HashMap<>();
    private final Map<Long, Long> before = new HashMap<>();
    private final Set<Integer> dead = new HashSet<>();
    private boolean frozen;
    private boolean closed;
    private int inlineBytes = 8;
    private boolean hardwareOrdered;

    ScriptedNic(ScriptedFabric fabric, int rank) {
        this.fabric = fabric;
        this.rank = rank;
    }

    int rank() {
        return rank;
    }

    /** The region's memory, as a debugger would see it. */
    public MemorySegment memory() {
        return region;
    }

    /** A lane loses whatever is sent from now on and reports it. */
    public void killLane(int lane) {
        dead.add(lane);
    }

    boolean isDead(int lane) {
        return dead.contains(lane);
    }

    boolean isClosed() {
        return closed;
    }

    /** The NIC reports something at its next poll. */
    public void event(NicEvent event) {
        events.add(event);
    }

    /** Flags travel as memory, not in the request. */
    public void withoutInlining() {
        inlineBytes = 0;
    }

    /** What orders payload and flag is the NIC alone, as with RDMA. */
    public void writesByItself() {
        hardwareOrdered = true;
    }

    void setFlag(long at, long word) {
        before.put(at, region.get(ValueLayout.JAVA_LONG, at));
        region.set(ValueLayout.JAVA_LONG, at, word);
    }

    long wordBefore(long at) {
        return region.get(ValueLayout.JAVA_LONG, at);
    }

    void complete(Request request, CompletionStatus status) {
        if (request.signaled() || status != CompletionStatus.OK) {
            completions.add(new Completion(request.lane(), request.workId(), status));
        }
    }

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public NicCapabilities capabilities() {
        return new NicCapabilities(
                inlineBytes, OUTSTANDING, fabric.proof(), fabric.peerReadable(), false, false, hardwareOrdered);
    }

    @Override
    public MemorySegment allocate(long bytes) {
        return arena.allocate(bytes, 4096);
    }

    @Override
    public RegionRecord register(MemorySegment memory) {
        region = memory;
        return new RegionRecord(memory.address(), memory.byteSize(), List.of(), "");
    }

    @Override
    public LaneEndpoint openLane(LaneRequest request) {
        states.put(request.lane(), LaneState.OPEN);
        return new LaneEndpoint(rank * 100 + request.lane(), 0, 0, "");
    }

    @Override
    public void connect(int lane, LaneEndpoint remote, RegionRecord remoteRegion) {
        states.put(lane, LaneState.READY);
    }

    @Override
    public LaneState laneState(int lane) {
        return dead.contains(lane) ? LaneState.FAILED : states.getOrDefault(lane, LaneState.ABSENT);
    }

    @Override
    public boolean post(
            int lane,
            long workId,
            long localOffset,
            long bytes,
            long remoteOffset,
            long flagSourceOffset,
            long flagRemoteOffset,
            int options) {
        if (frozen) {
            return false;
        }
        MemorySegment remote = fabric.nic(lane / fabric.lanesPerPeer()).region;
        if (bytes > 0 && (options & ANNOUNCE) == 0) {
            Objects.checkFromIndexSize(localOffset, bytes, region.byteSize());
            Objects.checkFromIndexSize(remoteOffset, bytes, remote.byteSize());
        }
        if (flagRemoteOffset >= 0) {
            Objects.checkFromIndexSize(flagSourceOffset, 8, region.byteSize());
            Objects.checkFromIndexSize(flagRemoteOffset, 8, remote.byteSize());
        }
        if (fabric.waiting(rank, lane) >= OUTSTANDING) {
            return false;
        }
        boolean inline = (options & INLINE_FLAG) != 0 && inlineBytes >= 8;
        boolean copies = fabric.proof() == SourceProof.POSTED;
        long word = flagRemoteOffset < 0 ? 0 : region.get(ValueLayout.JAVA_LONG, flagSourceOffset);
        fabric.take(new Request(
                this,
                lane,
                workId,
                localOffset,
                bytes,
                remoteOffset,
                flagSourceOffset,
                flagRemoteOffset,
                (options & SIGNALED) != 0,
                inline || copies,
                word,
                (options & ANNOUNCE) != 0));
        return true;
    }

    @Override
    public int poll(NicListener listener) {
        int work = 0;
        while (!completions.isEmpty()) {
            Completion done = completions.remove();
            listener.completed(
                    done.lane(), done.workId(), done.status(), done.status() == CompletionStatus.OK ? 0 : 12);
            work++;
        }
        while (!events.isEmpty()) {
            listener.happened(events.remove());
            work++;
        }
        return work;
    }

    @Override
    public long backlogBytes(int lane) {
        return 0;
    }

    @Override
    public Optional<MemorySegment> peerMemory(int peer) {
        return fabric.peerReadable() ? Optional.of(fabric.nic(peer).region) : Optional.empty();
    }

    @Override
    public String describeLane(int lane) {
        return "scripted0 lane " + lane % fabric.lanesPerPeer() + " to rank " + lane / fabric.lanesPerPeer();
    }

    @Override
    public void freeze() {
        frozen = true;
    }

    @Override
    public void close() {
        freeze();
        closed = true;
    }
}
