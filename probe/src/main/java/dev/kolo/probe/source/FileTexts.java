package dev.kolo.probe.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;

/** Opens files, folders and archives and hands over the texts in them, always in the same order and under the same names. */
public final class FileTexts {
    private FileTexts() {}

    /** Hands over every text of some files, folders and archives. */
    public static void read(List<Source.Files> sources, TextTaker taker) {
        sources.forEach(source -> read(source, sources.size() > 1, taker));
    }

    /** Hands over what stands in a stream, which is not closed. */
    public static void readStream(String name, InputStream stream, TextTaker taker) {
        new FileIntake(taker).takeStream(name, stream);
    }

    /** Of several folders or archives each may be named after its host; one alone is just where the files lie. */
    static void read(Source.Files source, boolean isOneOfSeveral, TextTaker taker) {
        Path path = source.path();
        String name = source.shownName();
        Optional<String> hint = isOneOfSeveral ? HostFolders.hint(name) : Optional.empty();
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            if (attributes.isDirectory()) {
                FileWalk.read(path, isOneOfSeveral ? withSlash(name) : "", hint, taker);
            } else if (attributes.isRegularFile()) {
                new FileIntake(taker).take(name, HostFolders.archiveHint(name, hint), () -> Files.newInputStream(path));
            } else if (isOpenDescriptor(path)) {
                new FileIntake(taker).takeStream(name, Files.newInputStream(path));
            } else {
                taker.refuse(
                        name,
                        "it is a pipe, socket or device: only regular files are read; pipe it in and name it \"-\"");
            }
        } catch (IOException failure) {
            taker.refuse(name, FileIntake.sentence(failure));
        }
    }

    private static String withSlash(String name) {
        return name.endsWith("/") ? name : name + "/";
    }

    /** What a shell hands over for {@code --from <(command)}: a pipe, but one that somebody writes to. */
    private static boolean isOpenDescriptor(Path path) {
        Path absolute = path.toAbsolutePath();
        return absolute.startsWith("/dev/fd")
                || absolute.startsWith("/proc/self/fd")
                || absolute.equals(Path.of("/dev/stdin"));
    }
}
