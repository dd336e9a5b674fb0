package dev.kolo.wire.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.collective.Engine;
import dev.kolo.wire.collective.Reduction;
import dev.kolo.wire.protocol.Failure;
import dev.kolo.wire.schedule.Collective;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** One all-gather of 1,000 bytes by some ranks of a bed, in the bed's time. */
final class Exchange {
    private static final int BYTES = 1000;

    private final SessionBed bed;
    private final Map<Integer, Long> tickets = new TreeMap<>();
    private final Map<Integer, MemorySegment> outputs = new TreeMap<>();

    Exchange(SessionBed bed) {
        this(bed, IntStream.range(0, bed.setUps.size()).toArray());
    }

    Exchange(SessionBed bed, int... callers) {
        this.bed = bed;
        for (int rank : callers) {
            MemorySegment input = MemorySegment.ofArray(new byte[BYTES]);
            input.fill((byte) (rank + 1));
            MemorySegment output = MemorySegment.ofArray(new byte[BYTES * bed.setUps.size()]);
            Engine engine = bed.engine(rank);
            engine.next().prepare(Collective.ALL_GATHER, DataType.BYTES, Reduction.SUM, input, 0, output, 0, BYTES, -1);
            tickets.put(rank, engine.submit());
            outputs.put(rank, output);
        }
    }

    /** Lets time pass; every caller turns its engine every 10 ms, often enough for it to look at everything. */
    void pass(long nanos) {
        for (long end = bed.stars.now + nanos; bed.stars.now < end; ) {
            bed.stars.now += 10_000_000;
            for (int rank : tickets.keySet()) {
                for (int turn = 0; turn < 130; turn++) {
                    bed.engine(rank).poll(bed.stars.now);
                }
                bed.wire.drain();
            }
        }
    }

    boolean isOver(int rank) {
        Long ticket = tickets.get(rank);
        return ticket != null && bed.engine(rank).isOver(ticket);
    }

    Optional<Failure> failure(int rank) {
        return bed.engine(rank).poison().failure();
    }

    void assertRight() {
        outputs.forEach((rank, output) -> {
            for (int i = 0; i < BYTES * bed.setUps.size(); i++) {
                assertThat(output.get(ValueLayout.JAVA_BYTE, i))
                        .as("rank %d, byte %d", rank, i)
                        .isEqualTo((byte) (1 + i / BYTES));
            }
        });
    }
}
