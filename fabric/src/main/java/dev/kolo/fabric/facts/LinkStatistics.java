package dev.kolo.fabric.facts;

/**
 * A netdev's own counters ({@code ip -s link}). RDMA traffic of a NIC that bypasses the kernel is not in them.
 *
 * @param rxBytes bytes received
 * @param rxErrors frames received in error
 * @param rxDropped frames dropped on receipt
 * @param txBytes bytes sent
 * @param txErrors frames that failed to leave
 * @param txDropped frames dropped before leaving
 */
public record LinkStatistics(
        long rxBytes, long rxErrors, long rxDropped, long txBytes, long txErrors, long txDropped) {}
