package dev.kolo.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.cli.Console;
import dev.kolo.cli.Kolo;
import dev.kolo.sim.fault.FaultKind;
import dev.kolo.sim.run.Options;
import dev.kolo.sim.run.Run;
import dev.kolo.sim.run.Scenario;
import dev.kolo.sim.run.Verdict;
import dev.kolo.sim.run.Wishes;
import dev.kolo.wire.protocol.Safeguard;
import dev.kolo.wire.protocol.Safeguards;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code kolo simulate wire}, as a user meets it. */
class SimulateCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int kolo(String words) {
        out.reset();
        err.reset();
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                InputStream.nullInputStream(),
                Path.of(""),
                Console.Style.PLAIN,
                Map.of());
        return new Kolo(console).run(words.split(" "));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void oneSeedTellsItsFaultsItsVerdictAndItsHash() {
        assertThat(kolo("simulate wire --seed 7")).isZero();
        assertThat(out())
                .startsWith("seed 7: ")
                .contains("fault 1: ")
                .containsPattern("every rule held; [0-9,]+ events in [0-9.]+ s of virtual time; hash [0-9a-f]{16}");
        String first = out();
        kolo("simulate wire --seed 7");
        assertThat(out()).isEqualTo(first);
    }

    @Test
    void manySeedsTellWhatTheyExercisedWhicheverThreadWasFaster() {
        assertThat(kolo("simulate wire --seed 5 --runs 12 --world 3 --jobs 1")).isZero();
        String first = out();
        assertThat(first)
                .contains("12 seeds from 5: every rule held in all of them")
                .containsPattern("ranks 3 +12\n")
                .contains("  frames lost ");
        assertThat(kolo("simulate wire --seed 5 --runs 12 --world 3 --jobs 3")).isZero();
        assertThat(out()).isEqualTo(first);
    }

    @Test
    void theHelpNamesEveryKindOfFault() {
        assertThat(kolo("simulate wire --help")).isZero();
        String help = out().replaceAll("\\s+", " ");
        assertThat(FaultKind.values()).allSatisfy(kind -> assertThat(help).containsPattern(kind.word() + "[,.]"));
    }

    @Test
    void aTraceSaysWhoPostedWhatAndWhenItLanded() {
        assertThat(kolo("simulate wire --seed 3 --world 2 --faults none --trace 2000"))
                .isZero();
        assertThat(out())
                .containsPattern("µs rank 0 posts to rank 1: [0-9]+ B, step 2, tag")
                .containsPattern("µs rank 1 has placed in its memory what came from rank 0: step 2, tag")
                .contains("µs rank 1 is done with");
    }

    @Test
    void aFailureIsShrunkAndToldHowToReplay() {
        Options broken = Options.PLAIN.with(Safeguards.ALL.without(Safeguard.SLOT_PROOF));
        Verdict verdict = Run.of(Scenario.of(3, Wishes.NONE), broken);
        assertThat(verdict.isGood()).isFalse();
        new VerdictText(new PrintStream(out, true, StandardCharsets.UTF_8), "kolo simulate wire", broken)
                .failure(verdict, verdict.scenario().faults());
        assertThat(out())
                .contains("VIOLATION in seed 3: ")
                .contains("without a proof that step")
                .containsPattern(
                        "shrunk to [0-9]+ of " + verdict.scenario().faults().size() + " faults:")
                .containsPattern("replay: kolo simulate wire --seed 3 --trace --keep [0-9,]+")
                .contains(" posts to rank ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--shape star",
                "--faults loss,gremlins",
                "--world 1",
                "--world 17",
                "--runs 0",
                "--runs 2 --trace",
                "--seed 7 --keep 99"
            })
    void whatMakesNoSenseIsBadInput(String words) {
        assertThat(kolo("simulate wire " + words)).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("kolo: ");
        assertThat(out()).isEmpty();
    }
}
