package dev.kolo.doctor.pages;

import dev.kolo.fabric.finding.Code;

/**
 * What the catalogue says of one code. All texts are plain sentences; lines that start with four blanks are commands.
 *
 * @param code the code
 * @param title what is the matter, in a few words
 * @param meaning what the doctor saw when it says this
 * @param matters what happens because of it
 * @param byHand how to see it without Kolo
 * @param fix what to do
 * @param severity when it is an error, a warning or an info, and how sure the doctor is
 * @param apart what it is easily taken for, or must not be blamed on it; empty when nothing
 */
public record Page(
        Code code,
        String title,
        String meaning,
        String matters,
        String byHand,
        String fix,
        String severity,
        String apart) {
    public Page {
        title = title.strip();
        meaning = meaning.strip();
        matters = matters.strip();
        byHand = byHand.stripTrailing();
        fix = fix.stripTrailing();
        severity = severity.strip();
        apart = apart.strip();
    }

    /** The page in Markdown, as {@code docs/codes.md} holds it. */
    public String markdown() {
        StringBuilder out = new StringBuilder();
        out.append("## ").append(code).append('\n').append('\n');
        out.append("**").append(title).append(".** ").append(meaning).append('\n');
        section(out, "Why it matters", matters);
        section(out, "See it by hand", byHand);
        section(out, "Fix", fix);
        section(out, "Severity", severity);
        if (!apart.isEmpty()) {
            section(out, "Keep apart", apart);
        }
        return out.toString();
    }

    private static void section(StringBuilder out, String heading, String text) {
        out.append('\n').append("**").append(heading).append(".** ");
        boolean inCode = false;
        for (String line : text.split("\n", -1)) {
            boolean code = line.startsWith("    ");
            if (code != inCode) {
                out.append(code ? "\n```\n" : "```\n");
                inCode = code;
            }
            out.append(code ? line.substring(4) : line).append('\n');
        }
        if (inCode) {
            out.append("```\n");
        }
    }
}
