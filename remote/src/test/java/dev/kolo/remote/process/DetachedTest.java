package dev.kolo.remote.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120)
class DetachedTest {
    @TempDir
    Path folder;

    @Test
    void leadsASessionOfItsOwnAndWritesIntoItsLog() throws IOException, InterruptedException {
        Path log = folder.resolve("log");
        String session = "cut -d ' ' -f 1,6 /proc/$$/stat; read -r word; echo \"told $word\"";

        Detached started = Detached.start(List.of("sh", "-c", session), folder, log, Detached.Stdin.PIPE);
        started.tell("this");
        ProcessHandle.of(started.pid()).ifPresent(handle -> handle.onExit().join());

        assertThat(Files.readAllLines(log)).containsExactly(started.pid() + " " + started.pid(), "told this");
        assertThat(started.isAlive()).isFalse();
        started.tell("nobody");
    }

    @Test
    void namesAProgramThatIsNotThere() {
        assertThatThrownBy(() -> Detached.start(
                        List.of("no-such-program"), folder, folder.resolve("log"), Detached.Stdin.NOTHING))
                .hasMessageContaining("no program \"no-such-program\"");
        assertThatThrownBy(
                        () -> Foreground.run(List.of("no-such-program"), folder, Map.of(), Foreground.UNLIMITED_NANOS))
                .hasMessageContaining("no program \"no-such-program\"");
    }

    @Test
    void runsInTheForegroundWithItsOwnStatusFolderAndEnvironment() throws IOException, InterruptedException {
        int status = Foreground.run(
                List.of("sh", "-c", "pwd >\"$WHERE\"; exit 7"),
                folder,
                Map.of("WHERE", "here"),
                Foreground.UNLIMITED_NANOS);

        assertThat(status).isEqualTo(7);
        assertThat(Files.readString(folder.resolve("here")).strip())
                .isEqualTo(folder.toRealPath().toString());
    }

    @Test
    void endsWhatRunsPastItsDeadlineWithItsChildren() throws IOException, InterruptedException {
        String forever = "tail -f /dev/null & echo $! >child; wait";

        int status = Foreground.run(List.of("sh", "-c", forever), folder, Map.of(), TimeUnit.SECONDS.toNanos(2));

        assertThat(status).isEqualTo(Foreground.TIMED_OUT);
        long child = Long.parseLong(Files.readString(folder.resolve("child")).strip());
        ProcessHandle.of(child).ifPresent(handle -> handle.onExit().join());
    }
}
