package dev.kolo.probe.source;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Guesses from paths which folder stands for a host: the topmost one that holds files. A folder two of whose child folders
 * hold files of the same name is no host but a collection of hosts, and a folder called like a kind of files ("logs") is
 * none either. It is only a guess: a name inside a text is believed first.
 */
final class HostFolders {
    private static final Set<String> GENERIC = new TreeSet<>(List.of(
            "data", "doc", "docs", "etc", "facts", "files", "hosts", "log", "logs", "nccl", "nodes", "out", "output",
            "probe", "proc", "raw", "sys", "text", "tmp", "var"));

    private static final String ARCHIVE_ENDING = "(?i)\\.(zip|tar|tar\\.gz|tgz)$";

    private final Set<String> withFiles = new HashSet<>();
    private final Set<String> collections = new HashSet<>();

    /** Looks at the paths of all files, separated by slashes and relative to what the user named. */
    HostFolders(List<String> paths) {
        Map<String, String> firstHolder = new HashMap<>();
        for (String path : paths) {
            String folder = parent(path);
            withFiles.add(folder);
            if (!folder.isEmpty()) {
                String above = parent(folder);
                String other = firstHolder.putIfAbsent(above + "\0" + path.substring(folder.length()), folder);
                if (other != null && !other.equals(folder)) {
                    collections.add(above);
                }
            }
        }
    }

    /** The name of the folder that stands for the host of a file; empty for a loose file. */
    Optional<String> hostOf(String path) {
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            String folder = path.substring(0, slash);
            String name = folder.substring(folder.lastIndexOf('/') + 1);
            if (withFiles.contains(folder)
                    && !collections.contains(folder)
                    && !name.isEmpty()
                    && !name.equals(".")
                    && !GENERIC.contains(name.toLowerCase(Locale.ROOT))) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }

    /** What a folder or archive as a whole may be named after: its last part without an archive's ending. */
    static Optional<String> hint(String name) {
        String whole = name.replaceAll("/+$", "");
        String stem = whole.substring(whole.lastIndexOf('/') + 1).replaceFirst(ARCHIVE_ENDING, "");
        boolean telling = !stem.isEmpty()
                && !stem.equals(".")
                && !stem.equals("..")
                && !GENERIC.contains(stem.toLowerCase(Locale.ROOT));
        return telling ? Optional.of(stem) : Optional.empty();
    }

    /** A hint counts for archives only: a text file's name says what is in it. */
    static Optional<String> archiveHint(String name, Optional<String> hint) {
        return isArchive(name) ? hint : Optional.empty();
    }

    static boolean isArchive(String name) {
        return name.toLowerCase(Locale.ROOT).matches(".*" + ARCHIVE_ENDING);
    }

    private static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "" : path.substring(0, slash);
    }
}
