package dev.kolo.gpu.kernel;

import dev.kolo.gpu.layout.DevicePath;
import dev.kolo.gpu.layout.Form;

/**
 * How a call is carried: its form, and how many blocks of how many threads. A function of what all ranks know alike (operation,
 * size, path, compute capability), never of alignment or load: two ranks that chose differently would wait for ever.
 *
 * @param form how the payload lies
 * @param blocks blocks, all on the device at once
 * @param threads threads a block
 */
public record Shape(Form form, int blocks, int threads) {
    private static final int WARP = 32;
    private static final int KIB = 1024;
    private static final int MOST_THREADS = 512;

    /** Bytes up to which LL16 beats the flag form where a proxy copies. Measured. */
    private static final int COPIED_LL16_BYTES = 32 * KIB;

    /** Bytes up to which LL8 beats the flag form where a proxy posts; at 32 KiB it does not. Measured. */
    private static final int POSTED_LL8_BYTES = 16 * KIB;

    /** From here on the GPU shares its memory coherently with the CPU (GB10), and the lean flag goes first: not measured. */
    private static final int COHERENT_CAPABILITY = 121;

    /**
     * The shape of a call.
     *
     * @param path where the peers are
     * @param bytes the largest rank's block
     * @param computeCapability the least of all ranks', times ten
     */
    public static Shape of(DevicePath path, long bytes, int computeCapability) {
        return of(form(path, bytes, computeCapability), path, bytes);
    }

    /** The shape of a call whose form is given, as trials and measurements want it. */
    public static Shape of(Form form, DevicePath path, long bytes) {
        return of(form, bytes, blocks(form, path, bytes));
    }

    /** The shape of a call whose form and number of blocks are given. */
    public static Shape of(Form form, long bytes, int blocks) {
        int units = Math.max(1, form.units(bytes));
        int each = (units + blocks - 1) / blocks;
        int workers = Math.min(MOST_THREADS - WARP, (each + WARP - 1) / WARP * WARP);
        return new Shape(form, blocks, workers + WARP);
    }

    /** Units of a payload (flag form: packs of 16 bytes) that each block has, in whole lines of eight. */
    public int unitsEach(long bytes) {
        return ((form.units(bytes) + blocks - 1) / blocks + 7) / 8 * 8;
    }

    private static Form form(DevicePath path, long bytes, int computeCapability) {
        return switch (path) {
            case PEER_MEMORY -> computeCapability >= COHERENT_CAPABILITY ? Form.FLAG : Form.LL8;
            case PEER_HOST -> computeCapability >= COHERENT_CAPABILITY ? Form.FLAG : Form.LL16;
            case PROXY_NIC -> Form.FLAG;
            case PROXY_COPY -> bytes <= COPIED_LL16_BYTES ? Form.LL16 : Form.FLAG;
            case PROXY_POST -> bytes <= POSTED_LL8_BYTES ? Form.LL8 : Form.FLAG;
        };
    }

    /** A proxy's threads each watch a block, so proxied calls have blocks in eights. */
    private static int blocks(Form form, DevicePath path, long bytes) {
        if (path.isProxied()) {
            long most = form.isPacked() ? 4 * KIB : 32 * KIB; // of 8 blocks; measured
            long many = form == Form.LL16 ? 16 * KIB : 8 * KIB; // of 32 blocks, packed; measured
            return bytes <= most ? 8 : form.isPacked() && bytes <= many ? 32 : 16;
        }
        long most = path == DevicePath.PEER_MEMORY ? 32 * KIB : 64 * KIB; // of 16 blocks; measured
        return bytes <= KIB ? 1 : bytes <= 4 * KIB ? 4 : bytes <= 16 * KIB ? 8 : bytes <= most ? 16 : 32;
    }
}
