package dev.kolo.gpu.session;

import dev.kolo.gpu.cuda.CudaException;
import dev.kolo.gpu.layout.DeviceLayout;
import dev.kolo.wire.record.SessionId;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A rank's device region as a file in shared memory: mode 0600, a new inode, named after the session so that nobody maps
 * another's. The name goes as soon as all ranks have mapped it.
 */
final class DeviceFile {
    private static final int WORLD_AT = 16;
    private static final int RANK_AT = 20;
    private static final int LIMIT_AT = 24;
    private static final int SESSION_AT = 32;
    private static final int CHUNK_BYTES = 1 << 20;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    private static final Set<? extends OpenOption> FRESH =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    private static final Set<? extends OpenOption> EXISTING =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private DeviceFile() {}

    static Path path(Path folder, SessionId session, int rank) {
        return folder.resolve("kolo-device-" + session + "-r" + rank);
    }

    /** Makes and maps the own region, every page of it there. */
    static MemorySegment create(Path folder, SessionId session, int rank, DeviceLayout layout, Arena arena) {
        Path path = path(folder, session, rank);
        try (FileChannel channel = FileChannel.open(path, FRESH, PosixFilePermissions.asFileAttribute(OWNER_ONLY))) {
            ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK_BYTES);
            for (long left = layout.regionBytes(); left > 0; ) {
                zeros.clear().limit((int) Math.min(CHUNK_BYTES, left));
                left -= channel.write(zeros);
            }
            MemorySegment region = channel.map(MapMode.READ_WRITE, 0, layout.regionBytes(), arena);
            region.set(ValueLayout.JAVA_LONG, 0, DeviceLayout.MAGIC);
            region.set(ValueLayout.JAVA_INT, 8, DeviceLayout.VERSION);
            region.set(ValueLayout.JAVA_INT, WORLD_AT, layout.world());
            region.set(ValueLayout.JAVA_INT, RANK_AT, rank);
            region.set(ValueLayout.JAVA_LONG, LIMIT_AT, layout.limitBytes());
            region.set(ValueLayout.JAVA_LONG, SESSION_AT, session.high());
            region.set(ValueLayout.JAVA_LONG, SESSION_AT + 8, session.low());
            return region;
        } catch (IOException e) {
            throw new CudaException("rank " + rank + "'s region of " + layout.regionBytes() + " B in " + folder
                    + " failed: " + e.getMessage() + "; in a container give it more with --shm-size or --ipc=host");
        }
    }

    /** Maps a peer's region after it was found to be what it should be. */
    static MemorySegment open(Path folder, SessionId session, int peer, DeviceLayout layout, Arena arena) {
        Path path = path(folder, session, peer);
        try {
            PosixFileAttributes seen = Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!seen.isRegularFile()
                    || !seen.permissions().equals(OWNER_ONLY)
                    || seen.size() != layout.regionBytes()) {
                throw new CudaException("the region of rank " + peer + ", " + path + ", is no file of mode 0600 with "
                        + layout.regionBytes() + " B but has mode " + PosixFilePermissions.toString(seen.permissions())
                        + " and " + seen.size() + " B");
            }
            try (FileChannel channel = FileChannel.open(path, EXISTING)) {
                MemorySegment region = channel.map(MapMode.READ_WRITE, 0, layout.regionBytes(), arena);
                check(region, path, session, peer, layout);
                return region;
            }
        } catch (IOException e) {
            throw new CudaException("the region of rank " + peer + ", " + path + ", cannot be mapped here: " + e
                    + "; GPUs of one host need one shared /dev/shm (containers: --ipc=host), GPUs of several hosts go"
                    + " through kolo wire serve");
        }
    }

    private static void check(MemorySegment region, Path path, SessionId session, int peer, DeviceLayout layout) {
        int version = region.get(ValueLayout.JAVA_INT, 8);
        SessionId found = new SessionId(
                region.get(ValueLayout.JAVA_LONG, SESSION_AT), region.get(ValueLayout.JAVA_LONG, SESSION_AT + 8));
        if (region.get(ValueLayout.JAVA_LONG, 0) != DeviceLayout.MAGIC || version != DeviceLayout.VERSION) {
            throw new CudaException("the region of rank " + peer + ", " + path + ", is no region of version "
                    + DeviceLayout.VERSION + " but says version " + version + ": use the same kolo on all ranks");
        }
        if (!found.equals(session)
                || region.get(ValueLayout.JAVA_INT, RANK_AT) != peer
                || region.get(ValueLayout.JAVA_INT, WORLD_AT) != layout.world()
                || region.get(ValueLayout.JAVA_LONG, LIMIT_AT) != layout.limitBytes()) {
            throw new CudaException("the region of rank " + peer + ", " + path + ", belongs to session " + found
                    + " with another rank, world or limit than session " + session + " has here");
        }
    }

    static void remove(Path folder, SessionId session, int rank) {
        try {
            Files.deleteIfExists(path(folder, session, rank));
        } catch (IOException e) {
            throw new CudaException("the name of the own region cannot be taken away: " + e.getMessage());
        }
    }
}
