package dev.kolo.wire.session.run;

import dev.kolo.wire.protocol.CounterSnapshot;
import dev.kolo.wire.protocol.Counters;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;

/**
 * Looks at the counters of all sessions of a host from outside. It only reads: a rank never notices, and a file that a killed
 * process left behind stays for the next session to sweep up.
 */
public final class CounterLook {
    /** Where sessions keep them. */
    public static final Path FOLDER = Path.of("/dev/shm");

    private static final int MOST_FILES = 4096;
    /** A file's time and a process's start are told by two clocks of coarse steps. */
    private static final long SLACK_MILLIS = 2000;

    private CounterLook() {}

    /** What became of a rank whose counters were found. */
    public sealed interface State {
        /** It runs. */
        record Running(CounterSnapshot counters) implements State {}

        /** Its process is gone; it was killed, since a rank that ends takes its file away. */
        record Gone(CounterSnapshot counters) implements State {}

        /** Its file belongs to somebody else. */
        record NotPermitted(String owner) implements State {}

        /** Its file is none that this program can read. */
        record Unreadable(String why) implements State {}
    }

    /**
     * A rank's counters.
     *
     * @param session its session's id, 32 hex digits
     * @param rank its rank
     * @param kind what carries its bytes, or {@code fallback}
     * @param pid its process
     * @param state what was found
     */
    public record Found(String session, int rank, String kind, long pid, State state) {}

    /**
     * All of a folder, by session and rank.
     *
     * @throws IOException when the folder cannot be listed
     */
    public static List<Found> at(Path folder) throws IOException {
        List<Found> all = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "kolo-wire-*")) {
            for (Path path : files) {
                Matcher name = CounterFiles.NAME.matcher(path.getFileName().toString());
                if (name.matches() && all.size() < MOST_FILES) {
                    read(path, name).ifPresent(all::add);
                }
            }
        }
        all.sort(Comparator.comparing(Found::session)
                .thenComparingInt(Found::rank)
                .thenComparingLong(Found::pid));
        return all;
    }

    /** Empty when it has gone meanwhile. */
    private static Optional<Found> read(Path path, Matcher name) {
        int rank = Integer.parseInt(name.group("rank"));
        long pid = Long.parseLong(name.group("pid"));
        State state;
        try {
            state = state(path, rank, pid);
        } catch (NoSuchFileException ended) {
            return Optional.empty();
        } catch (AccessDeniedException denied) {
            state = new State.NotPermitted(owner(path));
        } catch (IOException e) {
            state = new State.Unreadable(String.valueOf(e.getMessage()));
        }
        return Optional.of(new Found(name.group("session"), rank, name.group("kind"), pid, state));
    }

    private static State state(Path path, int rank, long pid) throws IOException {
        PosixFileAttributes attributes =
                Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile()) {
            return new State.Unreadable("it is no regular file");
        }
        byte[] page;
        try (InputStream in = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
            page = in.readNBytes(Counters.BYTES);
        }
        Optional<CounterSnapshot> counters = CounterSnapshot.of(page).filter(c -> c.rank() == rank);
        if (counters.isEmpty()) {
            return new State.Unreadable("it holds no counters that this version of Kolo knows");
        }
        boolean runs = runs(pid, attributes.creationTime().toInstant());
        return runs ? new State.Running(counters.get()) : new State.Gone(counters.get());
    }

    /** Whether the process that made the file runs: one that was started later only has its number. */
    private static boolean runs(long pid, Instant made) {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(process -> process.info()
                        .startInstant()
                        .map(start -> !start.isAfter(made.plusMillis(SLACK_MILLIS)))
                        .orElse(true))
                .isPresent();
    }

    private static String owner(Path path) {
        try {
            return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).getName();
        } catch (IOException unknown) {
            return "somebody else";
        }
    }
}
