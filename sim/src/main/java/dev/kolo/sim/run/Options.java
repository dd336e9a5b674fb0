package dev.kolo.sim.run;

import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.protocol.Safeguards;
import java.util.function.UnaryOperator;

/**
 * How a scenario is run, beside what the seed says.
 *
 * @param safeguards the protections of the wire that are on; all, except where a test shows that one is missed
 * @param nic stands between the wire and its NIC; itself, except where a test plants a bug
 * @param reusesPsns whether NICs begin each lane with the same sequence number, which none should
 * @param traceLines how many lines of the trace to keep; 0 for none
 */
public record Options(Safeguards safeguards, UnaryOperator<Nic> nic, boolean reusesPsns, int traceLines) {
    /** The wire as it is. */
    public static final Options PLAIN = new Options(Safeguards.ALL, UnaryOperator.identity(), false, 0);

    /** The same with so many lines of the trace kept. */
    public Options tracing(int lines) {
        return new Options(safeguards, nic, reusesPsns, lines);
    }

    /** The same with other protections. */
    public Options with(Safeguards others) {
        return new Options(others, nic, reusesPsns, traceLines);
    }

    /** The same with something between wire and NIC. */
    public Options through(UnaryOperator<Nic> wrapper) {
        return new Options(safeguards, wrapper, reusesPsns, traceLines);
    }
}
