package dev.kolo.probe.read;

import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.finding.Verdict.NotUnderstood;
import dev.kolo.fabric.finding.Verdict.Understood;
import dev.kolo.probe.nccl.NcclLogs;
import java.util.List;

/**
 * What came of reading.
 *
 * @param inventory the facts
 * @param understood every file of which something was understood, in the order of reading
 * @param notUnderstood every file of which nothing was, with the reason
 * @param problems what is wrong with the input itself, in the order of reading
 * @param logs what NCCL logs among the texts tell of each rank
 */
public record ReadResult(
        Inventory inventory,
        List<Understood> understood,
        List<NotUnderstood> notUnderstood,
        List<Problem> problems,
        NcclLogs logs) {
    public ReadResult {
        understood = List.copyOf(understood);
        notUnderstood = List.copyOf(notUnderstood);
        problems = List.copyOf(problems);
    }

    /**
     * Something wrong with the input: cut-off JSON, two machines of one name, a line that contradicts itself.
     *
     * @param file as the user would name it; empty when the trouble is not in one file
     * @param line 1-based; 0 when it is not in one line
     * @param text one sentence: what was found, what was expected, what became of it
     */
    public record Problem(String file, int line, String text) {
        @Override
        public String toString() {
            return file.isEmpty() ? text : line == 0 ? file + ": " + text : file + ":" + line + ": " + text;
        }
    }
}
