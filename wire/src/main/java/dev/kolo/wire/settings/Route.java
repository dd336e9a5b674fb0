package dev.kolo.wire.settings;

/**
 * Whether a session tries the wire at all, decided before set-up from values that all ranks have alike.
 */
public sealed interface Route {
    /** The wire is set up. */
    record Wire() implements Route {}

    /**
     * The fallback carries everything from the start.
     *
     * @param reason why, said once and loudly
     */
    record OnFallback(String reason) implements Route {}

    /**
     * The settings contradict each other.
     *
     * @param reason why
     */
    record Refused(String reason) implements Route {}

    /**
     * Decides.
     *
     * @param use what the user wants
     * @param fallback what there is instead
     * @param world number of ranks
     * @param engineHasNccl whether an engine brings an NCCL communicator of its own
     * @param receipt whether a receipt for this world, shape and device split shows that cold prompts are not slower; with
     *     NCCL and wire on the same functions they were 1.5–2.2 % slower in the launches that were measured
     */
    static Route choose(Use use, Fallback fallback, int world, boolean engineHasNccl, boolean receipt) {
        if (use == Use.OFF) {
            return fallback == Fallback.REFUSE
                    ? new Refused("use is off and fallback is refuse: nothing is left to carry an exchange")
                    : new OnFallback("use is off");
        }
        if (use == Use.AUTO && engineHasNccl && world > 2 && !receipt) {
            String why =
                    "use is auto with " + world + " ranks beside an engine's NCCL, and no receipt for this world, shape"
                            + " and device split shows cold prompts that are not slower";
            return fallback == Fallback.REFUSE
                    ? new Refused(why + "; fallback is refuse: set use to on, or give a receipt")
                    : new OnFallback(why + "; use = on tries the wire all the same");
        }
        return new Wire();
    }
}
