package dev.kolo.remote.process;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Finds programs as a shell would, so that a missing one is said in words and not as an exit status. */
public final class ProgramPath {
    private ProgramPath() {}

    /**
     * The program's file; empty when there is none that may be run.
     *
     * @param program its name, or a path
     * @param searchPath folders with colons between them, as PATH has them
     */
    public static Optional<Path> find(String program, String searchPath) {
        if (program.indexOf('/') >= 0) {
            return runnable(program);
        }
        for (String folder : searchPath.split(":", -1)) {
            Optional<Path> found = runnable((folder.isEmpty() ? "." : folder) + "/" + program);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<Path> runnable(String file) {
        try {
            Path path = Path.of(file);
            return Files.isRegularFile(path) && Files.isExecutable(path) ? Optional.of(path) : Optional.empty();
        } catch (InvalidPathException notAPath) {
            return Optional.empty();
        }
    }
}
