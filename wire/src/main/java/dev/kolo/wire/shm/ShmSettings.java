package dev.kolo.wire.shm;

import dev.kolo.wire.record.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/**
 * What a shm NIC must know.
 *
 * @param session the session whose regions it joins
 * @param rank the own rank
 * @param world number of ranks
 * @param folder where regions lie
 * @param bootId the kernel's id of this boot
 * @param random tells this region's file from any other's, and is what the probe of direct reading looks for
 * @param directRead whether to ask for reads by address at all
 */
public record ShmSettings(
        SessionId session, int rank, int world, Path folder, String bootId, long random, boolean directRead) {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    /** For a rank of this machine. */
    public static ShmSettings of(SessionId session, int rank, int world) {
        return new ShmSettings(session, rank, world, SHARED_MEMORY, readBootId(), new SecureRandom().nextLong(), true);
    }

    /** The same without reads by address. */
    public ShmSettings withoutDirectRead() {
        return new ShmSettings(session, rank, world, folder, bootId, random, false);
    }

    private static String readBootId() {
        try {
            return Files.readString(BOOT_ID).strip();
        } catch (IOException e) {
            return "00000000";
        }
    }
}
