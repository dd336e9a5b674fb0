package dev.kolo.gpu.proxy;

/** What takes bytes from the own region to the same place of a peer's: a copy on this machine, or a NIC. */
public interface Carrier {
    /** A part without a flag: its words carry their step. */
    long NO_FLAG = -1;

    /**
     * Takes one part of a plain slot and its flag; the peer sees the flag after the bytes.
     *
     * @param peer whose region
     * @param from first byte in the own region
     * @param bytes how many, 0 or more
     * @param to first byte in the peer's region
     * @param flagFrom where the flag's word stands in the own region, until the peer has it; or {@link #NO_FLAG}
     * @param flagAt where it goes in the peer's region
     * @return whether it was taken; false: no room now, nothing was done
     */
    boolean post(int peer, long from, long bytes, long to, long flagFrom, long flagAt);

    /**
     * Copies LL16 units one after the other as far as their mark is there, for carriers that {@link #writesWords}; the peer
     * sees no mark before its data.
     *
     * @param peer whose region
     * @param from the first unit in the own region
     * @param to its place in the peer's region
     * @param units how many units of 16 bytes there are at most
     * @param mark what their second words carry in their upper half
     * @return how many units were copied
     */
    int units(int peer, long from, long to, int units, int mark);

    /** Writes one unit of 16 bytes, its second word last, for carriers that {@link #writesWords}. */
    void unit(int peer, long to, long low, long high);

    /** Lets what carries work between posts, where it needs that; returns how much it did. */
    default int poll() {
        return 0;
    }

    /** Whether single words can be written, as LL16 wants it; LL8 is always posted in parts whose every word was seen. */
    boolean writesWords();
}
