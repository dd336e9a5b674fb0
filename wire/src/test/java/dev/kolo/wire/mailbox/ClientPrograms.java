package dev.kolo.wire.mailbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The clients' sources, their compiler and their interpreter, for tests; one that is missing fails the test. */
public final class ClientPrograms {
    /** Folder of the C client. */
    public static final Path C = Path.of("..", "clients", "c").toAbsolutePath().normalize();

    /** Folder of the Python client. */
    public static final Path PYTHON =
            Path.of("..", "clients", "python").toAbsolutePath().normalize();

    private ClientPrograms() {}

    /** Compiles a C program with all warnings as errors; it may include the client's headers. */
    public static Path compile(Path source, Path program) throws IOException, InterruptedException {
        run(
                "gcc",
                "-std=c11",
                "-O2",
                "-Wall",
                "-Wextra",
                "-Wpedantic",
                "-Werror",
                "-I" + C,
                "-o",
                program + "",
                source + "");
        return program;
    }

    /** Runs a program to its end and returns its output; fails unless it exits 0. */
    public static String run(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PYTHONPATH", PYTHON.toString());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError(String.join(" ", command) + " ended with " + process.exitValue() + ":\n" + output);
        }
        return output;
    }

    /** The lines of such an output. */
    public static List<String> lines(String... command) throws IOException, InterruptedException {
        return new ArrayList<>(run(command).lines().toList());
    }
}
