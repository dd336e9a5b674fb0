package dev.kolo.lab.state;

import dev.kolo.lab.LabException;
import dev.kolo.lab.layout.LabHost;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder of one lab: its description, keys, the guests' settings and logs. Only its owner can look inside. After
 * {@code down} the logs stay until a lab of the same name comes up.
 *
 * @param path the folder
 */
public record LabFolder(Path path) {
    private static final String STATE = "lab.json";
    private static final String ID = "id";

    /** The lab's name. */
    public String name() {
        return path.getFileName().toString();
    }

    /** The client's configuration: every guest under its host name, with its key known beforehand. */
    public Path sshConfig() {
        return path.resolve("ssh_config");
    }

    public Path userKey() {
        return path.resolve("user_key");
    }

    public Path knownHosts() {
        return path.resolve("known_hosts");
    }

    /** Where the settings of a guest lie, which it copies when it starts. */
    public Path guest(LabHost host) {
        return path.resolve("guests").resolve(host.name());
    }

    /** The name of the file in this folder that takes what a guest prints. */
    public static String console(String host) {
        return host + ".console";
    }

    /** The file that takes what an emulator itself has to say. */
    public Path emulatorLog(String name) {
        return path.resolve(name + ".emulator.log");
    }

    /** The last lines of a text file, for messages; none when it cannot be read. */
    public static String tail(Path file, int lines) {
        try {
            // A guest may print anything.
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            var all = text.lines().filter(line -> !line.isBlank()).toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
        } catch (IOException unreadable) {
            return "";
        }
    }

    /** Makes the folder anew, with the id of the lab, before any process of it starts. */
    public void begin(String id) throws IOException {
        clear();
        createPrivate(path);
        Files.writeString(path.resolve(ID), id + "\n");
    }

    /** Makes a folder that its owner alone can look into; those above it are made as usual. */
    public static void createPrivate(Path folder) throws IOException {
        Files.createDirectories(folder.getParent());
        Files.createDirectory(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /** The id of the lab that has this folder, up or down. */
    public Optional<String> id() {
        try {
            return Optional.of(Files.readString(path.resolve(ID)).strip()).filter(LabState::isId);
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    /** What the folder says of the lab; empty when it is not whole, as after a crash in the middle of a start. */
    public Optional<LabState> state() {
        try {
            return LabState.read(Files.readString(path.resolve(STATE)));
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    public void write(LabState state) throws IOException {
        Path draft = path.resolve(STATE + ".part");
        Files.writeString(draft, state.json());
        Files.move(draft, path.resolve(STATE), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Whether a process of the lab runs. */
    public boolean isRunning() {
        return id().map(id -> !OwnProcesses.of(id).isEmpty()).orElse(false);
    }

    /** Names of the hosts whose machines run, and of the switchboard if it does. */
    public Set<String> running() {
        return id().map(OwnProcesses::of).orElse(List.of()).stream()
                .map(OwnProcesses.Own::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Ends the lab's processes and takes its sockets and keys away; logs stay.
     *
     * @throws LabException when a process does not end
     */
    public void end() throws IOException, InterruptedException {
        Optional<String> id = id();
        if (id.isPresent()) {
            var left = OwnProcesses.end(id.get());
            if (!left.isEmpty()) {
                throw LabException.failed("these machines of the lab \"" + name() + "\" do not end: "
                        + String.join(", ", left) + ". Their folder is " + path + ".");
            }
        }
        Optional<LabState> state = state();
        if (state.isPresent()) {
            delete(state.get().sockets());
        }
        Files.deleteIfExists(path.resolve(STATE));
        Files.deleteIfExists(userKey());
        Files.deleteIfExists(path.resolve("user_key.pub"));
        Files.deleteIfExists(knownHosts());
        Files.deleteIfExists(sshConfig());
        delete(path.resolve("guests"));
    }

    /** Takes the whole folder away. */
    public void clear() throws IOException {
        delete(path);
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
