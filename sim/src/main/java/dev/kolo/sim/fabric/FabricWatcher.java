package dev.kolo.sim.fabric;

import java.lang.foreign.MemorySegment;

/** Sees what the fabric does with requests and memory, as no rank could: checkers are made of it. */
public interface FabricWatcher {
    /** A request was taken; the own region is as the poster left it. */
    default void posted(SimNic nic, Request request) {}

    /**
     * A frame of a request was accepted by the peer's NIC in its turn: from now on its bytes are on their way into memory.
     *
     * @param payload the bytes that travelled
     * @param at where among the request's payload they stand; −1 for its flag
     */
    default void accepted(SimNic to, Request request, byte[] payload, long at) {}

    /**
     * Bytes are about to be placed.
     *
     * @param from rank that sent them
     * @param region memory that they go to, as it is before
     * @param offset first byte in the region
     * @param bytes how many
     */
    default void placing(SimNic to, int from, MemorySegment region, long offset, int bytes) {}

    /** Bytes have been placed. */
    default void placed(SimNic to, int from, long offset, int bytes) {}

    /** A lane was given up for good. */
    default void laneFailed(SimNic nic, int peer) {}
}
