package dev.kolo.lab.life;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What guests are told to run, and the files that make it quick; java itself starts here. */
class GuestJavaTest {
    /** Runs in a JVM of its own. */
    static final class Greeting {
        private Greeting() {}

        public static void main(String[] arguments) {
            System.out.println("hello " + String.join(" ", arguments));
        }
    }

    private static final String AOT_CACHE = "-XX:AOTCache=";

    @TempDir
    private Path folder;

    private static Path classes(Path at, String content) throws IOException {
        Files.createDirectories(at.resolve("a/b"));
        Files.writeString(at.resolve("a/b/C.class"), content);
        return at;
    }

    private static String run(List<String> command, String... more) {
        try {
            Process process = new ProcessBuilder(
                            Stream.concat(command.stream(), Stream.of(more)).toList())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return said;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void packsAFolderOnceAndByItsContent() throws IOException {
        Path one = classes(folder.resolve("one"), "same");
        Path two = classes(folder.resolve("two"), "same");
        Path other = classes(folder.resolve("other"), "changed");
        Path jar = Files.writeString(folder.resolve("some.jar"), "as it is");
        Path cache = folder.resolve("cache");

        List<Path> packed = GuestClasses.packed(List.of(one, jar, two, other), cache);

        assertThat(packed.get(0)).isEqualTo(packed.get(2)).isRegularFile().isNotEqualTo(packed.get(3));
        assertThat(packed.get(1)).isEqualTo(jar);
        try (Stream<Path> files = Files.list(cache)) {
            assertThat(files).containsExactlyInAnyOrder(packed.get(0), packed.get(3));
        }
    }

    @Test
    void forgetsOldJarsButNoneInUse() throws IOException {
        Path cache = folder.resolve("cache");
        Path inUse = classes(folder.resolve("used"), "for months");
        Path kept = GuestClasses.packed(List.of(inUse), cache).getFirst();
        Path forgotten = GuestClasses.packed(List.of(classes(folder.resolve("gone"), "a build of then")), cache)
                .getFirst();
        for (Path jar : List.of(kept, forgotten)) {
            Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minus(90, ChronoUnit.DAYS)));
        }

        List<Path> now = GuestClasses.packed(List.of(inUse, classes(folder.resolve("new"), "today")), cache);

        assertThat(now).contains(kept).allMatch(Files::exists);
        assertThat(forgotten).doesNotExist();
    }

    @Test
    void leavesAFolderThatCannotBePacked() throws IOException {
        Path classes = classes(folder.resolve("classes"), "some");
        Path taken = Files.writeString(folder.resolve("taken"), "a file where a folder should be");

        assertThat(GuestClasses.packed(List.of(classes), taken)).containsExactly(classes);
    }

    @Test
    void aRecordedStartIsMadeOnceAndFits() {
        AtomicInteger recordings = new AtomicInteger();
        List<String> first = GuestJava.quickCommand(
                Greeting.class.getName(),
                java -> recordings.incrementAndGet() > 0 && run(java, "again").contains("hello again"),
                folder);
        List<String> second = GuestJava.quickCommand(Greeting.class.getName(), java -> false, folder);

        assertThat(recordings).hasValue(1);
        assertThat(second).isEqualTo(first);
        assertThat(first).anySatisfy(word -> assertThat(word).startsWith(AOT_CACHE + folder));
        // A cache that does not fit is overlooked, unless it is asked for in this way.
        List<String> strict = first.stream()
                .map(word -> word.equals("-Xlog:disable") ? "-XX:AOTMode=on" : word)
                .toList();
        assertThat(run(strict, "guest")).isEqualTo("hello guest\n");
    }

    @Test
    void aRecordingThatFailsIsNotTriedAgain() {
        AtomicInteger recordings = new AtomicInteger();
        for (int i = 0; i < 2; i++) {
            List<String> command =
                    GuestJava.quickCommand(Greeting.class.getName(), java -> recordings.incrementAndGet() < 0, folder);
            assertThat(command).noneMatch(word -> word.contains("AOT")).endsWith(Greeting.class.getName());
        }
        assertThat(recordings).hasValue(1);
    }
}
