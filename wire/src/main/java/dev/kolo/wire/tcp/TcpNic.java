package dev.kolo.wire.tcp;

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
import dev.kolo.wire.record.RecordException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The NIC over TCP. A request's frame is written into the peer's region by the peer's own {@link #poll}, so arrivals need
 * polling; otherwise it promises what a real NIC promises. A connection that ends, a frame that is damaged or of another
 * session fails its lane for good: nothing is connected again inside a session.
 */
public final class TcpNic implements Nic {
    private static final int COMPLETIONS = 4096;
    private static final int PAGE_BYTES = 4096;

    private final TcpSettings settings;
    private final Arena arena = Arena.ofShared();
    private final CompletionQueue completions = new CompletionQueue(COMPLETIONS);
    private final List<NicEvent> events = new ArrayList<>();
    private final TcpLane[] lanes;
    private final SecureRandom random = new SecureRandom();
    private final Door door;
    private MemorySegment region = MemorySegment.NULL;
    /**
     * The region as a buffer that belongs to no arena where possible: a call that writes several buffers allocates 80 bytes
     * for those that do.
     */
    private ByteBuffer regionView = ByteBuffer.allocate(0);

    private final Loan loan = new Loan();

    private boolean frozen;
    private boolean closed;

    /**
     * A NIC that listens already: peers learn its address from {@link #openLane}.
     *
     * @throws NicException when the address cannot be listened at
     */
    public TcpNic(TcpSettings settings) throws NicException {
        this.settings = settings;
        this.lanes = new TcpLane[settings.world() * settings.lanesPerPeer()];
        this.door = new Door(settings);
    }

    @Override
    public String name() {
        return "tcp";
    }

    @Override
    public NicCapabilities capabilities() {
        return new NicCapabilities(8, SendQueue.ROOM, SourceProof.COMPLETED, false, false, true, false);
    }

    @Override
    public MemorySegment allocate(long bytes) throws NicException {
        if (bytes > Integer.MAX_VALUE) {
            throw new NicException("a region of the TCP NIC has at most 2 GiB, asked for were " + bytes + " bytes");
        }
        try {
            regionView = ByteBuffer.allocateDirect((int) Math.addExact(bytes, PAGE_BYTES))
                    .alignedSlice(PAGE_BYTES)
                    .limit((int) bytes)
                    .slice();
            return endingWithArena(regionView);
        } catch (OutOfMemoryError | ArithmeticException moreThanTheJvmAllows) {
            return arena.allocate(bytes, PAGE_BYTES);
        }
    }

    /** The buffer's memory, not to be reached once the NIC is closed; whoever holds the memory holds the buffer. */
    @SuppressWarnings("restricted") // the memory of the buffer and no byte more
    private MemorySegment endingWithArena(ByteBuffer view) {
        MemorySegment memory = MemorySegment.ofBuffer(view);
        return MemorySegment.ofAddress(memory.address()).reinterpret(memory.byteSize(), arena, ended -> view.limit(0));
    }

    /** Any native memory below 2 GiB will do. */
    @Override
    public RegionRecord register(MemorySegment memory) throws NicException {
        if (!memory.isNative() || memory.byteSize() > Integer.MAX_VALUE) {
            throw new NicException("the TCP NIC registers native memory of at most 2 GiB, got " + memory.byteSize()
                    + " bytes, native: " + memory.isNative());
        }
        region = memory;
        MemorySegment own = MemorySegment.ofBuffer(regionView);
        if (memory.address() != own.address() || memory.byteSize() != own.byteSize()) {
            regionView = memory.asByteBuffer();
        }
        return new RegionRecord(0, memory.byteSize(), List.of(), "");
    }

    @Override
    public LaneEndpoint openLane(LaneRequest request) throws NicException {
        if (region.byteSize() == 0) {
            throw new NicException("the TCP NIC opens lanes after its region was registered");
        }
        SendQueue sends = new SendQueue(request.lane(), settings.session(), completions);
        sends.send(region, regionView.duplicate(), loan);
        TcpLane lane = new TcpLane(request, random.nextInt(), sends);
        lanes[request.lane()] = lane;
        return new LaneEndpoint(lane.ownNumber, 0, 0, door.address());
    }

    @Override
    public void connect(int lane, LaneEndpoint remote, RegionRecord remoteRegion) throws NicException {
        TcpLane opened = Objects.requireNonNull(lanes[lane], "the lane was not opened");
        InetSocketAddress address = Door.parse(opened.request.peer(), remote.address());
        opened.remote = Optional.of(remote);
        opened.remoteRegionBytes = remoteRegion.bytes();
        opened.receiver = Optional.of(new Receiver(settings.session(), region, regionView.duplicate()));
        opened.state = LaneState.CONNECTING;
        if (opened.calls()) {
            try {
                Handshake.call(opened, address, settings);
            } catch (IOException e) {
                throw new NicException(
                        opened.label() + " cannot be called from "
                                + settings.listenAddress().getHostAddress() + ": " + e.getMessage(),
                        e);
            }
        }
    }

    @Override
    public LaneState laneState(int lane) {
        return lanes[lane] == null ? LaneState.ABSENT : lanes[lane].state;
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
        TcpLane opened = lanes[lane];
        if (frozen || opened == null || opened.state.compareTo(LaneState.READY) < 0) {
            return false;
        }
        if ((options & ANNOUNCE) != 0) {
            throw new UnsupportedOperationException("peers do not read a TCP NIC's memory");
        }
        if (bytes > 0) {
            Objects.checkFromIndexSize(localOffset, bytes, region.byteSize());
            Objects.checkFromIndexSize(remoteOffset, bytes, opened.remoteRegionBytes);
        }
        if (flagRemoteOffset != NO_FLAG) {
            Objects.checkFromIndexSize(flagSourceOffset, 8, region.byteSize());
            Objects.checkFromIndexSize(flagRemoteOffset, 8, opened.remoteRegionBytes);
        }
        // Every request of every lane must find room for its completion, should all of them fail at once.
        if (opened.sends.isFull() || completions.size() + outstanding() >= COMPLETIONS) {
            return false;
        }
        if (opened.state == LaneState.FAILED) {
            completions.add(lane, workId, CompletionStatus.SEVERED);
            return true;
        }
        opened.sends.add(workId, localOffset, bytes, remoteOffset, flagSourceOffset, flagRemoteOffset, options);
        send(opened);
        return true;
    }

    private int outstanding() {
        int queued = 0;
        for (TcpLane lane : lanes) {
            queued += lane == null ? 0 : lane.sends.size();
        }
        return queued;
    }

    @Override
    public int poll(NicListener listener) {
        int done = 0;
        for (TcpLane lane : lanes) {
            if (lane != null && lane.state == LaneState.READY) {
                done += send(lane);
                done += receive(lane);
            } else if (lane != null && lane.state == LaneState.CONNECTING) {
                done += greet(lane);
            }
        }
        if (door.isOpen()) {
            door.attend(lanes);
        }
        done += completions.report(listener);
        if (!events.isEmpty()) {
            List<NicEvent> happened = List.copyOf(events);
            events.clear();
            happened.forEach(listener::happened);
            done += happened.size();
        }
        return done;
    }

    private int greet(TcpLane lane) {
        try {
            return Handshake.advance(lane, settings) ? 1 : 0;
        } catch (IOException e) {
            fail(lane, "the connection to " + lane.label() + " did not come about: " + e.getMessage());
        } catch (RecordException e) {
            fail(lane, "what answers for " + lane.label() + " is not this session's rank: " + e.getMessage());
        }
        return 1;
    }

    private int send(TcpLane lane) {
        try {
            return lane.channel.isPresent() ? lane.sends.pump(lane.channel.get()) : 0;
        } catch (IOException e) {
            // What the peer had sent before may still be there to be read, its goodbye among it.
            receive(lane);
            fail(lane, "the connection to " + lane.label() + " broke: " + e.getMessage());
            return 1;
        }
    }

    private int receive(TcpLane lane) {
        if (lane.receiver.isEmpty() || lane.channel.isEmpty() || lane.state != LaneState.READY) {
            return 0;
        }
        Receiver receiver = lane.receiver.get();
        try {
            int read = receiver.pump(lane.channel.get());
            if (receiver.hasEnded() || receiver.hasLeft()) {
                fail(lane, "the connection to " + lane.label() + " ended without goodbye");
            }
            return read;
        } catch (IOException e) {
            fail(lane, "the connection to " + lane.label() + " broke: " + e.getMessage());
        } catch (RecordException e) {
            fail(lane, lane.label() + " sent what no rank of this session sends: " + e.getMessage());
        }
        return 1;
    }

    private void fail(TcpLane lane, String detail) {
        if (lane.state == LaneState.FAILED) {
            return;
        }
        boolean left = lane.receiver.map(Receiver::hasLeft).orElse(false);
        lane.state = LaneState.FAILED;
        lane.sends.fail();
        lane.channel.ifPresent(Handshake::closeQuietly);
        if (!left) {
            events.add(new NicEvent(NicEvent.Kind.LANE_FAILED, lane.request.peer(), lane.request.lane(), detail));
        }
    }

    /** Ends the connection of a lane as a cable that is cut does; for tests of what follows. */
    void breakConnection(int lane) {
        TcpLane opened = Objects.requireNonNull(lanes[lane], "the lane was not opened");
        opened.channel.ifPresent(Handshake::closeQuietly);
    }

    /** Sends a header's length of nonsense on a lane; for tests of what follows. */
    void garble(int lane) throws IOException {
        TcpLane opened = Objects.requireNonNull(lanes[lane], "the lane was not opened");
        opened.channel.orElseThrow().write(ByteBuffer.wrap(new byte[TcpHeader.BYTES]));
    }

    @Override
    public boolean lend(long offset, long bytes, MemorySegment source, long sourceOffset) {
        Objects.checkFromIndexSize(offset, bytes, region.byteSize());
        Objects.checkFromIndexSize(sourceOffset, bytes, source.byteSize());
        takeBack();
        return loan.take(offset, bytes, source, sourceOffset);
    }

    @Override
    public void takeBack() {
        if (!loan.stands()) {
            return;
        }
        for (TcpLane lane : lanes) {
            if (lane != null && !lane.sends.takeBack()) {
                fail(lane, "what was to go to " + lane.label() + " lay in memory that was closed before it was sent");
            }
        }
        loan.end();
    }

    @Override
    public boolean land(int lane, long offset, long bytes, MemorySegment target, long targetOffset) {
        Objects.checkFromIndexSize(offset, bytes, region.byteSize());
        Objects.checkFromIndexSize(targetOffset, bytes, target.byteSize());
        TcpLane opened = lanes[lane];
        if (opened == null || opened.receiver.isEmpty() || opened.state != LaneState.READY) {
            return false;
        }
        opened.receiver.get().land(offset, bytes, target, targetOffset);
        return true;
    }

    @Override
    public boolean landed(int lane) {
        TcpLane opened = lanes[lane];
        return opened != null
                && opened.receiver.isPresent()
                && opened.receiver.get().landed();
    }

    @Override
    public long backlogBytes(int lane) {
        return lanes[lane] == null ? 0 : lanes[lane].sends.backlogBytes();
    }

    @Override
    public Optional<MemorySegment> peerMemory(int peer) {
        return Optional.empty();
    }

    @Override
    public String describeLane(int lane) {
        TcpLane opened = lanes[lane];
        return opened == null
                ? "TCP lane " + lane + ", not opened"
                : "TCP from " + door.address() + " to " + opened.label();
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
        door.close();
        for (TcpLane lane : lanes) {
            if (lane != null && lane.channel.isPresent()) {
                if (lane.state == LaneState.READY) {
                    Handshake.leave(lane);
                }
                Handshake.closeQuietly(lane.channel.get());
                lane.state = LaneState.FAILED;
            }
        }
        arena.close();
    }
}
