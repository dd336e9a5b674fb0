package dev.kolo.remote.process;

/** How a command went. */
public sealed interface Outcome {
    /**
     * It ended by itself.
     *
     * @param status its exit status; 128 and the signal's number when a signal ended it
     * @param stdout all that it wrote
     * @param stderr the last part of its complaints
     */
    record Exited(int status, Output stdout, Output stderr) implements Outcome {}

    /**
     * It was ended at its deadline, with everything that it had started.
     *
     * @param afterNanos its time
     * @param stdout what it had written until then
     * @param stderr the last part of its complaints
     */
    record TimedOut(long afterNanos, Output stdout, Output stderr) implements Outcome {}

    /**
     * It wrote more than it may, and was ended for that.
     *
     * @param limitBytes how much it may write
     * @param stdout the first part of what it wrote
     * @param stderr the last part of its complaints
     */
    record OutputTooLarge(int limitBytes, Output stdout, Output stderr) implements Outcome {}

    /**
     * It never ran.
     *
     * @param reason why, one sentence
     */
    record NotStarted(String reason) implements Outcome {}
}
