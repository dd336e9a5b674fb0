package dev.kolo.probe.nccl;

import dev.kolo.fabric.facts.Evidence;
import java.util.List;

/**
 * {@code Trees [0] 2/-1/-1->0->-1}: a rank's place in the tree of one channel. Printed whether or not the tree is ever
 * connected: a plan, and no fault on a ring.
 *
 * @param channel its number
 * @param rank itself
 * @param peers parent and children
 * @param evidence the line
 */
public record TreePlace(int channel, int rank, List<Integer> peers, Evidence evidence) {
    public TreePlace {
        peers = List.copyOf(peers);
    }
}
