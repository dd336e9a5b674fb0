package dev.kolo.probe.source;

import dev.kolo.fabric.facts.NaturalOrder;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Goes through a folder in natural order of names, files before folders. Links are not followed: one that leads inside the
 * folder shows what is read anyway, one that leads outside could make a folder from a stranger read the user's own files.
 */
final class FileWalk {
    private static final int MAX_DEPTH = 32;
    private static final int MAX_FILES = 20_000;

    private final Path root;
    private final String shownPrefix;
    private final TextTaker taker;
    private final List<Found> files = new ArrayList<>();
    private boolean isFull;

    /**
     * A regular file.
     *
     * @param path where it is
     * @param relative its path below the root, separated by slashes
     */
    private record Found(Path path, String relative) {}

    private FileWalk(Path root, String shownPrefix, TextTaker taker) {
        this.root = root;
        this.shownPrefix = shownPrefix;
        this.taker = taker;
    }

    /**
     * Reads every file of a folder.
     *
     * @param shownPrefix what to put before the files' names in messages; empty when the folder is the only source
     * @param hint the host that the folder as a whole may be named after
     */
    static void read(Path folder, String shownPrefix, Optional<String> hint, TextTaker taker) {
        FileWalk walk = new FileWalk(folder, shownPrefix, taker);
        walk.enter(folder, "", 0);
        walk.files.sort(Comparator.comparing(Found::relative, PathOrder.INSTANCE));
        HostFolders hosts =
                new HostFolders(walk.files.stream().map(Found::relative).toList());
        FileIntake intake = new FileIntake(taker);
        boolean severalArchives = walk.files.stream()
                        .filter(file -> HostFolders.isArchive(file.relative()))
                        .count()
                > 1;
        for (Found file : walk.files) {
            Optional<String> fileHint = severalArchives
                    ? HostFolders.archiveHint(file.relative(), HostFolders.hint(file.relative()))
                    : Optional.empty();
            intake.take(
                    shownPrefix + file.relative(),
                    hosts.hostOf(file.relative()).or(() -> fileHint).or(() -> hint),
                    () -> Files.newInputStream(file.path(), LinkOption.NOFOLLOW_LINKS));
        }
    }

    /** Files whose path has a part that begins with a dot, and what other systems hide beside a user's files. */
    static boolean isHidden(String path) {
        for (String part : path.split("/")) {
            if (part.startsWith(".") && !part.equals(".") && !part.equals("..") || part.equals("__MACOSX")) {
                return true;
            }
        }
        return false;
    }

    private void enter(Path folder, String relative, int depth) {
        if (depth > MAX_DEPTH) {
            refuse(relative, "folders are nested more than " + MAX_DEPTH + " levels deep: this one is not read");
            return;
        }
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            stream.forEach(entries::add);
        } catch (DirectoryIteratorException failure) {
            refuse(relative, "the folder cannot be listed to its end: " + failure.getMessage());
        } catch (IOException failure) {
            refuse(relative, FileIntake.sentence(failure).replace("may not read it", "may not open this folder"));
        }
        entries.sort((a, b) -> NaturalOrder.compare(name(a), name(b)));
        List<Path> folders = new ArrayList<>();
        for (Path entry : entries) {
            if (!isHidden(name(entry))) {
                look(entry, below(relative, entry), folders);
            }
        }
        folders.forEach(inner -> enter(inner, below(relative, inner), depth + 1));
    }

    private static String name(Path path) {
        Path last = path.getFileName();
        return last == null ? "" : last.toString();
    }

    private static String below(String relative, Path entry) {
        return relative.isEmpty() ? name(entry) : relative + "/" + name(entry);
    }

    private void look(Path entry, String relative, List<Path> folders) {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException failure) {
            refuse(relative, FileIntake.sentence(failure));
            return;
        }
        if (attributes.isDirectory()) {
            folders.add(entry);
        } else if (attributes.isSymbolicLink()) {
            refuse(relative, linkSentence(entry));
        } else if (!attributes.isRegularFile()) {
            refuse(relative, "it is a pipe, socket or device: only regular files are read");
        } else if (files.size() < MAX_FILES) {
            files.add(new Found(entry, relative));
        } else if (!isFull) {
            refuse("", "the folder has more than " + MAX_FILES + " files: the rest of them is not read");
            isFull = true;
        }
    }

    private String linkSentence(Path link) {
        try {
            Path target = link.toRealPath();
            Path base = root.toRealPath();
            if (target.equals(base)) {
                return "it is a link back to the folder that is being read";
            }
            return target.startsWith(base)
                    ? "it is a link to " + shownPrefix + base.relativize(target) + ", which is read itself"
                    : "it is a link that leads out of the folder, to " + target + ": name that to have it read";
        } catch (IOException broken) {
            return "it is a link that leads nowhere, or in a circle";
        }
    }

    private void refuse(String relative, String reason) {
        taker.refuse(relative.isEmpty() && shownPrefix.isEmpty() ? root.toString() : shownPrefix + relative, reason);
    }
}
