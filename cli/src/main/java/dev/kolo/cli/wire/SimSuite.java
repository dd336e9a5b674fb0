package dev.kolo.cli.wire;

import dev.kolo.cli.Console;
import dev.kolo.cli.ExitCode;
import dev.kolo.page.text.Text;
import dev.kolo.sim.fabric.Cabling;
import dev.kolo.sim.lockstep.Lockstep;
import dev.kolo.wire.protocol.WireFailure;
import dev.kolo.wire.schedule.Reach;
import dev.kolo.wire.schedule.ScheduleKind;
import dev.kolo.wire.suite.SuiteCase;
import dev.kolo.wire.suite.SuiteCases;
import dev.kolo.wire.suite.SuiteRank;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** The suite over the simulated fabric: all ranks in this process, in virtual time, two lanes a peer. */
final class SimSuite {
    private static final int LANES = 2;

    private final Console console;
    private final int ranks;
    private final long limitBytes;
    private final boolean brief;
    private final OptionalLong shuffleSeed;

    SimSuite(Console console, int ranks, long limitBytes, boolean brief, OptionalLong shuffleSeed) {
        this.console = console;
        this.ranks = ranks;
        this.limitBytes = limitBytes;
        this.brief = brief;
        this.shuffleSeed = shuffleSeed;
    }

    /** Runs all of it; the exit code. */
    int run() {
        Reach reach = Reach.everyPair(ranks);
        int[] passed = new int[ranks];
        int[] failed = new int[ranks];
        int first = 0;
        for (ScheduleKind kind : SuiteCases.kinds(reach)) {
            List<SuiteCase> cases = SuiteCases.of(reach, kind, limitBytes, brief, first);
            first += cases.size();
            Cabling cabling = new Cabling(ranks, Cabling.Form.EVERY_PAIR);
            try (Lockstep session =
                    new Lockstep(cabling, LANES, limitBytes, Optional.of(kind), shuffleSeed.orElse(1))) {
                session.run(communicator -> {
                    try (SuiteRank run =
                            new SuiteRank(communicator, limitBytes, brief, shuffleSeed, this::tellOfFailure)) {
                        run.run(cases);
                        passed[communicator.rank()] += run.passed();
                        failed[communicator.rank()] += run.failed();
                    }
                });
                console.tell(String.format(
                        Locale.ROOT,
                        "  %s: %d cases in %.6f s of virtual time",
                        kind.word(),
                        cases.size(),
                        session.nowPicos() / 1e12));
            } catch (WireFailure e) {
                tellOfFailure("FAILED " + e.getMessage());
                return ExitCode.FINDINGS;
            }
        }
        boolean good = true;
        for (int rank = 0; rank < ranks; rank++) {
            console.out()
                    .println("SUMMARY rank " + rank + ": " + passed[rank] + " passed, " + failed[rank] + " failed");
            good &= failed[rank] == 0;
        }
        console.out().flush();
        return good ? ExitCode.FINE : ExitCode.FINDINGS;
    }

    private void tellOfFailure(String line) {
        console.out().println(Text.quote(line));
    }
}
