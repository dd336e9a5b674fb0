package dev.kolo.cli.logs;

import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.StatedCable;
import dev.kolo.probe.nccl.read.NcclLogReader;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Opens the logs that a user names, one after the other, and hands their bytes to the reader. */
public final class LogFiles {
    private static final int MOST_FILES = 2000;
    private static final int DEEPEST = 6;
    private static final int BUFFER_BYTES = 64 << 10;

    private final NcclLogReader reader;
    private final Path folder;
    private final InputStream standardInput;

    public LogFiles(NcclLogReader reader, Path folder, InputStream standardInput) {
        this.reader = reader;
        this.folder = folder;
        this.standardInput = standardInput;
    }

    /**
     * Reads all of them.
     *
     * @param names as the user typed them; {@code -} is standard input
     * @return what could not be read, one sentence each
     */
    public List<String> read(List<String> names) {
        List<String> refused = new ArrayList<>();
        for (String name : names) {
            try {
                if (name.equals("-")) {
                    take("standard input", standardInput).ifPresent(r -> refused.add("standard input: " + r));
                } else if (Files.isDirectory(folder.resolve(name))) {
                    readFolder(name, refused);
                } else {
                    readFile(name, folder.resolve(name), refused);
                }
            } catch (IOException failure) {
                refused.add(name + ": " + sentence(failure));
            }
        }
        return refused;
    }

    private void readFolder(String name, List<String> refused) throws IOException {
        Path root = folder.resolve(name);
        List<Path> found;
        try (Stream<Path> walk = Files.walk(root, DEEPEST)) {
            found = walk.filter(Files::isRegularFile).sorted().limit(MOST_FILES).toList();
        }
        for (Path file : found) {
            try {
                readFile(root.relativize(file).toString(), file, new ArrayList<>());
            } catch (IOException failure) {
                refused.add(name + "/" + root.relativize(file) + ": " + sentence(failure));
            }
        }
    }

    private void readFile(String name, Path file, List<String> refused) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            take(name, in).ifPresent(r -> refused.add(name + ": " + r));
        }
    }

    private Optional<String> take(String name, InputStream in) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(in, BUFFER_BYTES);
        buffered.mark(2);
        int first = buffered.read();
        int second = first < 0 ? -1 : buffered.read();
        buffered.reset();
        boolean packed = first == 0x1f && second == 0x8b;
        return reader.read(name, "", packed ? new GZIPInputStream(buffered, BUFFER_BYTES) : buffered);
    }

    private static String sentence(IOException failure) {
        return switch (failure) {
            case NoSuchFileException missing -> "there is no such file";
            default -> "it cannot be read (" + failure.getMessage() + ")";
        };
    }

    /** Several inventories as one: what they say of one host is joined. */
    public static Inventory joined(List<Inventory> inventories) {
        Map<String, FactsBuilder> hosts = new LinkedHashMap<>();
        List<StatedCable> cables = new ArrayList<>();
        for (Inventory inventory : inventories) {
            for (NodeFacts facts : inventory.hosts()) {
                hosts.computeIfAbsent(facts.host(), FactsBuilder::new).add(facts);
            }
            cables.addAll(inventory.statedCables());
        }
        return new Inventory(
                hosts.values().stream().map(FactsBuilder::build).toList(),
                cables,
                inventories.stream().flatMap(i -> i.unreachable().stream()).toList());
    }
}
