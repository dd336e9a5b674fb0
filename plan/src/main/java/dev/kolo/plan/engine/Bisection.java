package dev.kolo.plan.engine;

import dev.kolo.fabric.topology.Shape;

/** Says how much can cross the middle of a shape, since that is what the large collectives of long prompts run into. */
final class Bisection {
    private Bisection() {}

    static String of(Shape.Kind shape, int hosts) {
        return switch (shape) {
            case PAIR -> "Bisection: all cables of the pair; nothing is in the way of long prompts.";
            case SWITCHED -> "Bisection: what the switch gives; a non-blocking one is not in the way of long prompts.";
            case PATH ->
                "Bisection: one link, shared by the " + hosts / 2 + " hosts on a side: the large collectives of"
                        + " long prompts are bound by it.";
            case RING ->
                hosts == 3
                        ? "Bisection: every pair of the three hosts has a cable of its own; long prompts run at link speed."
                        : ring(hosts);
            case NONE -> "";
        };
    }

    private static String ring(int hosts) {
        String measured = hosts == 4
                ? " Measured on a ring of four: prefill 4 to 5 % slower than on a switch, decode about equal."
                : " On a ring of four prefill was measured 4 to 5 % slower than on a switch; a larger ring shares the"
                        + " same one link among " + hosts / 2 + " hosts a side.";
        return "Bisection: one link, not " + hosts / 2 + " as on a switch, since opposite ranks talk through those in"
                + " between: the large collectives of long prompts are bound by it." + measured;
    }
}
