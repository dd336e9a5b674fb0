package dev.kolo.verbs.nic;

import dev.kolo.verbs.abi.Errno;
import dev.kolo.verbs.abi.VerbsAbi;
import dev.kolo.verbs.abi.WorkStatus;
import dev.kolo.verbs.call.NativeMemory;
import dev.kolo.verbs.device.Devices;
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
    /** A look for events is a call of the kernel: once in so many polls. */
    private static final int POLLS_PER_LOOK = 1024;

    private static final int PSN_BITS = 24;
    private static final int SOFTWARE_COMPLETIONS = 4096;

    private final VerbsSettings settings;
    private final Devices devices;
    private final RecentNumbers recent;
    private final Arena structures = Arena.ofShared();
    private final Arena memory = Arena.ofShared();
    private final SecureRandom random = new SecureRandom();
    private final Map<String, DeviceInUse> inUse = new TreeMap<>();
    private DeviceInUse[] polled = new DeviceInUse[0];
    private final VerbsLane[] lanes;
    private final CompletionQueue completions = new CompletionQueue(SOFTWARE_COMPLETIONS);
    private final List<NicEvent> events = new ArrayList<>();
    private final DeviceEvents deviceEvents;
    private final Tidings tidings = new Tidings();
    private MemorySegment region = MemorySegment.NULL;
    private int polls;
    private boolean untold;
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
        this.deviceEvents = new DeviceEvents(devices.calls(), structures);
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
        VerbsLane lane = new VerbsLane(request, device, makePair(device), structures, region.address());
        lanes[request.lane()] = lane;
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
        polled = inUse.values().toArray(DeviceInUse[]::new);
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
        if (frozen || to == null || to.state.compareTo(LaneState.READY) < 0) {
            return false;
        }
        if ((options & ANNOUNCE) != 0) {
            throw new UnsupportedOperationException("peers do not read a verbs NIC's memory");
        }
        boolean flagged = flagRemoteOffset != NO_FLAG;
        check(to, localOffset, bytes, remoteOffset, flagSourceOffset, flagRemoteOffset, flagged);
        boolean signaled = (options & SIGNALED) != 0;
        if (to.state == LaneState.FAILED || (bytes == 0 && !flagged)) {
            return withoutDevice(to, workId, signaled);
        }
        if (to.log.room() < to.requestsFor(bytes, flagged)) {
            return false;
        }
        // What the caller wrote to its sources is there before the device is told.
        VarHandle.releaseFence();
        boolean inlined = (options & INLINE_FLAG) != 0;
        int error = to.post(
                workId,
                localOffset,
                bytes,
                remoteOffset,
                flagSourceOffset,
                flagRemoteOffset,
                flagged,
                signaled,
                inlined);
        if (error != 0) {
            refused(to, error);
        }
        return true;
    }

    private void check(
            VerbsLane to,
            long localOffset,
            long bytes,
            long remoteOffset,
            long flagSourceOffset,
            long flagRemoteOffset,
            boolean flagged) {
        if (bytes > 0) {
            Objects.checkFromIndexSize(localOffset, bytes, region.byteSize());
            Objects.checkFromIndexSize(remoteOffset, bytes, to.remoteBytes);
            if (to.requestsFor(bytes, flagged) > to.log.depth()) {
                throw new IllegalArgumentException(bytes + " bytes need " + to.requestsFor(bytes, flagged)
                        + " work requests, and the queue holds " + to.log.depth());
            }
        }
        if (flagged) {
            Objects.checkFromIndexSize(flagSourceOffset, Long.BYTES, region.byteSize());
            Objects.checkFromIndexSize(flagRemoteOffset, Long.BYTES, to.remoteBytes);
        }
    }

    private boolean withoutDevice(VerbsLane to, long workId, boolean signaled) {
        if (completions.isFull()) {
            return false;
        }
        if (to.state == LaneState.FAILED || signaled) {
            completions.add(
                    to.request.lane(),
                    workId,
                    to.state == LaneState.FAILED ? CompletionStatus.FLUSHED : CompletionStatus.OK);
        }
        return true;
    }

    /** The device did not take what our count says it has room for: part of a chain may be on its way, so the lane ends. */
    private void refused(VerbsLane lane, int error) {
        fail(
                lane,
                CompletionStatus.LOCAL_ERROR,
                error,
                "post_send refuses a request: " + Errno.describe(Math.abs(error)));
    }

    /** Marks a lane as failed; the next poll tells it, with all that was under way. */
    private void fail(VerbsLane lane, CompletionStatus status, int number, String why) {
        if (lane.state == LaneState.FAILED) {
            return;
        }
        lane.state = LaneState.FAILED;
        lane.untold = lane.describe() + ": request " + lane.log.tail() + " of this lane failed: " + why
                + (lane.device.isPortDown() ? "; the own port has lost its link" : "");
        lane.untoldStatus = status;
        lane.untoldNumber = number;
        untold = true;
        lane.pair.toError();
    }

    @Override
    public int poll(NicListener listener) {
        if (closed) {
            return 0;
        }
        int done = 0;
        for (DeviceInUse device : polled) {
            if (device.hasOutstanding()) {
                done += reap(device, listener);
            }
        }
        if (++polls % POLLS_PER_LOOK == 0) {
            done += look();
        }
        if (untold) {
            done += tell(listener);
        }
        if (completions.size() > 0) {
            done += completions.report(listener);
        }
        if (!events.isEmpty()) {
            List<NicEvent> happened = List.copyOf(events);
            events.clear();
            happened.forEach(listener::happened);
            done += happened.size();
        }
        return done;
    }

    private int reap(DeviceInUse device, NicListener listener) {
        int all = 0;
        int taken = DeviceInUse.BATCH;
        while (taken == DeviceInUse.BATCH) {
            taken = device.take();
            for (int i = 0; i < taken; i++) {
                completed(device.completions() + (long) i * VerbsAbi.WC_BYTES, listener);
            }
            all += Math.max(taken, 0);
        }
        if (taken < 0) {
            lost(device, "poll_cq fails with " + taken);
        }
        return all;
    }

    private void completed(long completion, NicListener listener) {
        long mark = NativeMemory.getLong(completion + VerbsAbi.WC_WR_ID);
        int status = NativeMemory.getInt(completion + VerbsAbi.WC_STATUS);
        VerbsLane lane = lanes[VerbsLane.laneOf(mark)];
        long sequence = lane.sequenceOf(mark);
        if (lane.state == LaneState.FAILED || !lane.log.holds(sequence)) {
            return;
        }
        if (status == 0) {
            release(lane, sequence + 1);
            if (lane.log.isReported(sequence)) {
                listener.completed(lane.request.lane(), lane.log.workId(sequence), CompletionStatus.OK, 0);
            }
            return;
        }
        // Whatever was posted before it and made no completion is done: a queue pair keeps its order.
        release(lane, sequence);
        fail(
                lane,
                WorkStatus.of(status).map(WorkStatus::forWire).orElse(CompletionStatus.OTHER),
                status,
                WorkStatus.describe(status) + vendor(completion));
    }

    private static String vendor(long completion) {
        int vendor = NativeMemory.getInt(completion + VerbsAbi.WC_VENDOR_ERR);
        return vendor == 0 ? "" : ", vendor error 0x" + Integer.toHexString(vendor);
    }

    private static void release(VerbsLane lane, long before) {
        long was = lane.log.tail();
        lane.log.doneBefore(before);
        lane.device.returned((int) (lane.log.tail() - was));
    }

    /** Tells of lanes that have failed: first the event, so that the cause stands before its consequences. */
    private int tell(NicListener listener) {
        untold = false;
        int told = 0;
        for (VerbsLane lane : lanes) {
            if (lane == null || lane.untold.isEmpty()) {
                continue;
            }
            listener.happened(
                    new NicEvent(NicEvent.Kind.LANE_FAILED, lane.request.peer(), lane.request.lane(), lane.untold));
            lane.untold = "";
            CompletionStatus status = lane.untoldStatus;
            int number = lane.untoldNumber;
            for (long at = lane.log.tail(); at < lane.log.head(); at++) {
                if (lane.log.isLast(at)) {
                    listener.completed(lane.request.lane(), lane.log.workId(at), status, number);
                    status = CompletionStatus.FLUSHED;
                    number = 0;
                    told++;
                }
            }
            release(lane, lane.log.head());
            told++;
        }
        return told;
    }

    /** Takes what devices tell beside their completions. */
    private int look() {
        int seen = 0;
        for (DeviceInUse device : polled) {
            seen += deviceEvents.take(device, tidings);
        }
        return seen;
    }

    /** What becomes of a device's events; one object, since a look must allocate nothing. */
    private final class Tidings implements DeviceEvents.Reader {
        @Override
        public void failed(DeviceInUse which, String why) {
            lost(which, why);
        }

        @Override
        public void failed(long queuePair, String why) {
            for (VerbsLane lane : lanes) {
                if (lane != null && lane.pair.address() == queuePair) {
                    fail(lane, CompletionStatus.OTHER, 0, why);
                }
            }
        }

        @Override
        public void tell(NicEvent event) {
            events.add(event);
        }
    }

    /** A device is gone, and every lane on it. */
    private void lost(DeviceInUse device, String why) {
        for (VerbsLane lane : lanes) {
            if (lane != null && lane.device == device && lane.state != LaneState.FAILED) {
                fail(lane, CompletionStatus.OTHER, 0, why);
                events.add(new NicEvent(
                        NicEvent.Kind.DEVICE_FATAL,
                        lane.request.peer(),
                        -1,
                        device.port().device() + " failed: " + why));
            }
        }
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
        for (DeviceInUse device : polled) {
            free &= device.close();
        }
        // What a device may still write to is leaked, never used for anything else.
        if (free) {
            memory.close();
            structures.close();
        }
    }
}
