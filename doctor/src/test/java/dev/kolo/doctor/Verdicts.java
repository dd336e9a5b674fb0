package dev.kolo.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.probe.nccl.NcclLogs;
import dev.kolo.probe.read.ReadResult;
import java.util.List;
import java.util.Optional;

/** Short forms for what tests ask of a diagnosis. */
final class Verdicts {
    private Verdicts() {}

    static Diagnosis judge(RingFacts facts) {
        return judge(facts.inventory());
    }

    static Diagnosis judge(Inventory inventory) {
        return Doctor.examine(inventory, Expectation.AUTO);
    }

    /** Facts and logs, as the doctor gets them from files. */
    static Diagnosis judge(Shown shown) {
        ReadResult result = shown.read();
        return Doctor.examine(result.inventory(), Expectation.AUTO, result.logs());
    }

    /** Facts of a ring, and logs beside them. */
    static Diagnosis judge(RingFacts facts, NcclLogs logs) {
        return Doctor.examine(facts.inventory(), Expectation.AUTO, logs);
    }

    static Diagnosis judge(RingFacts facts, Shape.Kind wanted) {
        return judge(facts.inventory(), wanted);
    }

    static Diagnosis judge(Inventory inventory, Shape.Kind wanted) {
        return Doctor.examine(inventory, Expectation.AUTO.withShape(Optional.of(wanted)));
    }

    /** The codes of errors and warnings. */
    static List<Code> troubles(Diagnosis diagnosis) {
        return diagnosis.findings().stream()
                .filter(f -> f.severity() != Severity.INFO)
                .map(Finding::code)
                .distinct()
                .toList();
    }

    static List<Code> codes(Diagnosis diagnosis) {
        return diagnosis.findings().stream().map(Finding::code).distinct().toList();
    }

    /** The only finding of a code. */
    static Finding only(Diagnosis diagnosis, Code code) {
        List<Finding> all =
                diagnosis.findings().stream().filter(f -> f.code() == code).toList();
        assertThat(all).as("findings of %s among %s", code, codes(diagnosis)).hasSize(1);
        return all.getFirst();
    }

    static void assertSilent(Diagnosis diagnosis) {
        assertThat(diagnosis.findings())
                .as("errors and warnings about healthy facts")
                .filteredOn(f -> f.severity() != Severity.INFO)
                .isEmpty();
    }
}
