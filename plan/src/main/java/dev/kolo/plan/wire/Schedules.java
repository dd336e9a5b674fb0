package dev.kolo.plan.wire;

import dev.kolo.plan.wire.WireSection.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Chooses schedules by size. The threshold between one-shot and two-shot is where a second round costs as much as sending
 * whole payloads to everybody, with the published constants: 5 µs a round when the peer is ready, 24 GB/s out of a host.
 */
final class Schedules {
    /** Largest payload per rank that the wire takes by default; larger ones go to NCCL. */
    static final long LIMIT_BYTES = 262_144;

    private static final double ROUND_SECONDS = 5e-6;
    private static final double HOST_BYTES_PER_SECOND = 24e9;
    private static final int STEP_BYTES = 4096;

    private Schedules() {}

    /**
     * Where every pair has lanes.
     *
     * @param world ranks
     * @param operationBytes largest payload per peer of one operation, where relays bound it
     */
    static List<Schedule> everyPair(int world, OptionalLong operationBytes) {
        long bound = operationBytes.orElse(LIMIT_BYTES);
        long oneShot = Math.min(Math.min(threshold(world), bound), LIMIT_BYTES);
        List<Schedule> schedules = new ArrayList<>();
        boolean bounded = bound < threshold(world) && bound < LIMIT_BYTES;
        schedules.add(new Schedule(
                "one-shot",
                1,
                oneShot,
                1,
                bounded
                        ? "every payload goes straight to every peer; a larger one would overflow a relay's queue"
                        : "every payload goes straight to every peer in one round"));
        if (oneShot >= LIMIT_BYTES) {
            return schedules;
        }
        long twoShot = Math.min(LIMIT_BYTES, operationBytes.isPresent() ? bound * world : LIMIT_BYTES);
        if (twoShot > oneShot) {
            schedules.add(new Schedule(
                    "two-shot",
                    oneShot + 1,
                    twoShot,
                    2,
                    "each rank reduces its share and sends it to all: a peer gets 1/" + world
                            + " of the payload a round"));
        }
        long last = Math.max(oneShot, twoShot);
        if (last < LIMIT_BYTES) {
            schedules.add(new Schedule(
                    "ring",
                    last + 1,
                    LIMIT_BYTES,
                    2 * (world - 1),
                    "in chunks from neighbour to neighbour, so that no relay carries it"));
        }
        return schedules;
    }

    /** On a ring whose opposite hosts have no lanes. */
    static List<Schedule> neighbours(int world) {
        return List.of(
                world == 4
                        ? new Schedule("matchings", 1, LIMIT_BYTES, 2, "ranks 0-1 and 2-3 exchange, then 1-2 and 3-0")
                        : new Schedule(
                                "both ways round",
                                1,
                                LIMIT_BYTES,
                                world / 2,
                                "blocks travel from neighbour to neighbour in both directions"));
    }

    private static long threshold(int world) {
        if (world <= 2) {
            return LIMIT_BYTES;
        }
        double bytes = ROUND_SECONDS * HOST_BYTES_PER_SECOND * world / ((world - 1.0) * (world - 2.0));
        return Math.max(STEP_BYTES, (long) bytes / STEP_BYTES * STEP_BYTES);
    }
}
