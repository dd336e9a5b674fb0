package dev.kolo.cli;

import dev.kolo.doctor.Diagnosis;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.page.verdict.VerdictWords;
import java.util.List;

/** What the doctor's answer says in one sentence, alike on every output. */
final class DoctorWords {
    private DoctorWords() {}

    /** The verdict. "Nothing wrong was found" is said only where a port of the fabric was seen at all. */
    static String verdict(Diagnosis diagnosis) {
        List<Finding> serious = diagnosis.serious();
        if (!serious.isEmpty()) {
            return sentence(VerdictWords.summary(serious)) + about(diagnosis) + following(diagnosis) + ".";
        }
        if (diagnosis.fabric().functions().isEmpty()) {
            return "Nothing wrong in what was shown, but no port of a fabric was seen.";
        }
        String gaps = diagnosis.notObserved().isEmpty() ? "." : ", as far as it was shown.";
        return "Nothing wrong was found" + about(diagnosis) + gaps;
    }

    /** "; 2 of them follow from another". */
    private static String following(Diagnosis diagnosis) {
        int count = diagnosis.chains().stream()
                .mapToInt(c -> c.consequences().size())
                .sum();
        return switch (count) {
            case 0 -> "";
            case 1 -> "; 1 of them follows from another";
            default -> "; " + count + " of them follow from others";
        };
    }

    /** " in a ring of 4 hosts". */
    private static String about(Diagnosis diagnosis) {
        Shape shape = diagnosis.fabric().shape();
        int hosts = shape.hosts().size();
        String count = hosts == 1 ? "1 host" : hosts + " hosts";
        return switch (shape.kind()) {
            case NONE -> hosts == 0 ? "" : " on " + count;
            case SWITCHED -> " in a switched fabric of " + count;
            case PAIR -> " in a pair of hosts";
            case PATH, RING -> " in a " + shape.kind().word() + " of " + count;
        };
    }

    private static String sentence(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
