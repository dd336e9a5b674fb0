package dev.kolo.cli.architecture;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the repository lies that the tests run in. */
public final class Repository {
    private Repository() {}

    /** Its root: the nearest folder, from the working folder upwards, that holds the Maven wrapper. */
    public static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("mvnw"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("no folder above the working folder holds mvnw");
            }
        }
        return folder;
    }
}
