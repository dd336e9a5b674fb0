package dev.kolo.sim.core;

/**
 * Numbers drawn from a seed: SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014), written
 * here so that no library can change what a seed means. What is drawn for one purpose comes from a stream of its own, so that
 * taking one fault away leaves all other draws as they were.
 */
public final class Draw {
    private static final long GAMMA = 0x9e37_79b9_7f4a_7c15L;
    private static final int MILLION = 1_000_000;

    private long state;

    private Draw(long state) {
        this.state = state;
    }

    /** The stream of a seed. */
    public static Draw of(long seed) {
        return new Draw(mix(seed + GAMMA));
    }

    /** A stream of its own, told apart by words and numbers; the same whenever it is asked for. */
    public static Draw of(long seed, String purpose, long index) {
        long state = mix(seed + GAMMA);
        for (int i = 0; i < purpose.length(); i++) {
            state = mix(state + purpose.charAt(i) * GAMMA);
        }
        return new Draw(mix(state + index * GAMMA));
    }

    /** 64 bits. */
    public long next() {
        state += GAMMA;
        return mix(state);
    }

    /** From 0 to {@code bound} − 1. */
    public int below(int bound) {
        return (int) Math.floorMod(next() >>> 1, (long) bound);
    }

    /** From {@code least} to {@code most}, both possible. */
    public long between(long least, long most) {
        return least + Long.remainderUnsigned(next(), most - least + 1);
    }

    /** From {@code least} to {@code most}, each power of two as likely as the next: for strengths and times. */
    public long spread(long least, long most) {
        int low = 63 - Long.numberOfLeadingZeros(Math.max(1, least));
        int high = 63 - Long.numberOfLeadingZeros(Math.max(1, most));
        long power = 1L << between(low, high);
        return Math.clamp(between(power, 2 * power - 1), least, most);
    }

    /** True once in so many times. */
    public boolean oneIn(int times) {
        return below(times) == 0;
    }

    /** True with a probability in millionths. */
    public boolean chance(long millionths) {
        return millionths > 0 && below(MILLION) < millionths;
    }

    private static long mix(long z) {
        long a = (z ^ (z >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
        long b = (a ^ (a >>> 27)) * 0x94d0_49bb_1331_11ebL;
        return b ^ (b >>> 31);
    }
}
