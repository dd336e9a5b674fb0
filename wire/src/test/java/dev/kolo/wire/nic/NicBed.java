package dev.kolo.wire.nic;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** NICs of all ranks, joined into lanes between every two of them, driven by one thread. */
public final class NicBed implements AutoCloseable {
    public static final long REGION_BYTES = 1 << 20;
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    public final List<Nic> nics;
    public final List<MemorySegment> regions = new ArrayList<>();
    public final List<Log> logs = new ArrayList<>();
    private final int lanesPerPeer;
    private final Runnable advance;

    /**
     * Joins fresh NICs, one a rank.
     *
     * @param nics rank r's at index r
     * @param lanesPerPeer lanes between two ranks
     * @param advance lets the time of a NIC pass that has one of its own
     */
    public NicBed(List<? extends Nic> nics, int lanesPerPeer, Runnable advance) throws NicException {
        this.nics = List.copyOf(nics);
        this.lanesPerPeer = lanesPerPeer;
        this.advance = advance;
        int world = nics.size();
        List<RegionRecord> records = new ArrayList<>();
        for (Nic nic : nics) {
            MemorySegment region = nic.allocate(REGION_BYTES);
            regions.add(region);
            records.add(nic.register(region));
            logs.add(new Log());
        }
        LaneEndpoint[][] ends = new LaneEndpoint[world][world * lanesPerPeer];
        for (int rank = 0; rank < world; rank++) {
            for (LaneRequest request : requests(rank)) {
                ends[rank][request.lane()] = this.nics.get(rank).openLane(request);
            }
        }
        for (int rank = 0; rank < world; rank++) {
            for (LaneRequest request : requests(rank)) {
                LaneEndpoint remote = ends[request.peer()][rank * lanesPerPeer + request.index()];
                this.nics.get(rank).connect(request.lane(), remote, records.get(request.peer()));
            }
        }
        until("all lanes are ready", this::isReady);
    }

    private List<LaneRequest> requests(int rank) {
        List<LaneRequest> all = new ArrayList<>();
        for (int peer = 0; peer < nics.size(); peer++) {
            for (int index = 0; index < lanesPerPeer && peer != rank; index++) {
                all.add(LaneRequest.of(rank, peer, index, lanesPerPeer));
            }
        }
        return all;
    }

    private boolean isReady() {
        for (int rank = 0; rank < nics.size(); rank++) {
            for (LaneRequest request : requests(rank)) {
                if (nics.get(rank).laneState(request.lane()) != LaneState.READY) {
                    return false;
                }
            }
        }
        return true;
    }

    public int lane(int peer, int index) {
        return peer * lanesPerPeer + index;
    }

    public int lane(int peer) {
        return lane(peer, 0);
    }

    /** One poll of every rank. */
    public void poll() {
        advance.run();
        for (int rank = 0; rank < nics.size(); rank++) {
            nics.get(rank).poll(logs.get(rank));
        }
    }

    /** Polls until something holds; a bound in polls, so that a test that fails ends. */
    public void until(String what, BooleanSupplier holds) {
        for (int round = 0; round < 3_000_000; round++) {
            if (holds.getAsBoolean()) {
                return;
            }
            poll();
            if (round > 1000) {
                Thread.onSpinWait();
            }
        }
        throw new AssertionError("never: " + what + "; logs " + logs);
    }

    public long word(int rank, long offset) {
        return (long) WORD.getAcquire(regions.get(rank), offset);
    }

    public void setWord(int rank, long offset, long value) {
        WORD.setRelease(regions.get(rank), offset, value);
    }

    /** Fills bytes of a rank's region with what only this seed gives. */
    public void fill(int rank, long offset, long bytes, long seed) {
        MemorySegment region = regions.get(rank);
        for (long i = 0; i < bytes; i++) {
            region.set(ValueLayout.JAVA_BYTE, offset + i, pattern(seed, i));
        }
    }

    /** The first byte that {@link #fill} with this seed would not have put there; −1 when all are right. */
    public long firstWrong(int rank, long offset, long bytes, long seed) {
        MemorySegment region = regions.get(rank);
        for (long i = 0; i < bytes; i++) {
            if (region.get(ValueLayout.JAVA_BYTE, offset + i) != pattern(seed, i)) {
                return i;
            }
        }
        return -1;
    }

    private static byte pattern(long seed, long i) {
        long mixed = (seed + 1) * 0x9e37_79b9_7f4a_7c15L + (i + 1) * 0xbf58_476d_1ce4_e5b9L;
        return (byte) (mixed >>> 37 | 1);
    }

    @Override
    public void close() {
        nics.forEach(Nic::close);
    }

    /** What a NIC reported. */
    public static final class Log implements NicListener {
        public final List<Long> done = new ArrayList<>();
        public final List<CompletionStatus> status = new ArrayList<>();
        public final List<NicEvent> events = new ArrayList<>();

        @Override
        public void completed(int lane, long workId, CompletionStatus how, int detail) {
            done.add(workId);
            status.add(how);
        }

        @Override
        public void happened(NicEvent event) {
            events.add(event);
        }

        @Override
        public String toString() {
            return "completed " + done + " " + status + ", events " + events;
        }
    }

    /** Flags lie in lines of their own. */
    public static long flagAt(int index) {
        return (long) index * 128;
    }
}
