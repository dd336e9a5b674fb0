package dev.kolo.cli.report;

import dev.kolo.doctor.Diagnosis;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.plan.diff.PlanDiff;
import dev.kolo.probe.read.ReadResult;
import java.util.Optional;

/**
 * What a page is made of.
 *
 * @param result what was read
 * @param diagnosis what the doctor says of it
 * @param verdict that in one sentence
 * @param before an earlier observation of the same hosts, against which counters have grown
 * @param difference how the facts differ from a plan
 * @param redaction what was replaced, for a page that may be posted
 * @param version of Kolo
 */
public record ReportInput(
        ReadResult result,
        Diagnosis diagnosis,
        String verdict,
        Optional<Inventory> before,
        Optional<PlanDiff> difference,
        Optional<RedactionNote> redaction,
        String version) {}
