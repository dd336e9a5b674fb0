package dev.kolo.verbs.nic;

import dev.kolo.verbs.device.Devices;
import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.LaneState;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicCapabilities;
import dev.kolo.wire.nic.NicCapabilities.SourceProof;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.nic.NicListener;
import dev.kolo.wire.nic.RegionRecord;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The NIC over libibverbs: one RC queue pair a lane, payload and flag chained on it, one completion queue a device. Devices
 * are opened when their first lane is, so that those without lanes have no queue pair and no registered memory.
 *
 * <p>{@link #register} takes any native memory: its own, a mapping of a file in shared memory, or huge pages. Whatever it
 * takes stays locked until {@link #close}.
 *
 * <p>A lane that failed posts nothing more: its queue pair goes to the error state, all that was posted after the failure is
 * reported as flushed, and later requests complete with an error. Completions that still come of it are of no consequence.
 */
public final class VerbsNic implements Nic {
    private static final int PSN_BITS = 24;

    private final VerbsSettings settings;
    private final Devices devices;
    private final RecentNumbers recent;
    private final Arena structures = Arena.ofShared();
    private final Arena memory = Arena.ofShared();
    private final SecureRandom random = new SecureRandom();
    private final Map<String, DeviceInUse> inUse = new TreeMap<>();
    private final VerbsLane[] lanes;
    private final CompletionReaper reaper;
    private MemorySegment region = MemorySegment.NULL;
    private boolean frozen;
    private boolean closed;

    /**
     * A NIC that has opened nothing yet.
     *
     * @param devices the devices of this host
     * @param recent numbers of queue pairs that rest, one for the process
     */
    public VerbsNic(VerbsSettings settings, Devices devices, RecentNumbers recent) {
        this.settings = settings;
        this.devices = devices;
        this.recent = recent;
        this.lanes = new VerbsLane[settings.world() * settings.lanesPerPeer()];
        this.reaper = new CompletionReaper(lanes, new DeviceEvents(devices.calls(), structures));
    }

    @Override
    public String name() {
        return "verbs";
    }

    @Override
    public NicCapabilities capabilities() {
        int inline = Integer.MAX_VALUE;
        int depth = settings.tuning().queueDepth();
        for (VerbsLane lane : lanes) {
            if (lane != null) {
                inline = Math.min(inline, lane.pair.inlineBytes());
                depth = Math.min(depth, lane.pair.depth());
            }
        }
        // Soft RoCE places payload by a CPU of the peer, in order; a device's order in memory is its own promise.
        boolean hardware = settings.ports().stream().anyMatch(p -> !p.soft());
        return new NicCapabilities(
                inline == Integer.MAX_VALUE ? 0 : inline, depth, SourceProof.COMPLETED, false, false, false, hardware);
    }

    @Override
    public MemorySegment allocate(long bytes) {
        return memory.allocate(bytes, 4096);
    }

    /** Takes the memory; each device registers it when its first lane opens. The keys travel with the lanes. */
    @Override
    public RegionRecord register(MemorySegment given) throws NicException {
        if (!given.isNative() || given.isReadOnly() || given.byteSize() == 0) {
            throw new NicException("the verbs NIC registers native memory that can be written, got "
                    + (given.isNative() ? given.byteSize() + " bytes" : "memory of the Java heap")
                    + (given.isReadOnly() ? ", read-only" : ""));
        }
        if (region.byteSize() != 0) {
            throw new NicException("a verbs NIC has one region, and this one has it already");
        }
        region = given;
        return new RegionRecord(given.address(), given.byteSize(), List.of(), "");
    }

    @Override
    public LaneEndpoint openLane(LaneRequest request) throws NicException {
        if (region.byteSize() == 0) {
            throw new NicException("the verbs NIC opens lanes after its region was registered");
        }
        VerbsPort port = portOf(request);
        DeviceInUse device = inUse.get(port.device());
        if (device == null) {
            device = use(port);
        }
        VerbsLane lane = new VerbsLane(request, device, makePair(device), structures, region);
        lanes[request.lane()] = lane;
        reaper.opened(lane);
        return lane.endpoint();
    }

    private VerbsPort portOf(LaneRequest request) throws NicException {
        if (request.path().isEmpty()) {
            return settings.ports().getFirst();
        }
        String wanted = request.path().get().deviceOf(settings.rank()).name();
        return settings.ports().stream()
                .filter(p -> p.device().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new NicException("pairing chose " + wanted + " for lane " + request.index()
                        + " to rank " + request.peer() + ", and this rank offers "
                        + settings.ports().stream().map(VerbsPort::device).toList()));
    }

    private DeviceInUse use(VerbsPort port) throws NicException {
        int wanted = (settings.world() - 1)
                * settings.lanesPerPeer()
                * settings.tuning().queueDepth();
        DeviceInUse device =
                new DeviceInUse(devices, port, structures, region, Math.min(wanted, port.maxCompletions()));
        inUse.put(port.device(), device);
        reaper.use(device);
        return device;
    }

    /** A number that was in use a short while ago is held back until another one is found. */
    private QueuePair makePair(DeviceInUse device) throws NicException {
        List<QueuePair> held = new ArrayList<>();
        try {
            while (true) {
                QueuePair pair = QueuePair.create(
                        devices.calls(),
                        device.port(),
                        settings.tuning(),
                        device.domain(),
                        device.queue(),
                        random.nextInt(1 << PSN_BITS));
                if (!recent.rests(device.port().device(), pair.number(), System.nanoTime())) {
                    return pair;
                }
                held.add(pair);
            }
        } finally {
            held.forEach(QueuePair::destroy);
        }
    }

    @Override
    public void connect(int lane, LaneEndpoint remote, RegionRecord remoteRegion) throws NicException {
        Objects.requireNonNull(lanes[lane], "the lane was not opened").connect(remote, remoteRegion);
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
        VerbsLane to = lanes[lane];
        // One test for the common case; what is rare is told apart behind it.
        if (to == null || to.state != LaneState.READY || frozen || (options & ANNOUNCE) != 0) {
            if (frozen || to == null || !to.wasReady()) {
                return false;
            }
            if ((options & ANNOUNCE) != 0) {
                throw new UnsupportedOperationException("peers do not read a verbs NIC's memory");
            }
        }
        int requests = to.requestsFor(localOffset, bytes, remoteOffset, flagSourceOffset, flagRemoteOffset);
        boolean signaled = (options & SIGNALED) != 0;
        if (to.state != LaneState.READY || requests == 0) {
            return reaper.completeWithoutDevice(to, workId, signaled);
        }
        if (to.log.room() < requests) {
            return false;
        }
        // What the caller wrote to its sources is there before the device is told.
        VarHandle.releaseFence();
        boolean inlined = (options & INLINE_FLAG) != 0;
        boolean asks = signaled || to.log.mustSignal(requests);
        int error = to.post(
                workId, localOffset, bytes, remoteOffset, flagSourceOffset, flagRemoteOffset, asks, signaled, inlined);
        if (error != 0) {
            reaper.refused(to, error);
        }
        return true;
    }

    @Override
    public int poll(NicListener listener) {
        return closed ? 0 : reaper.poll(listener);
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
        return lanes[lane] == null ? "verbs lane " + lane + ", not opened" : lanes[lane].describe();
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
        boolean free = true;
        for (VerbsLane lane : lanes) {
            if (lane != null) {
                lane.pair.toError();
            }
        }
        for (VerbsLane lane : lanes) {
            if (lane != null) {
                free &= lane.pair.destroy();
                recent.retire(lane.device.port().device(), lane.pair.number(), System.nanoTime());
                lane.state = LaneState.FAILED;
            }
        }
        free &= reaper.close();
        // What a device may still write to is leaked, never used for anything else.
        if (free) {
            memory.close();
            structures.close();
        }
    }
}
