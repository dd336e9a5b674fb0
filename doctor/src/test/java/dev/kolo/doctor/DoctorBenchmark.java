package dev.kolo.doctor;

import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.topology.Fabric;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * How long a judgement takes as the fabric grows. A program, not a test: times belong to a machine. It prints, for rings
 * of two planes, the hosts, the cables, and milliseconds of processor time to derive the fabric and to judge it: the
 * first time, as a single command pays it, and the best of several.
 */
final class DoctorBenchmark {
    private static final int ROUNDS = 5;
    /** Larger rings take the planner longer than the doctor. */
    private static final int MOST_RELAYED = 256;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private DoctorBenchmark() {}

    public static void main(String[] args) {
        System.out.println("hosts cables fault      first-ms best-ms findings");
        for (int hosts : new int[] {256, 16, 32, 64, 128, 256, 512, 1024}) {
            measure(hosts, "none", RingFacts.of(hosts).inventory());
            if (hosts <= MOST_RELAYED) {
                RelayedRing relayed = RelayedRing.of(hosts, hosts < 8 ? 1 : 3);
                Inventory inventory = relayed.inventory();
                measure(hosts, "relays", inventory);
                measure(hosts, "plan", inventory, Expectation.AUTO.withPlan(relayed.plan));
            }
            measure(hosts, "swap", RingFacts.of(hosts).swapPlugs(hosts / 2).inventory());
            measure(hosts, "doubled", RingFacts.of(hosts).mergePlanes().inventory());
        }
    }

    private static void measure(int hosts, String fault, Inventory inventory) {
        measure(hosts, fault, inventory, Expectation.AUTO);
    }

    private static void measure(int hosts, String fault, Inventory inventory, Expectation expectation) {
        double first = 0;
        double best = Double.MAX_VALUE;
        int findings = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long start = THREADS.getCurrentThreadCpuTime();
            findings =
                    Doctor.examine(Fabric.of(inventory), expectation).findings().size();
            double millis = (THREADS.getCurrentThreadCpuTime() - start) / 1e6;
            first = round == 0 ? millis : first;
            best = Math.min(best, millis);
        }
        System.out.printf("%5d %6d %-10s %8.1f %7.1f %8d%n", hosts, hosts, fault, first, best, findings);
    }
}
