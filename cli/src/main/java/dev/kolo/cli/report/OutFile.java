package dev.kolo.cli.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * A file that is written whole or not at all: beside its place first, then moved there.
 *
 * @param path where it is
 * @param shownName how the user named it
 * @param force whether one that exists is overwritten
 */
public record OutFile(Path path, String shownName, boolean force) {
    /** Why it cannot be written to, as one sentence without its full stop; empty when it can. */
    public Optional<String> obstacle() {
        if (Files.isDirectory(path)) {
            return Optional.of("\"" + shownName + "\" is a folder: name a file");
        }
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !force) {
            return Optional.of("\"" + shownName + "\" exists: name another file, or add --force to overwrite it");
        }
        Path parent = path.toAbsolutePath().getParent();
        return parent != null && Files.isDirectory(parent)
                ? Optional.empty()
                : Optional.of("there is no folder in which \"" + shownName + "\" could be made: make it first");
    }

    /** Writes it, to be read by whoever may read the folder's other files. */
    public void write(byte[] content) throws IOException {
        write(content, "rw-r--r--");
    }

    /** Writes it for its owner's eyes only. */
    public void writePrivately(byte[] content) throws IOException {
        write(content, "rw-------");
    }

    private void write(byte[] content, String mode) throws IOException {
        Path folder = Optional.ofNullable(path.toAbsolutePath().getParent())
                .orElseThrow(() -> new IOException("it has no folder"));
        // Temporary files are their owner's alone from the start; no moment passes in which others could read.
        Path draft = Files.createTempFile(folder, ".kolo-report-", ".new", new FileAttribute<?>[0]);
        try {
            Files.write(draft, content);
            if (draft.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString(mode));
            }
            Files.move(draft, path, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
