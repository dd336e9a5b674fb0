package dev.kolo.cli.wire;

import java.util.List;

/** What the demo has to show of the wire, one part after the other. */
public sealed interface WireScene {
    /**
     * The first session stands on every rank.
     *
     * @param said what rank 0 said of it
     * @param millis since the processes were started
     */
    record SetUp(String said, long millis) implements WireScene {}

    /**
     * The suite in short went over all ranks.
     *
     * @param ranks number of ranks
     * @param passed calls whose every byte was right, on each rank
     * @param schedules the schedules that carried them
     * @param millis how long it took, with the start of the processes
     */
    record Suite(int ranks, int passed, List<String> schedules, long millis) implements WireScene {
        public Suite {
            schedules = List.copyOf(schedules);
        }
    }

    /**
     * Exchanges over the wire beside the TCP fallback.
     *
     * @param rows by size
     */
    record Latency(List<Row> rows) implements WireScene {
        public Latency {
            rows = List.copyOf(rows);
        }
    }

    /**
     * All-gathers of one size, the slowest rank's figures.
     *
     * @param bytes bytes a rank
     * @param wireP50Nanos median over shared memory
     * @param wireP99Nanos 99th percentile
     * @param tcpP50Nanos median over TCP
     * @param tcpP99Nanos 99th percentile
     */
    record Row(long bytes, long wireP50Nanos, long wireP99Nanos, long tcpP50Nanos, long tcpP99Nanos) {}

    /**
     * A rank was killed, and the others said who.
     *
     * @param victim the killed rank
     * @param witnesses what each of the others said, in rank order
     * @param account rank 0's account line
     */
    record Killed(int victim, List<Witness> witnesses, String account) implements WireScene {
        public Killed {
            witnesses = List.copyOf(witnesses);
        }
    }

    /**
     * One rank's record of the failure.
     *
     * @param rank who says it
     * @param missed the peer that it missed
     * @param root where it says that it began
     * @param waitedNanos how long it had waited
     * @param message all of it
     */
    record Witness(int rank, int missed, int root, long waitedNanos, String message) {}
}
