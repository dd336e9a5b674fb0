package dev.kolo.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.sim.fabric.SimNic;
import dev.kolo.sim.fault.FaultKind;
import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.protocol.Safeguard;
import dev.kolo.wire.protocol.Safeguards;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** The checkers find what they are there for: the wire with one protection less, or over a NIC with one bug, is caught. */
@Tag("seeds")
class MutantsTest {
    private static final long MOST_SEEDS = 2_000;

    /** Protections, each of which is missed alone. A higher number alone is told by its digest. */
    private static final List<Safeguard> PROTOCOL = List.of(
            Safeguard.SESSION_TAG,
            Safeguard.OPERATION_DIGEST,
            Safeguard.SLOT_PROOF,
            Safeguard.SEND_PROOF,
            Safeguard.POISON_LOOK,
            Safeguard.POISON_FILL,
            Safeguard.TIME_BOUND,
            Safeguard.FLAG_REPAIR,
            Safeguard.ROOT_CAUSE,
            Safeguard.ABORT_RECORDS,
            Safeguard.WORD_NUMBERS,
            Safeguard.WORDS_CLEARED,
            Safeguard.SHARED_VERDICT);

    /** One deliberate bug. */
    private record Mutant(
            String name, BiFunction<Scenario, Nic, Nic> nic, Safeguards safeguards, boolean reusesPsns, Wishes wishes) {
        static Mutant without(Safeguard which) {
            return new Mutant("without " + which, (s, n) -> n, Safeguards.ALL.without(which), false, Wishes.NONE);
        }

        static Mutant over(String name, BiFunction<Scenario, Nic, Nic> nic) {
            return new Mutant(name, nic, Safeguards.ALL, false, Wishes.NONE);
        }
    }

    private static List<Mutant> mutants() {
        List<Mutant> all = new ArrayList<>();
        for (Safeguard each : PROTOCOL) {
            all.add(Mutant.without(each));
        }
        Safeguards counterAlone = Safeguards.ALL
                .without(Safeguard.EQUAL_NUMBER)
                .without(Safeguard.SESSION_TAG)
                .without(Safeguard.OPERATION_DIGEST);
        all.add(new Mutant("a flag is a counter, compared by ≥", (s, n) -> n, counterAlone, false, Wishes.NONE));
        all.add(Mutant.over("flag before payload", (s, n) -> new MutantNics.FlagFirst(n)));
        all.add(Mutant.over("done when posted", (s, n) -> new MutantNics.DoneWhenPosted(n)));
        all.add(Mutant.over("half chains", (s, n) -> new MutantNics.HalfChains(n)));
        all.add(Mutant.over(
                "one source for flags and repairs", (s, n) -> new MutantNics.OneSourceForRepairs(n, layout(s))));
        all.add(Mutant.over(
                "credit ahead", (s, n) -> new MutantNics.CreditAhead(n, layout(s), () -> ((SimNic) n).region())));
        all.add(Mutant.over("inlines always", (s, n) -> new MutantNics.InlinesAlways(n)));
        all.add(Mutant.over("one slot", (s, n) -> new MutantNics.OneSlot(n, layout(s), ((SimNic) n).rank())));
        Wishes restarts = Wishes.NONE.only(FaultKind.RESTART, FaultKind.HOLD);
        all.add(new Mutant("late write into a new session", (s, n) -> n, Safeguards.ALL, true, restarts));
        return all;
    }

    private static RegionLayout layout(Scenario scenario) {
        return scenario.layout();
    }

    @TestFactory
    Stream<DynamicTest> everyMutantIsFoundWithinTwoThousandSeeds() {
        return mutants().stream().map(mutant -> DynamicTest.dynamicTest(mutant.name(), () -> assertFound(mutant)));
    }

    private static void assertFound(Mutant mutant) {
        for (long seed = 1; seed <= MOST_SEEDS; seed++) {
            Scenario scenario = Scenario.of(seed, mutant.wishes());
            Options options =
                    new Options(mutant.safeguards(), nic -> mutant.nic().apply(scenario, nic), mutant.reusesPsns(), 0);
            Verdict verdict = Run.of(scenario, options);
            if (!verdict.isGood()) {
                System.out.println("MUTANT " + mutant.name() + " seed " + seed + " "
                        + verdict.violations().getFirst().rule() + " "
                        + verdict.violations().getFirst().text());
                return;
            }
        }
        assertThat(mutant.name()).as("found within %d seeds", MOST_SEEDS).isEmpty();
    }
}
