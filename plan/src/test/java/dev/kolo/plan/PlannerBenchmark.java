package dev.kolo.plan;

import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.PlanRequest.Relays;
import dev.kolo.plan.wish.Wish;
import java.util.Locale;

/**
 * Measures planning and proving rings of 4 to 256 hosts, the first time in a fresh process and the best of several. By hand,
 * after {@code mvn -pl plan -am test-compile}:
 *
 * <pre>java -Xmx512m -XX:+UseSerialGC -cp plan/target/test-classes:plan/target/classes:page/target/classes:fabric/target/classes \
 *     dev.kolo.plan.PlannerBenchmark</pre>
 */
final class PlannerBenchmark {
    private static final int[] HOSTS = {4, 6, 8, 16, 32, 64, 128, 256};
    private static final int ROUNDS = 5;

    private PlannerBenchmark() {}

    /**
     * Prints one line a ring.
     *
     * @param args none
     */
    public static void main(String[] args) {
        System.out.println("hosts relays objects   first ms    best ms  used MB");
        for (int hosts : HOSTS) {
            int relays = hosts > 16 ? Relays.MOST_BY_ITSELF : hosts / 2 - 1;
            PlanRequest request =
                    PlanRequest.DEFAULT.withBackend(Backend.KERNEL).withRelays(new Relays.Count(relays));
            long first = Long.MAX_VALUE;
            long best = Long.MAX_VALUE;
            int objects = 0;
            for (int round = 0; round < ROUNDS; round++) {
                long start = System.nanoTime();
                Fabric fabric = Fabric.of(new Wish(Shape.Kind.RING, hosts).inventory());
                PlanOutcome outcome = Planner.plan(fabric, request, true);
                long took = System.nanoTime() - start;
                first = round == 0 ? took : first;
                best = Math.min(best, took);
                objects = outcome instanceof PlanOutcome.Planned(Plan plan)
                        ? plan.relays().objects().size()
                        : -1;
            }
            Runtime runtime = Runtime.getRuntime();
            long usedMb = (runtime.totalMemory() - runtime.freeMemory()) >> 20;
            System.out.printf(
                    Locale.ROOT,
                    "%5d %6d %7d %10.1f %10.1f %8d%n",
                    hosts,
                    relays,
                    objects,
                    first / 1e6,
                    best / 1e6,
                    usedMb);
        }
    }
}
