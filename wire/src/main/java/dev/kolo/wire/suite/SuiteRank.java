package dev.kolo.wire.suite;

import dev.kolo.wire.progress.Communicator;
import dev.kolo.wire.schedule.Collective;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * One rank's run of the suite. Buffers lie in one piece of memory between guard bytes, at places that a seed may move from
 * case to case (alike on all ranks): whoever writes to where a buffer was, and not through the wire, is caught.
 */
public final class SuiteRank implements AutoCloseable {
    private static final byte GUARD = (byte) 0xA5;
    private static final long GUARD_BYTES = 64;
    private static final int PLACES = 3;

    private final Communicator communicator;
    private final OptionalLong shuffleSeed;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final long placeBytes;
    private final Consumer<String> failures;
    private int passed;
    private int failed;

    /**
     * A run over one communicator.
     *
     * @param communicator whose collectives are tried
     * @param limitBytes largest payload of one slot
     * @param brief the short form
     * @param shuffleSeed moves the buffers about when given; the same on all ranks
     * @param failures told of each case that failed
     */
    public SuiteRank(
            Communicator communicator,
            long limitBytes,
            boolean brief,
            OptionalLong shuffleSeed,
            Consumer<String> failures) {
        this.communicator = communicator;
        this.shuffleSeed = shuffleSeed;
        this.failures = failures;
        long largest = SuiteCases.sizes(limitBytes, brief).getLast();
        placeBytes = (largest * communicator.world() + 4 * GUARD_BYTES + 4095) / 4096 * 4096;
        memory = arena.allocate(PLACES * placeBytes, 4096);
    }

    /** Runs the cases in their order; a failure of the wire itself ends the run by its exception. */
    public void run(List<SuiteCase> cases) {
        for (SuiteCase one : cases) {
            String wrong = run(one);
            if (wrong.isEmpty()) {
                passed++;
            } else {
                failed++;
                failures.accept("FAILED rank " + communicator.rank() + " " + one.label() + ": " + wrong);
            }
        }
    }

    public int passed() {
        return passed;
    }

    public int failed() {
        return failed;
    }

    @Override
    public void close() {
        arena.close();
    }

    private String run(SuiteCase of) {
        int rank = communicator.rank();
        int world = communicator.world();
        long skew = of.placement() == Placement.SKEWED ? of.type().bytes() : 0;
        int[] places = places(of.number());
        long inputAt = places[0] * placeBytes + GUARD_BYTES + skew;
        long outputAt = places[1] * placeBytes + GUARD_BYTES + skew;
        long own = of.blockBytes(rank, world);
        long inputBytes = of.collective() == Collective.REDUCE_SCATTER ? own * world : own;
        long outputBytes = outputBytes(of, world);
        if (of.collective() == Collective.BROADCAST) {
            inputAt = outputAt;
        } else if (of.placement() == Placement.IN_PLACE) {
            inputAt = of.collective() == Collective.ALL_GATHER ? outputAt + rank * own : outputAt;
        }
        memory.asSlice(outputAt - GUARD_BYTES, outputBytes + 2 * GUARD_BYTES).fill(GUARD);
        if (of.collective() != Collective.BROADCAST || rank == root(of, world)) {
            SuiteData.fill(of, rank, memory, inputAt, inputBytes);
        }
        call(of, inputAt, inputBytes, outputAt, outputBytes);
        String wrong = judge(of, outputAt);
        return wrong.isEmpty() ? guards(outputAt, outputBytes) : wrong;
    }

    private static long outputBytes(SuiteCase of, int world) {
        long all = 0;
        if (of.collective() == Collective.ALL_GATHER) {
            for (int rank = 0; rank < world; rank++) {
                all += of.blockBytes(rank, world);
            }
            return all;
        }
        return of.bytes();
    }

    private void call(SuiteCase of, long inputAt, long inputBytes, long outputAt, long outputBytes) {
        MemorySegment input = memory.asSlice(inputAt, inputBytes);
        MemorySegment output = memory.asSlice(outputAt, outputBytes);
        int world = communicator.world();
        switch (of.collective()) {
            case ALL_GATHER -> {
                if (of.variable()) {
                    communicator.allGatherVariable(input, output, lengths(of, world));
                } else {
                    communicator.allGather(input, output, of.bytes());
                }
            }
            case ALL_REDUCE -> communicator.allReduce(input, output, of.bytes(), of.type(), of.how());
            case REDUCE_SCATTER -> communicator.reduceScatter(input, output, of.bytes(), of.type(), of.how());
            case BROADCAST -> communicator.broadcast(output, of.bytes(), root(of, world));
            case BARRIER -> communicator.barrier();
            case PAIR_EXCHANGE -> communicator.pairExchange(input, output, of.bytes(), partner());
        }
    }

    private String judge(SuiteCase of, long outputAt) {
        int world = communicator.world();
        return switch (of.collective()) {
            case ALL_GATHER -> {
                long at = outputAt;
                String wrong = "";
                for (int from = 0; from < world && wrong.isEmpty(); from++) {
                    wrong = moved(of, from, at, of.blockBytes(from, world));
                    at += of.blockBytes(from, world);
                }
                yield wrong;
            }
            case ALL_REDUCE -> reduced(of, outputAt, 0);
            case REDUCE_SCATTER ->
                reduced(
                        of,
                        outputAt,
                        communicator.rank() * (of.bytes() / of.type().bytes()));
            case BROADCAST -> moved(of, root(of, world), outputAt, of.bytes());
            case BARRIER -> "";
            case PAIR_EXCHANGE -> partner() < 0 ? "" : moved(of, partner(), outputAt, of.bytes());
        };
    }

    private String moved(SuiteCase of, int from, long at, long bytes) {
        long wrong = SuiteData.differenceOfMoved(of, from, memory, at, bytes);
        return wrong < 0
                ? ""
                : "byte " + wrong + " of rank " + from + "'s block is not what that rank sent (0x"
                        + Integer.toHexString(memory.get(ValueLayout.JAVA_BYTE, at + wrong) & 0xff) + ")";
    }

    private String reduced(SuiteCase of, long at, long firstElement) {
        long wrong = SuiteData.differenceOfReduced(of, communicator.world(), memory, at, of.bytes(), firstElement);
        return wrong < 0 ? "" : "the element at byte " + wrong + " is not the reduction of the ranks' elements";
    }

    private String guards(long outputAt, long outputBytes) {
        for (long i = 1; i <= GUARD_BYTES; i++) {
            if (memory.get(ValueLayout.JAVA_BYTE, outputAt - i) != GUARD) {
                return "the byte " + i + " before the output was written";
            }
            if (memory.get(ValueLayout.JAVA_BYTE, outputAt + outputBytes + i - 1) != GUARD) {
                return "the byte " + i + " behind the output was written";
            }
        }
        return "";
    }

    private int[] places(int number) {
        int[] places = new int[PLACES];
        SplittableRandom random = new SplittableRandom(shuffleSeed.orElse(0) * 1_000_003 + number);
        for (int i = 0; i < PLACES; i++) {
            places[i] = i;
        }
        for (int i = PLACES - 1; i > 0 && shuffleSeed.isPresent(); i--) {
            int other = random.nextInt(i + 1);
            int kept = places[i];
            places[i] = places[other];
            places[other] = kept;
        }
        return places;
    }

    private static long[] lengths(SuiteCase of, int world) {
        long[] lengths = new long[world];
        for (int rank = 0; rank < world; rank++) {
            lengths[rank] = of.blockBytes(rank, world);
        }
        return lengths;
    }

    private static int root(SuiteCase of, int world) {
        return of.number() % world;
    }

    /** Neighbours in pairs, so that it serves rings, too; in an odd world the last rank stays alone. */
    private int partner() {
        int partner = communicator.rank() ^ 1;
        return partner < communicator.world() ? partner : -1;
    }
}
