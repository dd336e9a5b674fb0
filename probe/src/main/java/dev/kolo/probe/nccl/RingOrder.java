package dev.kolo.probe.nccl;

import dev.kolo.fabric.facts.Evidence;
import java.util.List;

/**
 * {@code Channel 02/04 : 0 1 2 3}: the order in which a channel passes the ranks; rank 0 prints it.
 *
 * @param channel its number
 * @param channels how many there are
 * @param ranks the order
 * @param evidence the line
 */
public record RingOrder(int channel, int channels, List<Integer> ranks, Evidence evidence) {
    public RingOrder {
        ranks = List.copyOf(ranks);
    }
}
