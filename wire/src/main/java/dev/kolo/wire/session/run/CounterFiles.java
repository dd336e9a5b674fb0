package dev.kolo.wire.session.run;

import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.session.CounterPages;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counters in files of shared memory, {@code kolo-wire-SESSION-rRANK-KIND-PID}, mode 0600: whoever is the owner may map one
 * and look. They go when the session ends; those of killed processes are swept up by the next session.
 */
final class CounterFiles implements CounterPages {
    static final Pattern NAME = Pattern.compile(
            "kolo-wire-(?<session>[0-9a-f]{32})-r(?<rank>[0-9]{1,2})-(?<kind>[a-z0-9]+)-(?<pid>[0-9]{1,10})");

    private final Path folder;
    private final Consumer<String> log;
    private final TreeMap<String, Path> files = new TreeMap<>();

    CounterFiles(Path folder, Consumer<String> log) {
        this.folder = folder;
        this.log = log;
    }

    /** In the system's shared memory. */
    static CounterFiles ofSystem(Consumer<String> log) {
        return new CounterFiles(Path.of("/dev/shm"), log);
    }

    @Override
    public MemorySegment page(SessionId session, int rank, String kind) {
        sweep();
        Path path = folder.resolve("kolo-wire-" + session + "-r" + rank + "-" + kind + "-"
                + ProcessHandle.current().pid());
        try (FileChannel channel = FileChannel.open(
                path,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            files.put(kind, path);
            channel.write(ByteBuffer.allocate(Counters.BYTES));
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, Counters.BYTES, Arena.ofAuto());
        } catch (IOException | UnsupportedOperationException e) {
            log.accept("kolo wire: nobody can look at this rank's counters from outside: " + e);
            return Arena.ofAuto().allocate(Counters.BYTES, Long.BYTES);
        }
    }

    /** Removes the files of all transports but one; of all when no kind has this name. */
    void keepOnly(String kind) {
        files.entrySet().removeIf(file -> {
            boolean goes = !file.getKey().equals(kind);
            if (goes) {
                remove(file.getValue());
            }
            return goes;
        });
    }

    private void sweep() {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "kolo-wire-*")) {
            for (Path path : all) {
                Matcher name = NAME.matcher(path.getFileName().toString());
                if (name.matches()
                        && ProcessHandle.of(Long.parseLong(name.group("pid"))).isEmpty()) {
                    remove(path);
                }
            }
        } catch (IOException unreadable) {
            // Sweeping is a courtesy.
        }
    }

    private static void remove(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException left) {
            // The next session sweeps it up.
        }
    }
}
