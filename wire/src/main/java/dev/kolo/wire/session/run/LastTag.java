package dev.kolo.wire.session.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Remembers the tag of this host's last session, so that the next one takes another: a flag that the fabric held back can
 * then not be taken for one of the new session. Best effort: without the file, 16 random bits still tell sessions apart.
 */
final class LastTag {
    private static final Path FILE = Path.of("kolo-wire-last-tag");

    private final Path folder;

    LastTag(Path folder) {
        this.folder = folder;
    }

    /** In the user's own folder of the running system, which only the user can write to; otherwise nowhere. */
    static LastTag ofUser() {
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        String home = System.getProperty("user.home", "");
        return new LastTag(Path.of(runtime == null || runtime.isEmpty() ? home : runtime));
    }

    /** The tag, or 0. */
    int read() {
        Path file = folder.resolve(FILE);
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > 8) {
                return 0;
            }
            String text = Files.readString(file).strip();
            return text.matches("[0-9a-f]{4}") ? Integer.parseInt(text, 16) : 0;
        } catch (IOException none) {
            return 0;
        }
    }

    void write(int tag) {
        try {
            Path fresh = Files.createTempFile(
                    folder,
                    "kolo-wire",
                    ".tag",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(fresh, String.format("%04x", tag));
            Files.move(fresh, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | UnsupportedOperationException noPlace) {
            // See above.
        }
    }
}
