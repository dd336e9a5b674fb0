package dev.kolo.sim.fabric;

import dev.kolo.sim.core.Draw;
import dev.kolo.sim.core.Trace.Kind;
import dev.kolo.wire.layout.FlagWord;
import dev.kolo.wire.nic.CompletionQueue;
import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.LaneState;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicCapabilities;
import dev.kolo.wire.nic.NicCapabilities.SourceProof;
import dev.kolo.wire.nic.NicEvent;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.nic.NicListener;
import dev.kolo.wire.nic.RegionRecord;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One process's NIC on a simulated fabric. */
public final class SimNic implements Nic {
    private static final MemorySegment NO_REGION = MemorySegment.NULL;
    private static final int COMPLETIONS = 1 << 14;
    /** A key that every process gets where keys are reused. */
    private static final int SAME_KEY = 0x1717;

    final Draw draw;
    private final Fabric fabric;
    private final SimHost host;
    private final int rank;
    private final int lanesPerPeer;
    private final int key;
    private final boolean isFirst;
    private final @Nullable QueuePair[] lanes;
    private final CompletionQueue completions = new CompletionQueue(COMPLETIONS);
    private final ArrayDeque<NicEvent> events = new ArrayDeque<>();
    private MemorySegment region = NO_REGION;
    private Runnable onChange = () -> {};
    private long staleMillionths;
    private long unorderedFrom = Long.MAX_VALUE;
    private boolean frozen;
    private boolean gone;

    /**
     * A NIC without lanes.
     *
     * @param isFirst whether no process of this host had one before
     */
    SimNic(Fabric fabric, SimHost host, int rank, int lanesPerPeer, Draw draw, boolean isFirst) {
        this.isFirst = isFirst;
        this.fabric = fabric;
        this.host = host;
        this.rank = rank;
        this.lanesPerPeer = lanesPerPeer;
        this.draw = draw;
        key = fabric.terms().reusesNumbers() ? SAME_KEY : (int) draw.next();
        lanes = new QueuePair[fabric.cabling().world() * lanesPerPeer];
    }

    /** The process's rank. */
    public int rank() {
        return rank;
    }

    /** Whoever polls this NIC is told that something has changed that it may want to see. */
    public void onChange(Runnable told) {
        onChange = told;
    }

    /** So many of a million inlined flags carry what their place in the send queue held before, as one posting path did. */
    public void sendStaleFlags(long millionths) {
        staleMillionths = millionths;
    }

    /** What arrives from this offset of the region on is seen in any order, also after the flag that was sent behind it. */
    public void promisesNoOrderFrom(long offset) {
        unorderedFrom = offset;
    }

    boolean promisesOrderAt(long offset) {
        return offset < unorderedFrom;
    }

    /** The process has died: its lanes and its memory are gone, and nobody is told. */
    public void die() {
        close();
    }

    int hostNumber() {
        return host.number;
    }

    int key() {
        return key;
    }

    boolean isGone() {
        return gone || host.isDown();
    }

    boolean holds(long offset, long bytes) {
        return offset >= 0 && offset + bytes <= region.byteSize();
    }

    /** The region itself, as a debugger would see it. */
    public MemorySegment region() {
        return region;
    }

    MemorySegment memory() {
        return region;
    }

    /** A copy of what stands in the region, as a debugger would see it. */
    public byte[] read(long offset, int bytes) {
        byte[] copy = new byte[bytes];
        MemorySegment.copy(region, ValueLayout.JAVA_BYTE, offset, copy, 0, bytes);
        return copy;
    }

    static byte[] bytesOf(long word) {
        byte[] bytes = new byte[8];
        MemorySegment.ofArray(bytes).set(ValueLayout.JAVA_LONG_UNALIGNED, 0, word);
        return bytes;
    }

    /** The word that eight bytes are in memory. */
    public static long wordOf(byte[] bytes) {
        return MemorySegment.ofArray(bytes).get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
    }

    void changed() {
        if (!gone) {
            onChange.run();
        }
    }

    void complete(int lane, long workId, CompletionStatus how) {
        fabric.agenda().in(fabric.terms().completePicos(), () -> {
            if (!isGone()) {
                completions.add(lane, workId, how);
                changed();
            }
        });
    }

    void laneFailed(QueuePair pair, CompletionStatus how) {
        fabric.watchers().forEach(w -> w.laneFailed(this, pair.peer));
        events.add(new NicEvent(
                NicEvent.Kind.LANE_FAILED, pair.peer, pair.lane, describeLane(pair.lane) + ": " + how.words() + "."));
        changed();
    }

    @Override
    public String name() {
        return "sim";
    }

    @Override
    public NicCapabilities capabilities() {
        FabricTerms terms = fabric.terms();
        return new NicCapabilities(
                terms.inlineBytes(), terms.depth(), SourceProof.COMPLETED, false, false, false, false);
    }

    @Override
    public MemorySegment allocate(long bytes) {
        return fabric.arena().allocate(bytes, 4096);
    }

    @Override
    public RegionRecord register(MemorySegment memory) {
        region = memory;
        return new RegionRecord(0x1000_0000L, memory.byteSize(), List.of(key), "");
    }

    @Override
    public LaneEndpoint openLane(LaneRequest request) throws NicException {
        if (!fabric.cabling().reach().joins(rank, request.peer())) {
            throw new NicException("host " + rank + " has no path to host " + request.peer());
        }
        // A quarter begins close to the end, so that numbers wrap. In a first session alone: two sessions that draw
        // from so few numbers would meet each other's late frames, as those that draw from all do not.
        int drawn =
                draw.oneIn(4) && isFirst ? QueuePair.PSN_MASK - draw.below(40) : (int) draw.next() & QueuePair.PSN_MASK;
        int psn = fabric.terms().reusesPsns() ? 1000 * request.lane() : drawn;
        Route route = fabric.route(rank, request.peer(), request.index());
        QueuePair pair = new QueuePair(this, fabric, host, request.lane(), request.peer(), psn, route);
        lanes[request.lane()] = pair;
        host.put(pair);
        return new LaneEndpoint(pair.number, psn, fabric.terms().mtuBytes(), "host" + rank);
    }

    @Override
    public void connect(int lane, LaneEndpoint remote, RegionRecord remoteRegion) {
        pair(lane).connect(remote, remoteRegion.keys().getFirst(), remoteRegion.bytes());
    }

    private QueuePair pair(int lane) {
        return Objects.requireNonNull(lanes[lane], () -> "lane " + lane + " of rank " + rank + " was not opened");
    }

    @Override
    public LaneState laneState(int lane) {
        QueuePair pair = lanes[lane];
        return pair == null ? LaneState.ABSENT : pair.state();
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
        if (frozen || gone) {
            return false;
        }
        QueuePair pair = pair(lane);
        if (bytes > 0) {
            Objects.checkFromIndexSize(localOffset, bytes, region.byteSize());
            Objects.checkFromIndexSize(remoteOffset, bytes, pair.remoteBytes());
        }
        if (flagRemoteOffset >= 0) {
            Objects.checkFromIndexSize(flagSourceOffset, 8, region.byteSize());
            Objects.checkFromIndexSize(flagRemoteOffset, 8, pair.remoteBytes());
        }
        if (!pair.hasRoom()) {
            return false;
        }
        Request request = new Request(
                rank, pair.peer, workId, localOffset, bytes, remoteOffset, flagSourceOffset, flagRemoteOffset, options);
        if (flagRemoteOffset >= 0) {
            request.postedWord = region.get(ValueLayout.JAVA_LONG, flagSourceOffset);
        }
        fabric.trace().note(Kind.POST, rank, pair.peer, request.postedWord, bytes, words(request));
        for (FabricWatcher watcher : fabric.watchers()) {
            watcher.posted(this, request);
        }
        boolean inlines = (options & INLINE_FLAG) != 0
                && flagRemoteOffset >= 0
                && fabric.terms().inlineBytes() >= 8;
        pair.take(request, inlines, staleMillionths);
        return true;
    }

    private String words(Request request) {
        if (!fabric.trace().keeps()) {
            return "";
        }
        return request.bytes + " B"
                + (request.hasFlag() ? ", " + FlagWord.words(request.postedWord) : ", without a flag");
    }

    @Override
    public int poll(NicListener listener) {
        int work = completions.report(listener);
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
        return Optional.empty();
    }

    @Override
    public String describeLane(int lane) {
        QueuePair pair = lanes[lane];
        return "sim" + host.number + " lane " + lane % lanesPerPeer + " to rank " + lane / lanesPerPeer
                + (pair == null ? "" : " qp 0x" + Integer.toHexString(pair.number));
    }

    @Override
    public void freeze() {
        frozen = true;
    }

    @Override
    public void close() {
        freeze();
        gone = true;
        Arrays.stream(lanes).filter(Objects::nonNull).forEach(host::remove);
    }
}
