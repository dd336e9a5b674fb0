package dev.kolo.probe.nccl;

import java.util.List;
import java.util.OptionalInt;

/**
 * Rings, channels and queue pairs of a process.
 *
 * @param channelCount channels for collectives; the largest communicator's
 * @param orders ring order of each channel; rank 0 prints them
 * @param places neighbours on each channel
 * @param trees places in the trees, which may never be connected
 * @param channels planned channels, and the devices that they took as far as the log tells
 * @param queuePairs connections that were made
 */
public record Paths(
        OptionalInt channelCount,
        List<RingOrder> orders,
        List<RingPlace> places,
        List<TreePlace> trees,
        List<ChannelPlan> channels,
        List<QueuePair> queuePairs) {
    public Paths {
        orders = List.copyOf(orders);
        places = List.copyOf(places);
        trees = List.copyOf(trees);
        channels = List.copyOf(channels);
        queuePairs = List.copyOf(queuePairs);
    }
}
