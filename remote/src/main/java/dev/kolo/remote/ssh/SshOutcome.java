package dev.kolo.remote.ssh;

import dev.kolo.remote.process.Outcome;

/** How a command on another host went. */
public sealed interface SshOutcome {
    /**
     * The host ran the command.
     *
     * @param exited its status and output
     */
    record Answered(Outcome.Exited exited) implements SshOutcome {}

    /**
     * The host did not run the command, or not to its end.
     *
     * @param kind what sort of failure
     * @param sentence what happened and what to do, one or two sentences that name the host
     * @param quoted the line of ssh that it rests on; empty when ssh said nothing
     */
    record Failed(SshFailure kind, String sentence, String quoted) implements SshOutcome {}
}
