package dev.kolo.wire.mailbox.run;

import dev.kolo.wire.mailbox.MailboxAbi;
import dev.kolo.wire.mailbox.MailboxFacts;
import dev.kolo.wire.shm.ProcessId;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A mailbox as a file: made under another name, mode 0600, a new inode each time, and given its name when it is whole, so
 * that no client ever sees half of one. A mailbox of a server that is gone makes room; anything else that has the name stays.
 */
final class MailboxFile {
    private static final int CHUNK_BYTES = 1 << 20;
    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Path path;
    private final Path draft;
    private final MemorySegment memory;

    private MailboxFile(Path path, Path draft, MemorySegment memory) {
        this.path = path;
        this.draft = draft;
        this.memory = memory;
    }

    /** Makes it, without its name; all of its memory is taken here. */
    static MailboxFile draft(Path path, MailboxFacts facts, Arena arena) throws MailboxException {
        makeRoom(path);
        Path draft = path.resolveSibling(
                path.getFileName() + ".new-" + facts.server().pid());
        long bytes = facts.shape().fileBytes();
        try {
            Files.deleteIfExists(draft);
            try (FileChannel channel = FileChannel.open(
                    draft,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                    OWNER_ONLY)) {
                // Written rather than left sparse: a full file system is an error here and a crash at the first touch
                // later.
                ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK_BYTES);
                for (long left = bytes; left > 0; ) {
                    zeros.clear().limit((int) Math.min(CHUNK_BYTES, left));
                    left -= channel.write(zeros);
                }
                MemorySegment memory = channel.map(MapMode.READ_WRITE, 0, bytes, arena);
                facts.write(memory);
                return new MailboxFile(path, draft, memory);
            }
        } catch (IOException | UnsupportedOperationException e) {
            remove(draft);
            throw new MailboxException("a mailbox of " + bytes + " bytes in " + draft.getParent() + " failed: " + e
                    + "; a smaller --block needs less, and in a container --shm-size or --ipc=host gives more");
        }
    }

    MemorySegment memory() {
        return memory;
    }

    Path path() {
        return path;
    }

    /** Where it lies until it has its name. */
    Path draftPath() {
        return draft;
    }

    /** Gives it its name; from now on clients find it. */
    void publish() throws MailboxException {
        try {
            // A link refuses a name that somebody else has taken meanwhile; a rename would not.
            Files.createLink(path, draft);
            Files.delete(draft);
        } catch (FileAlreadyExistsException taken) {
            remove(draft);
            throw new MailboxException("the mailbox " + path
                    + " was made by another server meanwhile: give each server a --mailbox of its" + " own");
        } catch (IOException | UnsupportedOperationException e) {
            remove(draft);
            throw new MailboxException("the mailbox cannot have the name " + path + ": " + e);
        }
    }

    /** Takes the name away; who has mapped the file keeps it. */
    void remove() {
        remove(draft);
        remove(path);
    }

    /** Removes mailboxes of servers that were killed. */
    static void sweep(Path folder, String pattern) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, pattern)) {
            for (Path file : files) {
                if (Header.read(file).standing() == Standing.ABANDONED) {
                    remove(file);
                }
            }
        } catch (IOException unreadable) {
            // Sweeping is a courtesy.
        }
    }

    private static void makeRoom(Path path) throws MailboxException {
        Path folder = path.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new MailboxException("the mailbox " + path + " cannot be made: there is no folder " + folder);
        }
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Header header = Header.read(path);
        switch (header.standing()) {
            case ABANDONED -> remove(path);
            case RUNNING ->
                throw new MailboxException("the mailbox " + path + " belongs to a running server, process "
                        + header.pid() + ": end it, or give another --mailbox");
            case UNKNOWN ->
                throw new MailboxException("the mailbox " + path + " belongs to a server in another container, and"
                        + " whether it runs is not to be seen from here: remove the file when it does not, or give"
                        + " another --mailbox");
            case FOREIGN ->
                throw new MailboxException(
                        path + " is there already and is no mailbox of yours: it stays; give another" + " --mailbox");
        }
    }

    private static void remove(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException left) {
            // The next server of this name makes room.
        }
    }

    private enum Standing {
        ABANDONED,
        RUNNING,
        UNKNOWN,
        FOREIGN
    }

    /** What a file that already has the name says of its server. */
    private record Header(Standing standing, int pid) {
        private static final Header NO_MAILBOX = new Header(Standing.FOREIGN, 0);

        static Header read(Path file) {
            ByteBuffer bytes = ByteBuffer.allocate(MailboxAbi.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                return NO_MAILBOX;
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
                while (bytes.hasRemaining() && channel.read(bytes) > 0) {
                    // Reads on.
                }
            } catch (IOException notOurs) {
                return NO_MAILBOX;
            }
            if (bytes.hasRemaining() || bytes.getLong(MailboxAbi.MAGIC_AT) != MailboxAbi.MAGIC) {
                return NO_MAILBOX;
            }
            int pid = bytes.getInt(MailboxAbi.SERVER_PID_AT);
            ProcessId server = new ProcessId(pid, bytes.getLong(MailboxAbi.SERVER_START_TICKS_AT));
            if (bytes.getLong(MailboxAbi.SERVER_PID_NAMESPACE_AT) != OwnProcess.namespace()) {
                return new Header(Standing.UNKNOWN, pid);
            }
            return new Header(server.isRunning() ? Standing.RUNNING : Standing.ABANDONED, pid);
        }
    }
}
