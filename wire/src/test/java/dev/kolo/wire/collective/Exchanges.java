package dev.kolo.wire.collective;

import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.schedule.ScheduleKind;
import dev.kolo.wire.scripted.ScriptedWorld;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Runs collectives on a {@link ScriptedWorld} with drawn data and compares each rank's output with the oracle. */
final class Exchanges {
    private static final long MOST_TURNS = 3_000_000;
    private static final DataType[] TYPES = {DataType.F32, DataType.BF16, DataType.F16, DataType.I32};

    private static final Reduction[] HOWS = {Reduction.SUM, Reduction.MAX, Reduction.MIN};

    private final ScriptedWorld world;
    private final SplittableRandom random;
    private final Arena arena = Arena.ofAuto();
    private int call;

    Exchanges(ScriptedWorld world, long seed) {
        this.world = world;
        random = new SplittableRandom(seed);
    }

    /** One collective of a size; what went wrong, or nothing. */
    String run(Collective collective, long size, ScheduleKind kind) {
        call++;
        DataType type = TYPES[call % TYPES.length];
        Reduction how = HOWS[call % 3];
        boolean reduces = collective == Collective.ALL_REDUCE || collective == Collective.REDUCE_SCATTER;
        long bytes = reduces ? size / type.bytes() * type.bytes() : size;
        int ranks = world.world();
        int root = collective == Collective.BROADCAST ? call % ranks : -1;
        boolean heap = call % 2 == 0;
        boolean inPlace = call % 3 == 0;
        long inputBytes = collective == Collective.REDUCE_SCATTER ? bytes * ranks : bytes;
        long outputBytes = collective == Collective.ALL_GATHER ? bytes * ranks : bytes;
        List<MemorySegment> given = new ArrayList<>();
        List<MemorySegment> outputs = new ArrayList<>();
        long[] tickets = new long[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            MemorySegment input = memory(inputBytes + 1, heap);
            fill(input, inputBytes, reduces, type);
            given.add(MemorySegment.ofArray(input.toArray(ValueLayout.JAVA_BYTE)));
            MemorySegment output = memory(outputBytes + 1, !heap);
            long inputAt = 0;
            if (collective == Collective.BROADCAST) {
                output = input;
            } else if (inPlace && collective == Collective.ALL_REDUCE) {
                output = input;
            } else if (inPlace && collective == Collective.ALL_GATHER) {
                MemorySegment.copy(input, 0, output, rank * bytes, bytes);
                input = output;
                inputAt = rank * bytes;
            }
            int partner = collective == Collective.PAIR_EXCHANGE ? partnerOf(rank, ranks) : root;
            outputs.add(output);
            world.next(rank).prepare(collective, type, how, input, inputAt, output, 0, bytes, partner);
            tickets[rank] = world.engine(rank).submit();
        }
        if (!world.run(tickets, MOST_TURNS)) {
            return collective + " of " + bytes + " B by " + kind + " does not end";
        }
        for (int rank = 0; rank < ranks; rank++) {
            if (world.engine(rank).poison().isSet()) {
                return world.engine(rank).poison().failure().orElseThrow().message();
            }
            String wrong = Oracle.check(
                    collective, type, how, kind, rank, root, partnerOf(rank, ranks), bytes, given, outputs.get(rank));
            if (!wrong.isEmpty()) {
                return collective + " of " + bytes + " B " + type + " " + how + " by " + kind + ", rank " + rank + ": "
                        + wrong;
            }
        }
        return "";
    }

    private static int partnerOf(int rank, int ranks) {
        int partner = rank ^ 1;
        return partner < ranks ? partner : -1;
    }

    private MemorySegment memory(long bytes, boolean heap) {
        return heap ? MemorySegment.ofArray(new byte[(int) bytes]) : arena.allocate(bytes, 16);
    }

    /** Elements are drawn so that order and rounding show; raw bytes are drawn freely. */
    private void fill(MemorySegment memory, long bytes, boolean reduces, DataType type) {
        if (!reduces) {
            for (long i = 0; i < bytes; i++) {
                memory.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt());
            }
            return;
        }
        for (long i = 0; i < bytes; i += type.bytes()) {
            float value = (random.nextInt(2001) - 1000) / (float) (1 << random.nextInt(12));
            switch (type) {
                case F32 -> memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, i, value);
                case BF16 -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, i, FloatTile.toBf16(value));
                case F16 -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, i, Float.floatToFloat16(value));
                default -> memory.set(ValueLayout.JAVA_INT_UNALIGNED, i, random.nextInt());
            }
        }
    }
}
