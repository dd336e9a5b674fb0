package dev.kolo.cli.simulate;

import dev.kolo.page.text.Text;
import dev.kolo.sim.check.Violations.Violation;
import dev.kolo.sim.core.Trace;
import dev.kolo.sim.fault.Fault;
import dev.kolo.sim.run.Options;
import dev.kolo.sim.run.Run;
import dev.kolo.sim.run.Scenario;
import dev.kolo.sim.run.Shrink;
import dev.kolo.sim.run.Verdict;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What simulated runs came to, in words: the verdict, what was exercised, and how to see a failure again. */
final class VerdictText {
    private static final int LINES_OF_A_FAILURE = 60;

    private final PrintStream out;
    private final String command;
    private final Options options;

    /**
     * Prints to a stream.
     *
     * @param command the command that replays, up to the seed
     * @param options how runs are run
     */
    VerdictText(PrintStream out, String command, Options options) {
        this.options = options;
        this.out = out;
        this.command = command;
    }

    /** One run. */
    void one(Verdict verdict) {
        Scenario scenario = verdict.scenario();
        out.println("seed " + scenario.seed() + ": " + scenario.words());
        int number = 1;
        for (Fault fault : scenario.faults()) {
            out.println("  fault " + number++ + ": " + fault.words());
        }
        verdict.failures().forEach(f -> out.println("  " + Text.quote(f)));
        out.printf(
                Locale.ROOT,
                "%s; %,d events in %.6f s of virtual time; hash %016x%n",
                verdict.isGood() ? "every rule held" : verdict.violations().size() + " violations",
                verdict.events(),
                verdict.picos() / 1e12,
                verdict.hash());
    }

    /** The end of the trace, as much as was kept. */
    void trace(Verdict verdict) {
        for (Trace.Line line : verdict.lines()) {
            out.println(Text.quote(line.words()));
        }
    }

    /**
     * A run that failed: what did not hold, the faults that it needs, how to replay it, and the end of its trace.
     *
     * @param drawn the faults of its seed, as numbered
     */
    void failure(Verdict verdict, List<Fault> drawn) {
        Scenario least = Shrink.of(verdict, options);
        Verdict again = Run.of(least, options.tracing(LINES_OF_A_FAILURE));
        out.println("VIOLATION in seed " + verdict.scenario().seed() + ": "
                + verdict.scenario().words());
        for (Violation violation : verdict.violations()) {
            out.printf(
                    Locale.ROOT,
                    "  %s, at %.3f µs: %s%n",
                    violation.rule(),
                    violation.picos() / 1e6,
                    Text.quote(violation.text()));
        }
        out.println("  shrunk to " + least.faults().size() + " of " + drawn.size() + " faults:");
        List<String> numbers = new ArrayList<>();
        for (Fault fault : least.faults()) {
            int number = drawn.indexOf(fault) + 1;
            numbers.add("" + number);
            out.println("    fault " + number + ": " + fault.words());
        }
        out.println("  replay: " + command + " --seed " + verdict.scenario().seed() + " --trace --keep "
                + (numbers.isEmpty() ? "0" : String.join(",", numbers)));
        out.println("  the last " + LINES_OF_A_FAILURE + " lines of the shrunk run:");
        for (Trace.Line line : again.lines()) {
            out.println("    " + Text.quote(line.words()));
        }
    }

    /** Many runs. */
    void summary(long first, SeedRuns.Sum sum) {
        out.printf(
                Locale.ROOT,
                "%,d seeds from %d: %s; %,d events in %,.1f s of virtual time; hash %016x%n",
                sum.runs(),
                first,
                sum.violated() == 0
                        ? "every rule held in all of them"
                        : sum.violated() + " with violations, of which the first "
                                + sum.failed().size() + " are shown",
                sum.events(),
                sum.seconds(),
                sum.hash());
        out.println("What they exercised:");
        for (Map.Entry<String, Long> count : sum.coverage().counts().entrySet()) {
            out.printf(Locale.ROOT, "  %-32s %,15d%n", count.getKey(), count.getValue());
        }
    }
}
