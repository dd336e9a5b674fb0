package dev.kolo.wire.shm;

import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.record.SessionId;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A region as a file: one page of header (magic, version, session, rank, process, and who has attached or left), then the
 * region itself. Mode 0600, a new inode each time; the name is taken away once all peers have mapped it, so that a process
 * that is killed leaves nothing behind.
 *
 * <pre>
 *    0  magic "KOLOSHM1"      8  bytes of the region     16  session id
 *   32  rank                 40  process number          48  its start
 *   64  a word a peer: 1 it has mapped this region, 2 it has left in peace
 *  512  a random word: the probe of direct reading looks for it
 * </pre>
 */
final class ShmFile {
    static final int HEADER_BYTES = 4096;
    static final long PEERS_OFFSET = 64;
    static final long PROBE_OFFSET = 512;
    static final int ATTACHED = 1;
    static final int LEFT = 2;

    private static final long MAGIC = 0x314d_4853_4f4c_4f4bL;
    private static final int CHUNK_BYTES = 1 << 20;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    private static final Set<? extends OpenOption> FRESH =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    private static final Set<? extends OpenOption> EXISTING =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private ShmFile() {}

    /** Makes a fresh file and maps it, header included. */
    static MemorySegment create(
            Path path, long regionBytes, SessionId session, int rank, ProcessId own, long probe, Arena arena)
            throws NicException {
        try (FileChannel channel = FileChannel.open(path, FRESH, PosixFilePermissions.asFileAttribute(OWNER_ONLY))) {
            // Written rather than left sparse: a full file system is an error here and a crash at the first touch
            // later.
            ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK_BYTES);
            for (long left = HEADER_BYTES + regionBytes; left > 0; ) {
                zeros.clear().limit((int) Math.min(CHUNK_BYTES, left));
                left -= channel.write(zeros);
            }
            MemorySegment file = channel.map(MapMode.READ_WRITE, 0, HEADER_BYTES + regionBytes, arena);
            file.set(ValueLayout.JAVA_LONG, 8, regionBytes);
            file.set(ValueLayout.JAVA_LONG, 16, session.high());
            file.set(ValueLayout.JAVA_LONG, 24, session.low());
            file.set(ValueLayout.JAVA_LONG, 32, rank);
            file.set(ValueLayout.JAVA_LONG, 40, own.pid());
            file.set(ValueLayout.JAVA_LONG, 48, own.startTicks());
            file.set(ValueLayout.JAVA_LONG, PROBE_OFFSET, probe);
            // Last: whoever sweeps meanwhile must not find a file of ours whose process it cannot see yet.
            ShmPeer.WORD.setRelease(file, 0L, MAGIC);
            return file;
        } catch (IOException e) {
            remove(path);
            throw new NicException(
                    "a region of " + regionBytes + " bytes in " + path.getParent() + " failed: " + e.getMessage() + "; "
                            + spaceLeft(path) + ". In a container, give it more with --shm-size or --ipc=host",
                    e);
        }
    }

    /** Maps a peer's file after it was found to be what the peer says. */
    static MemorySegment open(Path path, int peer, long regionBytes, SessionId session, Arena arena)
            throws NicException {
        try {
            PosixFileAttributes attributes =
                    Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!attributes.isRegularFile()
                    || !attributes.permissions().equals(OWNER_ONLY)
                    || attributes.size() != HEADER_BYTES + regionBytes) {
                throw new NicException("the region of rank " + peer + ", " + path + ", is no file of mode 0600 with "
                        + (HEADER_BYTES + regionBytes) + " bytes but has " + attributes.size() + " bytes and mode "
                        + PosixFilePermissions.toString(attributes.permissions()));
            }
            MemorySegment file;
            try (FileChannel channel = FileChannel.open(path, EXISTING)) {
                file = channel.map(MapMode.READ_WRITE, 0, HEADER_BYTES + regionBytes, arena);
            }
            check(file, path, peer, regionBytes, session);
            return file;
        } catch (NoSuchFileException e) {
            throw new NicException(
                    "the region of rank " + peer + ", " + path + ", is not to be seen from this rank: containers need"
                            + " one shared /dev/shm (--ipc=host) for the shm NIC",
                    e);
        } catch (IOException e) {
            throw new NicException("the region of rank " + peer + ", " + path + ", cannot be mapped: " + e, e);
        }
    }

    private static void check(MemorySegment file, Path path, int peer, long regionBytes, SessionId session)
            throws NicException {
        SessionId found = new SessionId(file.get(ValueLayout.JAVA_LONG, 16), file.get(ValueLayout.JAVA_LONG, 24));
        if (file.get(ValueLayout.JAVA_LONG, 0) != MAGIC
                || file.get(ValueLayout.JAVA_LONG, 8) != regionBytes
                || file.get(ValueLayout.JAVA_LONG, 32) != peer
                || !found.equals(session)) {
            throw new NicException("the region of rank " + peer + ", " + path + ", belongs to rank "
                    + file.get(ValueLayout.JAVA_LONG, 32) + " of session " + found.label() + ", wanted is rank " + peer
                    + " of session " + session.label());
        }
    }

    /** Takes the name away; the memory stays with those who have mapped it. */
    static void remove(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException left) {
            // The next session on this host sweeps it away.
        }
    }

    /** Removes files of ranks that were killed before all peers had mapped them. */
    static void sweep(Path folder) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "kolo-shm-*")) {
            for (Path path : files) {
                if (isAbandoned(path)) {
                    remove(path);
                }
            }
        } catch (IOException unreadable) {
            // Sweeping is a courtesy.
        }
    }

    private static boolean isAbandoned(Path path) {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            // One after the other: the process stands there before the magic does.
            long magic = word(channel, 0);
            long pid = word(channel, 40);
            long start = word(channel, 48);
            return magic == MAGIC && pid > 0 && !new ProcessId(pid, start).isRunning();
        } catch (IOException notOurs) {
            return false;
        }
    }

    /** A word of a header, 0 where the file ends before it. */
    private static long word(FileChannel channel, long at) throws IOException {
        ByteBuffer word = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder());
        return channel.read(word, at) < 8 ? 0 : word.getLong(0);
    }

    private static String spaceLeft(Path path) {
        try {
            return Files.getFileStore(path.getParent()).getUsableSpace() + " bytes are free there";
        } catch (IOException e) {
            return "it cannot be asked for its free space";
        }
    }
}
