package dev.kolo.sim.check;

/** A poisoned session stays poisoned: nothing succeeds after it, and whatever fails has its output filled with 0xFF. */
public final class PoisonCheck {
    private static final String RULE = "poison";

    private final Violations violations;

    public PoisonCheck(Violations violations) {
        this.violations = violations;
    }

    /** A call that was over only after the session had been poisoned has succeeded. */
    public void succeededAfterPoison(int rank, String call) {
        violations.add(RULE, rank, "rank " + rank + " was done with " + call + " although its session was poisoned");
    }

    /** A call went on for so long after the session had been poisoned. */
    public void lingered(int rank, String call, long picos) {
        violations.add(
                RULE,
                rank,
                "rank " + rank + " failed " + call + " only " + picos / 1_000_000_000L
                        + " ms after its session was poisoned");
    }

    /** A call has failed and left this output. */
    public void failed(int rank, String call, byte[] output) {
        for (int i = 0; i < output.length; i++) {
            if (output[i] != (byte) 0xff) {
                violations.add(
                        RULE,
                        rank,
                        "rank " + rank + " failed " + call + " and left byte " + i + " of its output as it was");
                return;
            }
        }
    }
}
