package dev.kolo.plan;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import java.util.List;

/** Puts together the finding with which planning refuses: certain, and of the code's usual severity. */
public final class Refusal {
    private Refusal() {}

    /**
     * A refusal that concerns the fabric as a whole.
     *
     * @param code its code
     * @param subject what it is about
     * @param seen the value seen
     * @param wanted what would do
     * @param consequence why planning stops
     * @param fix what to do
     */
    public static Finding of(Code code, String subject, String seen, String wanted, String consequence, String fix) {
        return at("", code, subject, seen, wanted, consequence, fix, List.of());
    }

    /** A refusal at one host, with the lines that show it. */
    public static Finding at(
            String host,
            Code code,
            String subject,
            String seen,
            String wanted,
            String consequence,
            String fix,
            List<Evidence> evidence) {
        return new Finding(
                code,
                code.usualSeverity(),
                host,
                subject,
                seen,
                wanted,
                consequence,
                fix,
                evidence,
                Finding.Confidence.CERTAIN);
    }
}
