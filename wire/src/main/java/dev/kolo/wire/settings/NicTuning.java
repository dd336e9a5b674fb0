package dev.kolo.wire.settings;

import java.util.OptionalInt;

/**
 * What the user may set of RDMA NICs.
 *
 * @param trafficClass traffic class of every packet, 0 to 255
 * @param timeout how long a NIC waits for an answer: 4.096 µs times two to this power
 * @param retries how often it asks again; empty: as the NIC's kind has it
 */
public record NicTuning(int trafficClass, int timeout, OptionalInt retries) {}
