package dev.kolo.probe.nccl;

import dev.kolo.fabric.facts.Evidence;
import java.util.OptionalInt;

/**
 * {@code Channel 02/0 : 0[0] -> 1[0] [send] via NET/IB/2}: what a channel is planned over. Printed before NCCL overrides
 * the device, so it proves no traffic; {@link QueuePair} does.
 *
 * @param channel its number
 * @param connection connection index, 0 for collectives
 * @param from sending rank
 * @param to receiving rank
 * @param sends true at the sender
 * @param network {@code IB}, {@code Socket} or a plugin's name
 * @param device NCCL's index of the planned device
 * @param proxyRank the rank whose proxy relays it (PXN)
 * @param landedIbDevice index of the RDMA device that its queue pair took; empty when the log does not tell
 * @param evidence the line
 */
public record ChannelPlan(
        int channel,
        int connection,
        int from,
        int to,
        boolean sends,
        String network,
        int device,
        OptionalInt proxyRank,
        OptionalInt landedIbDevice,
        Evidence evidence) {
    /** The other rank. */
    public int peer() {
        return sends ? to : from;
    }

    /** The same plan with the device that it ended on. */
    public ChannelPlan landedOn(int ibDevice) {
        return new ChannelPlan(
                channel, connection, from, to, sends, network, device, proxyRank, OptionalInt.of(ibDevice), evidence);
    }
}
