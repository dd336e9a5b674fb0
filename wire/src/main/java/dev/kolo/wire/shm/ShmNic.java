package dev.kolo.wire.shm;

import dev.kolo.wire.memory.NativeWords;
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
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The NIC between ranks of one host. A post is a copy into the peer's mapping and a release store of the flag; peers may
 * also read this rank's region themselves. The end of a peer's process is seen through a descriptor of that process, so a
 * number that the kernel has given to another process since fools nobody.
 */
public final class ShmNic implements Nic {
    private static final int ROOM = 1024;
    /** What the kernel copies in one call without cutting it short. */
    private static final long MOST_AT_ONCE = 1L << 30;

    /** A look at the peers' processes costs a call of the kernel each: once in so many polls. */
    private static final int POLLS_PER_LOOK = 1024;

    private final ShmSettings settings;
    private final Arena arena = Arena.ofShared();
    private final Optional<KernelCalls> kernel;
    private final ProcessId own = ProcessId.own();
    private final CompletionQueue completions = new CompletionQueue(ROOM);
    private final List<NicEvent> events = new ArrayList<>();
    private final ShmPeer[] byLane;
    private final LaneRequest[] requests;
    private MemorySegment file = MemorySegment.NULL;
    private MemorySegment region = MemorySegment.NULL;
    private NativeWords words = new NativeWords(MemorySegment.NULL, 0);
    private long regionBytes;
    private int polls;
    private boolean named;
    private boolean frozen;
    private boolean closed;

    /** A NIC that has no memory yet. */
    public ShmNic(ShmSettings settings) {
        this.settings = settings;
        this.kernel = KernelCalls.bind(arena);
        this.byLane = new ShmPeer[settings.world()];
        this.requests = new LaneRequest[settings.world()];
    }

    @Override
    public String name() {
        return "shm";
    }

    @Override
    public NicCapabilities capabilities() {
        boolean direct = settings.directRead() && kernel.isPresent();
        for (ShmPeer peer : byLane) {
            direct &= peer == null || peer.directRead;
        }
        return new NicCapabilities(8, ROOM, SourceProof.POSTED, true, direct, false, false);
    }

    @Override
    public MemorySegment allocate(long bytes) throws NicException {
        if (named) {
            throw new NicException("a shm NIC has one region, and this one has it already");
        }
        ShmFile.sweep(settings.folder());
        file = ShmFile.create(
                settings.folder().resolve(fileName()),
                bytes,
                settings.session(),
                settings.rank(),
                own,
                settings.random(),
                arena);
        named = true;
        region = file.asSlice(ShmFile.HEADER_BYTES);
        words = new NativeWords(region, bytes);
        regionBytes = bytes;
        return region;
    }

    @Override
    public RegionRecord register(MemorySegment memory) throws NicException {
        if (memory.address() != region.address() || memory.byteSize() != region.byteSize()) {
            throw new NicException("the shm NIC registers the memory that it allocated, and no other");
        }
        String place = new ShmPlace(settings.bootId(), fileName(), own).text();
        return new RegionRecord(region.address(), region.byteSize(), List.of(), place);
    }

    @Override
    public LaneEndpoint openLane(LaneRequest request) throws NicException {
        if (request.index() != 0 || request.peer() >= settings.world() || request.lane() != request.peer()) {
            throw new NicException("the shm NIC has one lane a peer, asked for was lane " + request.index()
                    + " of rank " + request.peer());
        }
        requests[request.lane()] = request;
        return new LaneEndpoint(0, 0, 0, settings.bootId());
    }

    @Override
    public void connect(int lane, LaneEndpoint remote, RegionRecord remoteRegion) throws NicException {
        LaneRequest request = Objects.requireNonNull(requests[lane], "the lane was not opened");
        int peer = request.peer();
        ShmPlace place = ShmPlace.parse(peer, remoteRegion.place());
        if (!place.bootId().equals(settings.bootId())) {
            throw new NicException("rank " + peer + " runs on another machine (boot " + place.bootId() + ", here "
                    + settings.bootId() + "): the shm NIC joins ranks of one host; use the tcp NIC or RDMA");
        }
        MemorySegment theirs = ShmFile.open(
                settings.folder().resolve(place.file()), peer, remoteRegion.bytes(), settings.session(), arena);
        int pid = (int) place.process().pid();
        int descriptor = kernel.isPresent() ? kernel.get().openProcess(pid) : -1;
        long stampAddress = remoteRegion.address() - ShmFile.HEADER_BYTES + ShmFile.PROBE_OFFSET;
        boolean direct = descriptor >= 0 && probe(place, theirs, stampAddress);
        ShmPeer joined = new ShmPeer(peer, theirs, place.process(), descriptor, direct, stampAddress);
        byLane[lane] = joined;
        touch(theirs);
        joined.tell(settings.rank(), ShmFile.ATTACHED);
    }

    /** Faults every page in, so that no exchange pays for it; adding nothing keeps the compiler from leaving it out. */
    private static void touch(MemorySegment mapping) {
        for (long at = 0; at < mapping.byteSize(); at += 4096) {
            ShmPeer.WORD.getAndAdd(mapping, at, 0L);
        }
    }

    /**
     * Whether the kernel lets this process read the peer's memory: reads the peer's random word the other way and compares. A
     * process number of another namespace finds another process, or none, and fails here.
     */
    private boolean probe(ShmPlace place, MemorySegment theirs, long stampAddress) {
        MemorySegment word = arena.allocate(8, 8);
        KernelCalls calls = kernel.orElseThrow();
        return settings.directRead()
                && place.process().isRunning()
                && calls.read((int) place.process().pid(), stampAddress, word.address(), 8, stampAddress) == 16
                && word.get(ValueLayout.JAVA_LONG, 0) == theirs.get(ValueLayout.JAVA_LONG, ShmFile.PROBE_OFFSET);
    }

    @Override
    public LaneState laneState(int lane) {
        ShmPeer peer = byLane[lane];
        if (peer == null) {
            return requests[lane] == null ? LaneState.ABSENT : LaneState.OPEN;
        }
        if (peer.state == LaneState.CONNECTING && attached(peer.rank) != 0) {
            peer.state = LaneState.READY;
            unnameWhenAllAttached();
        }
        return peer.state;
    }

    private long attached(int peer) {
        return (long) ShmPeer.WORD.getAcquire(file, ShmFile.PEERS_OFFSET + 8L * peer);
    }

    private void unnameWhenAllAttached() {
        for (LaneRequest request : requests) {
            if (request != null && attached(request.peer()) == 0) {
                return;
            }
        }
        ShmFile.remove(settings.folder().resolve(fileName()));
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
        ShmPeer peer = byLane[lane];
        if (frozen || peer == null) {
            return false;
        }
        boolean announces = (options & ANNOUNCE) != 0;
        boolean flagged = flagRemoteOffset != NO_FLAG;
        if (bytes > 0 && !announces) {
            Objects.checkFromIndexSize(localOffset, bytes, regionBytes);
            Objects.checkFromIndexSize(remoteOffset, bytes, peer.bytes);
        }
        if (flagged) {
            Objects.checkFromIndexSize(flagSourceOffset, 8, regionBytes);
            Objects.checkFromIndexSize(flagRemoteOffset, announces ? 16 : 8, peer.bytes);
        }
        boolean failed = peer.state == LaneState.FAILED;
        boolean reports = (options & SIGNALED) != 0 || failed;
        if (reports && completions.isFull()) {
            return false;
        }
        if (!failed) {
            move(peer, localOffset, announces ? 0 : bytes, remoteOffset, flagSourceOffset, flagRemoteOffset, announces);
        }
        if (reports) {
            completions.add(lane, workId, failed ? CompletionStatus.SEVERED : CompletionStatus.OK);
        }
        return true;
    }

    private void move(
            ShmPeer peer,
            long localOffset,
            long bytes,
            long remoteOffset,
            long flagSourceOffset,
            long flagRemoteOffset,
            boolean announces) {
        if (bytes > 0) {
            MemorySegment.copy(region, localOffset, peer.region, remoteOffset, bytes);
        }
        if (flagRemoteOffset != NO_FLAG) {
            if (announces) {
                peer.words.write(flagRemoteOffset + 8, localOffset);
            }
            peer.words.release(flagRemoteOffset, words.read(flagSourceOffset));
        }
    }

    @Override
    public int poll(NicListener listener) {
        int done = completions.report(listener);
        polls++;
        if (polls % POLLS_PER_LOOK == 0) {
            look();
        }
        if (!events.isEmpty()) {
            List<NicEvent> happened = List.copyOf(events);
            events.clear();
            happened.forEach(listener::happened);
            done += happened.size();
        }
        return done;
    }

    /** Looks whether a peer's process has ended without leaving. */
    private void look() {
        for (int lane = 0; lane < byLane.length; lane++) {
            ShmPeer peer = byLane[lane];
            if (peer != null && peer.state != LaneState.FAILED && hasEnded(peer)) {
                peer.state = LaneState.FAILED;
                if (attached(peer.rank) != ShmFile.LEFT) {
                    gone(lane, peer);
                }
            }
        }
    }

    private boolean hasEnded(ShmPeer peer) {
        return peer.descriptor >= 0 ? kernel.orElseThrow().hasEnded(peer.descriptor) : !peer.process.isRunning();
    }

    private void gone(int lane, ShmPeer peer) {
        String detail = "the process of rank " + peer.rank + " (pid " + peer.process.pid() + ") has ended";
        events.add(new NicEvent(NicEvent.Kind.PEER_GONE, peer.rank, -1, detail));
        events.add(new NicEvent(NicEvent.Kind.LANE_FAILED, peer.rank, lane, detail));
    }

    @Override
    public long backlogBytes(int lane) {
        return 0;
    }

    @Override
    public Optional<MemorySegment> peerMemory(int peer) {
        ShmPeer joined = byLane[peer];
        return joined == null ? Optional.empty() : Optional.of(joined.region);
    }

    @Override
    public boolean readPeer(int peer, long remoteAddress, MemorySegment target, long targetOffset, long bytes) {
        ShmPeer joined = byLane[peer];
        Objects.checkFromIndexSize(targetOffset, bytes, target.byteSize());
        if (joined == null || joined.descriptor < 0 || joined.state == LaneState.FAILED || closed) {
            return false;
        }
        KernelCalls calls = kernel.orElseThrow();
        for (long at = 0; at < bytes; at += MOST_AT_ONCE) {
            long part = Math.min(bytes - at, MOST_AT_ONCE);
            long read = calls.read(
                    (int) joined.process.pid(),
                    remoteAddress + at,
                    target.address() + targetOffset + at,
                    part,
                    joined.stampAddress);
            // The stamp came out of the same address space in the same call, after the payload: no process that got the
            // number since has it there, nor a rank whose buffers went back to their caller meanwhile.
            if (read != part + 8 || calls.stamp() != joined.stamp) {
                return refused(
                        peer,
                        joined,
                        "process_vm_readv of " + part + " bytes from rank " + peer + " (pid " + joined.process.pid()
                                + ") gave " + (read < 0 ? "errno " + calls.lastError() : (read - 8) + " bytes")
                                + (read == part + 8 ? " of another process, or of a call that had ended" : ""));
            }
        }
        return true;
    }

    /** The stamp comes after the payload in a read, so that it tells whether the payload was still what had been announced. */
    @Override
    public void endReads() {
        if (named && !closed) {
            file.set(ValueLayout.JAVA_LONG, ShmFile.PROBE_OFFSET, ~settings.random());
            VarHandle.fullFence();
        }
    }

    private boolean refused(int lane, ShmPeer peer, String why) {
        peer.state = LaneState.FAILED;
        if (hasEnded(peer)) {
            gone(lane, peer);
        } else {
            events.add(new NicEvent(NicEvent.Kind.LANE_FAILED, peer.rank, lane, why));
        }
        return false;
    }

    @Override
    public String describeLane(int lane) {
        ShmPeer peer = byLane[lane];
        return peer == null
                ? "shm lane to rank " + lane + ", not joined"
                : "shm lane to rank " + peer.rank + ", pid " + peer.process.pid();
    }

    @Override
    public void freeze() {
        frozen = true;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        freeze();
        for (ShmPeer peer : byLane) {
            if (peer != null) {
                peer.tell(settings.rank(), ShmFile.LEFT);
                peer.state = LaneState.FAILED;
                if (peer.descriptor >= 0) {
                    kernel.orElseThrow().close(peer.descriptor);
                }
            }
        }
        if (named) {
            ShmFile.remove(settings.folder().resolve(fileName()));
        }
        arena.close();
    }

    private String fileName() {
        return "kolo-shm-" + HexFormat.of().formatHex(settings.session().toBytes()) + "-r" + settings.rank() + "-"
                + HexFormat.of().toHexDigits(settings.random());
    }
}
