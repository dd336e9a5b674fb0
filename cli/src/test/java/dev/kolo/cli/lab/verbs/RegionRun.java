package dev.kolo.cli.lab.verbs;

import dev.kolo.verbs.VerbsOffer;
import dev.kolo.verbs.nic.LaneTuning;
import dev.kolo.verbs.nic.RecentNumbers;
import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicEvent;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.nic.NicListener;
import dev.kolo.wire.nic.RegionRecord;
import dev.kolo.wire.record.SessionId;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Optional;

/**
 * Registers memory that others may share in a guest, and lets the device write from one such region into another: two NICs in
 * one process, with files as their regions. {@code RegionRun BYTES FILE FILE}; the files lie in shared memory, or on huge pages.
 */
public final class RegionRun implements NicListener {
    private static final long FLAG_SOURCE = 64;
    private static final long FLAG = 128;
    private static final long SEND = 4096;
    private static final long MOST_POLLS = 50_000_000;

    private boolean completed;
    private String trouble = "";

    private RegionRun() {}

    /** Exits 0 when the bytes have arrived, 4 when the NIC refused the memory. */
    public static void main(String[] arguments) throws IOException {
        long bytes = Long.parseLong(arguments[0]);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment from = map(arguments[1], bytes, arena);
            MemorySegment to = map(arguments[2], bytes, arena);
            new RegionRun().carry(from, to, bytes - SEND);
            System.out.println("CARRIED " + (bytes - SEND) + " bytes");
        } catch (NicException refused) {
            System.out.println("REFUSED " + refused.getMessage());
            System.exit(4);
        }
    }

    private static MemorySegment map(String name, long bytes, Arena arena) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(name, "rw")) {
            file.setLength(bytes);
            return file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
        }
    }

    private void carry(MemorySegment from, MemorySegment to, long bytes) throws NicException {
        for (long at = 0; at < bytes; at++) {
            from.set(ValueLayout.JAVA_BYTE, SEND + at, pattern(at));
        }
        from.set(ValueLayout.JAVA_LONG, FLAG_SOURCE, 7);
        try (Nic near = open(0);
                Nic far = open(1)) {
            near.register(from);
            RegionRecord there = far.register(to);
            LaneEndpoint nearEnd = near.openLane(LaneRequest.of(0, 1, 0, 1));
            LaneEndpoint farEnd = far.openLane(LaneRequest.of(1, 0, 0, 1));
            near.connect(1, farEnd, there);
            far.connect(0, nearEnd, new RegionRecord(from.address(), from.byteSize(), List.of(), ""));
            near.post(1, 1, SEND, bytes, SEND, FLAG_SOURCE, FLAG, Nic.SIGNALED);
            for (long poll = 0; poll < MOST_POLLS && !completed && trouble.isEmpty(); poll++) {
                near.poll(this);
            }
        }
        for (long at = 0; at < bytes; at++) {
            if (to.get(ValueLayout.JAVA_BYTE, SEND + at) != pattern(at)) {
                throw new NicException("byte " + at + " did not arrive; " + trouble);
            }
        }
        if (to.get(ValueLayout.JAVA_LONG, FLAG) != 7) {
            throw new NicException("the flag did not arrive; " + trouble);
        }
    }

    private static Nic open(int rank) throws NicException {
        VerbsOffer offer = new VerbsOffer("guest", List.of(), LaneTuning.USUAL, new RecentNumbers(), Optional.empty());
        offer.devices();
        return offer.open(SessionId.NONE, rank, 2, 1);
    }

    private static byte pattern(long at) {
        return (byte) (at * 31 + (at >>> 12));
    }

    @Override
    public void completed(int lane, long workId, CompletionStatus status, int detail) {
        completed = true;
        trouble = status == CompletionStatus.OK ? trouble : status.words();
    }

    @Override
    public void happened(NicEvent event) {
        trouble = event.detail();
    }
}
