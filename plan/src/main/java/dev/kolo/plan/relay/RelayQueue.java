package dev.kolo.plan.relay;

import dev.kolo.plan.PlanRequest.Backend;
import java.util.List;
import java.util.Optional;

/**
 * The queue size that bounds are counted with: the smallest of all relays, since one full queue is enough to drop.
 *
 * @param size entries
 * @param known whether every relay's was seen
 * @param unseen functions of which none was seen
 */
record RelayQueue(int size, boolean known, List<String> unseen) {
    RelayQueue {
        unseen = List.copyOf(unseen);
    }

    static RelayQueue of(Backend backend, Optional<NicProfile> profile) {
        if (backend == Backend.KERNEL || profile.isEmpty()) {
            return new RelayQueue(RelaySection.DEFAULT_QUEUE_SIZE, false, List.of());
        }
        List<String> unseen = profile.get().queueUnseen();
        int seen = profile.get().smallestQueue().orElse(RelaySection.DEFAULT_QUEUE_SIZE);
        return unseen.isEmpty()
                ? new RelayQueue(seen, true, unseen)
                : new RelayQueue(Math.min(seen, RelaySection.DEFAULT_QUEUE_SIZE), false, unseen);
    }
}
