package dev.kolo.remote.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Conversations with real processes. */
class LineProcessTest {
    private final LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();

    @Test
    void speaksLineByLineAndTellsTheEnd() throws Exception {
        try (LineProcess process = start("while read -r word; do echo \"$GREETING $word\"; done; exit 7")) {
            process.tell("ring");
            assertThat(next()).isEqualTo("hello ring");
            process.tell("path");
            assertThat(next()).isEqualTo("hello path");
        }
        assertThat(next()).isEqualTo("(ended)");
    }

    @Test
    void handsOnBothOutputsAndTheExitCode() throws Exception {
        try (LineProcess process = start("echo out; echo err >&2; exit 7")) {
            assertThat(process.exitCode()).isEqualTo(7);
            process.tell("nobody hears this");
            assertThat(List.of(next(), next(), next())).containsExactly("out", "err", "(ended)");
        }
    }

    private LineProcess start(String script) throws Exception {
        return LineProcess.start(
                List.of("sh", "-c", script), Map.of("GREETING", "hello"), heard::add, () -> heard.add("(ended)"));
    }

    private String next() throws InterruptedException {
        String line = heard.poll(60, TimeUnit.SECONDS);
        return line == null ? "(nothing)" : line;
    }
}
