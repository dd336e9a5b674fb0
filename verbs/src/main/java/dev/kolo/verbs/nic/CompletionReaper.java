package dev.kolo.verbs.nic;

import dev.kolo.verbs.abi.Errno;
import dev.kolo.verbs.abi.VerbsAbi;
import dev.kolo.verbs.abi.WorkStatus;
import dev.kolo.wire.memory.NativeMemory;
import dev.kolo.wire.nic.CompletionQueue;
import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.nic.LaneState;
import dev.kolo.wire.nic.NicEvent;
import dev.kolo.wire.nic.NicListener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What becomes of requests after they were posted: takes completions in batches, gives room back, finds out which lane has
 * failed and why, and tells it, the cause before its consequences. It allocates only when there is news.
 */
final class CompletionReaper {
    /** A look for events is a call of the kernel: once in so many polls, a power of two. */
    private static final int POLLS_PER_LOOK = 1024;

    private static final int SOFTWARE_COMPLETIONS = 4096;

    private final VerbsLane[] lanes;
    /** Of the lanes that are open, by number: all that a request that went well needs. */
    private final WorkLog[] logs;

    private final DeviceEvents deviceEvents;
    private final Tidings tidings = new Tidings();
    private final CompletionQueue completions = new CompletionQueue(SOFTWARE_COMPLETIONS);
    private final List<NicEvent> events = new ArrayList<>();
    private DeviceInUse[] devices = new DeviceInUse[0];
    private int polls;
    /** Whether there is anything to tell beside what devices complete. */
    private boolean news;

    /**
     * A reaper without devices.
     *
     * @param lanes the NIC's lanes by number, filled in as they are opened
     */
    CompletionReaper(VerbsLane[] lanes, DeviceEvents deviceEvents) {
        this.lanes = lanes;
        this.logs = new WorkLog[lanes.length];
        this.deviceEvents = deviceEvents;
    }

    /** From now on completions of this lane are its own. */
    void opened(VerbsLane lane) {
        logs[lane.number] = lane.log;
    }

    /** From now on this device is looked at, too. */
    void use(DeviceInUse device) {
        devices = Arrays.copyOf(devices, devices.length + 1);
        devices[devices.length - 1] = device;
    }

    /** Takes and reports what there is: how much that was. */
    int poll(NicListener listener) {
        int done = 0;
        for (DeviceInUse device : devices) {
            if (device.hasOutstanding()) {
                done += reap(device, listener);
            }
        }
        if ((++polls & POLLS_PER_LOOK - 1) == 0) {
            done += look();
        }
        return news ? done + report(listener) : done;
    }

    private int reap(DeviceInUse device, NicListener listener) {
        int taken = device.take();
        // Nearly always; without the loop of the other cases the compiler makes short work of it.
        if (taken == 1) {
            completed(device, NativeMemory.plain(device.completions()), listener);
            return 1;
        }
        return taken == 0 ? 0 : reapMore(device, listener, taken);
    }

    private int reapMore(DeviceInUse device, NicListener listener, int first) {
        int taken = first;
        int all = 0;
        while (taken > 0) {
            long completion = device.completions();
            for (int i = 0; i < taken; i++) {
                completed(device, completion, listener);
                completion += VerbsAbi.WC_BYTES;
            }
            all += taken;
            taken = taken == DeviceInUse.BATCH ? device.take() : 0;
        }
        if (taken < 0) {
            lost(device, "poll_cq fails with " + taken);
        }
        return all;
    }

    private void completed(DeviceInUse device, long completion, NicListener listener) {
        long mark = NativeMemory.getLong(completion + VerbsAbi.WC_WR_ID);
        int lane = VerbsLane.laneOf(mark);
        WorkLog log = logs[lane];
        long sequence = log.sequenceOf(mark);
        if (!log.holds(sequence)) {
            return;
        }
        if (NativeMemory.getInt(completion + VerbsAbi.WC_STATUS) != 0) {
            failed(lanes[lane], sequence, completion);
            return;
        }
        device.returned(log.doneBefore(sequence + 1));
        if (log.isReported(sequence)) {
            listener.completed(lane, log.workId(sequence), CompletionStatus.OK, 0);
        }
    }

    private void failed(VerbsLane lane, long sequence, long completion) {
        int status = NativeMemory.getInt(completion + VerbsAbi.WC_STATUS);
        int vendor = NativeMemory.getInt(completion + VerbsAbi.WC_VENDOR_ERR);
        // Whatever was posted before it and made no completion is done: a queue pair keeps its order.
        lane.device.returned(lane.log.doneBefore(sequence));
        fail(
                lane,
                WorkStatus.of(status).map(WorkStatus::forWire).orElse(CompletionStatus.OTHER),
                status,
                WorkStatus.describe(status) + (vendor == 0 ? "" : ", vendor error 0x" + Integer.toHexString(vendor)));
    }

    /**
     * Completes a request that no device needs see: of a lane that has failed, or without payload and flag.
     *
     * @return false when there is no room for its completion now
     */
    boolean completeWithoutDevice(VerbsLane lane, long workId, boolean signaled) {
        if (completions.isFull()) {
            return false;
        }
        boolean failed = lane.state == LaneState.FAILED;
        if (failed || signaled) {
            completions.add(lane.number, workId, failed ? CompletionStatus.FLUSHED : CompletionStatus.OK);
            news = true;
        }
        return true;
    }

    /** The device did not take what our count says it has room for: part of a chain may be on its way, so the lane ends. */
    void refused(VerbsLane lane, int error) {
        fail(
                lane,
                CompletionStatus.LOCAL_ERROR,
                error,
                "post_send refuses a request: " + Errno.describe(Math.abs(error)));
    }

    /** Marks a lane as failed; the next report tells it, with all that was under way. */
    private void fail(VerbsLane lane, CompletionStatus status, int number, String why) {
        if (lane.state == LaneState.FAILED) {
            return;
        }
        lane.state = LaneState.FAILED;
        lane.log.fail();
        lane.untold = lane.describe() + ": request " + lane.log.tail() + " of this lane failed: " + why
                + (lane.device.isPortDown() ? "; the own port has lost its link" : "");
        lane.untoldStatus = status;
        lane.untoldNumber = number;
        news = true;
        lane.pair.toError();
    }

    private int report(NicListener listener) {
        news = false;
        int told = 0;
        for (VerbsLane lane : lanes) {
            if (lane != null && !lane.untold.isEmpty()) {
                told += tell(lane, listener);
            }
        }
        told += completions.report(listener);
        List<NicEvent> happened = List.copyOf(events);
        events.clear();
        happened.forEach(listener::happened);
        return told + happened.size();
    }

    /** First the event, so that the cause stands before its consequences. */
    private static int tell(VerbsLane lane, NicListener listener) {
        int told = 1;
        listener.happened(new NicEvent(NicEvent.Kind.LANE_FAILED, lane.request.peer(), lane.number, lane.untold));
        lane.untold = "";
        CompletionStatus status = lane.untoldStatus;
        int number = lane.untoldNumber;
        for (long at = lane.log.tail(); at < lane.log.head(); at++) {
            if (lane.log.isLast(at)) {
                listener.completed(lane.number, lane.log.workId(at), status, number);
                status = CompletionStatus.FLUSHED;
                number = 0;
                told++;
            }
        }
        lane.device.returned(lane.log.doneBefore(lane.log.head()));
        return told;
    }

    /** Takes what devices tell beside their completions. */
    private int look() {
        int seen = 0;
        for (DeviceInUse device : devices) {
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
            news = true;
        }
    }

    /** A device is gone, and every lane on it. */
    private void lost(DeviceInUse device, String why) {
        for (VerbsLane lane : lanes) {
            if (lane != null && lane.device == device && lane.state != LaneState.FAILED) {
                fail(lane, CompletionStatus.OTHER, 0, why);
                tidings.tell(new NicEvent(
                        NicEvent.Kind.DEVICE_FATAL,
                        lane.request.peer(),
                        -1,
                        device.port().device() + " failed: " + why));
            }
        }
    }

    /** Gives every device back, after its queue pairs are gone: false when one keeps the memory. */
    boolean close() {
        boolean free = true;
        for (DeviceInUse device : devices) {
            free &= device.close();
        }
        return free;
    }
}
