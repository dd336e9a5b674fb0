package dev.kolo.fabric.finding;

import java.util.List;

/**
 * Everything that a judgement hands out: what is wrong, what could not be judged, and which input was understood. Its JSON
 * form is {@code kolo.findings/1}.
 *
 * @param findings what was found, causes before consequences
 * @param notObserved what could not be judged, and what to ask for
 * @param understood files of which something was understood
 * @param notUnderstood files of which nothing was
 */
public record Verdict(
        List<Finding> findings,
        List<NotObserved> notObserved,
        List<Understood> understood,
        List<NotUnderstood> notUnderstood) {
    /** Schema name of the JSON form. */
    public static final String SCHEMA = "kolo.findings/1";

    public Verdict {
        findings = List.copyOf(findings);
        notObserved = List.copyOf(notObserved);
        understood = List.copyOf(understood);
        notUnderstood = List.copyOf(notUnderstood);
    }

    /**
     * A file and what it was understood as.
     *
     * @param file as the user would name it
     * @param kinds formats found in it ("ip addr", "ibstat" …), each once
     */
    public record Understood(String file, List<String> kinds) {
        public Understood {
            kinds = List.copyOf(kinds);
        }
    }

    /**
     * A file of which nothing was understood.
     *
     * @param file as the user would name it
     * @param reason one sentence
     */
    public record NotUnderstood(String file, String reason) {}
}
