package dev.kolo.wire.session;

import java.util.Arrays;
import java.util.List;

/**
 * What the trial exchange carries: a block of 4 KiB a rank to gather, and 2,048 bf16 numbers a rank to sum. The numbers are
 * small integers whose sums stay within ±256, which bf16 holds exactly in any order of addition: a fallback that adds in
 * another order gives the same bytes. They differ by session, so that bytes of an earlier one cannot pass.
 */
public final class TrialData {
    /** A rank's block of the all-gather. */
    public static final int GATHER_BYTES = 4096;

    /** Numbers a rank in the sum. */
    public static final int ELEMENTS = 2048;

    /** Bytes of them. */
    public static final int SUM_BYTES = 2 * ELEMENTS;

    private static final int MOST = 16;

    private TrialData() {}

    /** A rank's block. */
    public static byte[] block(long seed, int rank) {
        byte[] block = new byte[GATHER_BYTES];
        for (int i = 0; i < block.length; i++) {
            block[i] = (byte) (mixed(seed, rank, i) >>> 24);
        }
        return block;
    }

    /** A rank's numbers, −16 to 16, as bf16 in the machine's byte order (little-endian). */
    public static byte[] numbers(long seed, int rank) {
        byte[] bytes = new byte[SUM_BYTES];
        for (int i = 0; i < ELEMENTS; i++) {
            put(bytes, i, number(seed, rank, i));
        }
        return bytes;
    }

    /** What every rank must have: all blocks in rank order, then the sums. */
    public static byte[] expected(long seed, int world) {
        byte[] all = new byte[world * GATHER_BYTES + SUM_BYTES];
        for (int rank = 0; rank < world; rank++) {
            System.arraycopy(block(seed, rank), 0, all, rank * GATHER_BYTES, GATHER_BYTES);
        }
        byte[] sums = new byte[SUM_BYTES];
        for (int i = 0; i < ELEMENTS; i++) {
            int sum = 0;
            for (int rank = 0; rank < world; rank++) {
                sum += number(seed, rank, i);
            }
            put(sums, i, sum);
        }
        System.arraycopy(sums, 0, all, world * GATHER_BYTES, SUM_BYTES);
        return all;
    }

    /** The first difference in words; empty when there is none. */
    public static String difference(byte[] seen, byte[] expected, int world, String than) {
        int at = Arrays.mismatch(seen, expected);
        if (at < 0) {
            return "";
        }
        int gathered = world * GATHER_BYTES;
        String where = at < gathered
                ? "byte " + at % GATHER_BYTES + " of rank " + at / GATHER_BYTES + "'s block in the all-gather"
                : "byte " + (at - gathered) + " of the bf16 sum";
        return String.format(
                "the trial differs from %s: %s is 0x%02x, expected is 0x%02x", than, where, seen[at], expected[at]);
    }

    /** Block and numbers of one rank, as it gives them to the star. */
    static byte[] given(long seed, int rank) {
        byte[] both = Arrays.copyOf(block(seed, rank), GATHER_BYTES + SUM_BYTES);
        System.arraycopy(numbers(seed, rank), 0, both, GATHER_BYTES, SUM_BYTES);
        return both;
    }

    /** What comes out when every rank's part, as it came over the star, is put together by plain arithmetic. */
    static byte[] combined(List<byte[]> parts) {
        int world = parts.size();
        byte[] all = new byte[world * GATHER_BYTES + SUM_BYTES];
        float[] sums = new float[ELEMENTS];
        for (int rank = 0; rank < world; rank++) {
            byte[] part = Arrays.copyOf(parts.get(rank), GATHER_BYTES + SUM_BYTES);
            System.arraycopy(part, 0, all, rank * GATHER_BYTES, GATHER_BYTES);
            for (int i = 0; i < ELEMENTS; i++) {
                int at = GATHER_BYTES + 2 * i;
                int bits = part[at + 1] << 8 | part[at] & 0xFF;
                sums[i] += Float.intBitsToFloat(bits << 16);
            }
        }
        byte[] summed = new byte[SUM_BYTES];
        for (int i = 0; i < ELEMENTS; i++) {
            put(summed, i, Math.round(sums[i]));
        }
        System.arraycopy(summed, 0, all, world * GATHER_BYTES, SUM_BYTES);
        return all;
    }

    private static int number(long seed, int rank, int i) {
        return (int) Math.floorMod(mixed(seed, rank, GATHER_BYTES + i) >>> 11, 2L * MOST + 1) - MOST;
    }

    /** A small integer as bf16: the upper half of the float, which holds it exactly. */
    private static void put(byte[] bytes, int index, int value) {
        int bits = Float.floatToIntBits(value) >>> 16;
        bytes[2 * index] = (byte) bits;
        bytes[2 * index + 1] = (byte) (bits >>> 8);
    }

    /** The finalizer of splitmix64 over seed, rank and position. */
    private static long mixed(long seed, int rank, int position) {
        long z = seed + 0x9e37_79b9_7f4a_7c15L * (rank * 65_537L + position + 1);
        z = (z ^ z >>> 30) * 0xbf58_476d_1ce4_e5b9L;
        z = (z ^ z >>> 27) * 0x94d0_49bb_1331_11ebL;
        return z ^ z >>> 31;
    }
}
