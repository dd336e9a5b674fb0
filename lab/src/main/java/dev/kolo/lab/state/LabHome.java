package dev.kolo.lab.state;

import dev.kolo.lab.LabException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where a user's labs lie.
 *
 * @param folder one folder a lab: {@code KOLO_LAB_HOME}, or {@code kolo/labs} in the user's folder for state (XDG)
 * @param cache what may be made again at any time: kernels, first file systems
 * @param sockets where the folders of sockets are made; its path is short, since a socket's has 107 bytes at most
 */
public record LabHome(Path folder, Path cache, Path sockets) {
    private static final int LONGEST_SOCKETS = 60;

    /** Where the environment says. */
    public static LabHome of(Map<String, String> environment) {
        Path home = Path.of(environment.getOrDefault("HOME", "/nonexistent"));
        Path state = given(environment, "XDG_STATE_HOME").orElse(home.resolve(".local/state"));
        Path cache = given(environment, "XDG_CACHE_HOME").orElse(home.resolve(".cache"));
        Path sockets = given(environment, "XDG_RUNTIME_DIR")
                .filter(folder -> Files.isWritable(folder) && folder.toString().length() <= LONGEST_SOCKETS)
                .orElse(Path.of("/tmp"));
        return new LabHome(
                given(environment, "KOLO_LAB_HOME").orElse(state.resolve("kolo/labs")),
                cache.resolve("kolo/lab"),
                sockets);
    }

    private static Optional<Path> given(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name))
                .filter(value -> !value.isEmpty())
                .map(value -> Path.of(value).toAbsolutePath());
    }

    /**
     * The folder of a lab, whether it is there or not.
     *
     * @throws LabException when no lab can have this name
     */
    public LabFolder lab(String name) {
        if (!name.matches("[a-zA-Z0-9][a-zA-Z0-9_-]{0,31}")) {
            throw LabException.badInput(
                    "a lab cannot be called \"" + name + "\": letters, digits, - and _ inside, at most 32 characters");
        }
        return new LabFolder(folder.resolve(name));
    }

    /** The labs of which processes run, in the order of their names. */
    public List<LabFolder> running() throws IOException {
        List<LabFolder> running = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> folders = Files.list(folder)) {
                folders.filter(Files::isDirectory)
                        .map(LabFolder::new)
                        .filter(LabFolder::isRunning)
                        .forEach(running::add);
            }
        }
        running.sort((a, b) -> a.name().compareTo(b.name()));
        return running;
    }

    /**
     * Runs something while nobody else starts or ends this lab. The lock is gone with this process, however it ends.
     *
     * @throws LabException when somebody else is at it
     */
    public <T> T locked(LabFolder lab, Work<T> work) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path file = folder.resolve("." + lab.name() + ".lock");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = tryLock(channel)) {
            if (lock == null) {
                throw LabException.refused("another command is starting or ending the lab \"" + lab.name()
                        + "\" at this moment: wait for it, or end it");
            }
            return work.run();
        }
    }

    private static @org.jspecify.annotations.Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException sameProcess) {
            return null;
        }
    }

    /**
     * What is done under the lock.
     *
     * @param <T> its result
     */
    public interface Work<T> {
        T run() throws IOException, InterruptedException;
    }
}
