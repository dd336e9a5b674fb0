package dev.kolo.cli.plan;

import dev.kolo.plan.Plan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Writes a plan into a folder: as a whole beside it, then in its place, so that nobody ever sees half a plan. A folder that
 * holds anything but an earlier plan, unchanged, is left as it is: a list of the files with their SHA-256 stands in it.
 */
public final class PlanFolder {
    /** The list of a plan's files, each with its SHA-256, as sha256sum prints and checks it. */
    public static final String MANIFEST = "SHA256SUMS";

    /** The plan itself. */
    public static final String PLAN = "plan.json";

    /** The schema's name stands at the very start of a plan. */
    private static final int HEAD_BYTES = 200;

    private final Path folder;
    private final String shownName;

    /**
     * Names the folder.
     *
     * @param folder where it is
     * @param shownName how the user named it
     */
    public PlanFolder(Path folder, String shownName) {
        this.folder = folder;
        this.shownName = shownName;
    }

    /**
     * One file of a plan.
     *
     * @param path below the folder, with slashes
     * @param content its text
     * @param executable whether it is to be run
     */
    public record PlanFile(String path, String content, boolean executable) {}

    /** Why the folder cannot be written to, as one sentence; empty when it can. */
    public Optional<String> obstacle() throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            Path parent = folder.toAbsolutePath().getParent();
            return parent != null && Files.isDirectory(parent)
                    ? Optional.empty()
                    : Optional.of("there is no folder in which \"" + shownName + "\" could be made: make it first");
        }
        if (!Files.isDirectory(folder)) {
            return Optional.of("\"" + shownName + "\" is a file, not a folder: give --out another name");
        }
        Path root = folder.toRealPath();
        return strange(root, root, isPlan() ? readManifest() : Map.of())
                .map(file -> "\"" + shownName + "\" holds " + file
                        + ": nothing but an empty folder or an earlier plan as it was written is overwritten. Give --out"
                        + " another folder, or move that file away");
    }

    /** Other folders have a list of sums, too: only one beside a plan is ours. */
    private boolean isPlan() throws IOException {
        Path plan = folder.resolve(PLAN);
        if (!Files.isRegularFile(folder.resolve(MANIFEST)) || !Files.isRegularFile(plan)) {
            return false;
        }
        try (var in = Files.newInputStream(plan)) {
            return new String(in.readNBytes(HEAD_BYTES), StandardCharsets.UTF_8).contains("\"" + Plan.SCHEMA + "\"");
        }
    }

    /**
     * The first thing that an earlier plan did not write, or that was changed since. Ends at it: the folder may be the root of
     * a file system.
     */
    private static Optional<String> strange(Path root, Path folder, Map<String, String> known) throws IOException {
        for (Path entry : entries(folder)) {
            String name = root.relativize(entry)
                    .toString()
                    .replace(entry.getFileSystem().getSeparator(), "/");
            Optional<String> found = Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)
                    ? known.keySet().stream().anyMatch(k -> k.startsWith(name + "/"))
                            ? strange(root, entry, known)
                            : Optional.of(name + ", which no plan wrote")
                    : strangeFile(entry, name, known);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> strangeFile(Path file, String name, Map<String, String> known) throws IOException {
        if (name.equals(MANIFEST) && !known.isEmpty()) {
            return Optional.empty();
        }
        String sum = known.get(name);
        if (sum == null || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of(name + ", which no plan wrote");
        }
        return sum.equals(sha256(Files.readAllBytes(file)))
                ? Optional.empty()
                : Optional.of(name + ", which was changed after a plan wrote it");
    }

    private static List<Path> entries(Path folder) throws IOException {
        try (Stream<Path> list = Files.list(folder)) {
            return list.sorted().toList();
        } catch (UncheckedIOException e) {
            throw Optional.ofNullable(e.getCause()).orElseGet(() -> new IOException(e));
        }
    }

    private Map<String, String> readManifest() throws IOException {
        Map<String, String> sums = new TreeMap<>();
        for (String line : Files.readAllLines(folder.resolve(MANIFEST))) {
            if (line.length() > 66 && line.startsWith("  ", 64)) {
                sums.put(line.substring(66), line.substring(0, 64));
            }
        }
        return sums;
    }

    /** Writes the files in place of what the folder holds; call only without an obstacle. */
    public void write(List<PlanFile> files) throws IOException {
        Path target = Files.exists(folder) ? folder.toRealPath() : folder.toAbsolutePath();
        Path parent = Optional.ofNullable(target.getParent())
                .orElseThrow(() -> new IOException("the root of the file system"));
        String name = String.valueOf(target.getFileName());
        Path draft = Files.createTempDirectory(parent, "." + name + ".new-");
        try {
            fill(draft, files);
            replace(target, draft, parent.resolve(draft.getFileName().toString().replace(".new-", ".old-")));
        } finally {
            remove(draft);
        }
    }

    private static void fill(Path draft, List<PlanFile> files) throws IOException {
        // createTempDirectory makes folders that only their owner may read; a plan is no secret.
        setMode(draft, "rwxr-xr-x");
        StringBuilder manifest = new StringBuilder();
        for (PlanFile file :
                files.stream().sorted((x, y) -> x.path().compareTo(y.path())).toList()) {
            Path path = draft.resolve(file.path()).normalize();
            if (!path.startsWith(draft) || path.equals(draft)) {
                throw new IOException("the file name " + file.path() + " leads out of the folder");
            }
            Files.createDirectories(path.getParent() == null ? draft : path.getParent());
            byte[] content = file.content().getBytes(StandardCharsets.UTF_8);
            Files.write(path, content);
            setMode(path, file.executable() ? "rwxr-xr-x" : "rw-r--r--");
            manifest.append(sha256(content)).append("  ").append(file.path()).append('\n');
        }
        Files.writeString(draft.resolve(MANIFEST), manifest);
    }

    private static void setMode(Path path, String mode) throws IOException {
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
        }
    }

    private static void replace(Path target, Path draft, Path aside) throws IOException {
        boolean hadOne = Files.exists(target);
        if (hadOne) {
            Files.move(target, aside, StandardCopyOption.ATOMIC_MOVE);
        }
        try {
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (hadOne) {
                Files.move(aside, target, StandardCopyOption.ATOMIC_MOVE);
            }
            throw e;
        }
        remove(aside);
    }

    private static void remove(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> walk = Files.walk(path)) {
            all = walk.sorted((x, y) -> y.compareTo(x)).toList();
        }
        for (Path each : all) {
            Files.delete(each);
        }
    }

    private static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
