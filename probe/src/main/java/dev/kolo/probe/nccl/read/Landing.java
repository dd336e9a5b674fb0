package dev.kolo.probe.nccl.read;

import dev.kolo.probe.nccl.ChannelPlan;
import dev.kolo.probe.nccl.QueuePair;
import dev.kolo.probe.nccl.QueuePair.Role;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds for each planned channel the device that its queue pair took. No line says which channel a queue pair serves; but
 * a process connects its channels in the order in which it planned them, so that the two lists go together when they are
 * equally long. Where they are not (several queue pairs a connection, merged devices, a log in part) nothing is claimed.
 */
final class Landing {
    private Landing() {}

    static List<ChannelPlan> of(List<ChannelPlan> plans, List<QueuePair> pairs) {
        List<ChannelPlan> landed = new ArrayList<>(plans);
        join(landed, true, of(pairs, Role.SENDS));
        join(landed, false, of(pairs, Role.RECEIVES));
        List<QueuePair> unknown = of(pairs, Role.UNKNOWN);
        if (unknown.size() == pairs.size()) {
            // 2.28 does not name the function and prints the line where it connects, which the sender does.
            join(landed, true, unknown);
        }
        return landed;
    }

    private static List<QueuePair> of(List<QueuePair> pairs, Role role) {
        return pairs.stream().filter(p -> p.role() == role).toList();
    }

    private static void join(List<ChannelPlan> plans, boolean sends, List<QueuePair> pairs) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < plans.size(); i++) {
            ChannelPlan plan = plans.get(i);
            if (plan.sends() == sends
                    && !plan.network().equals("Socket")
                    && plan.proxyRank().isEmpty()) {
                places.add(i);
            }
        }
        if (places.size() != pairs.size()) {
            return;
        }
        for (int i = 0; i < places.size(); i++) {
            plans.set(
                    places.get(i),
                    plans.get(places.get(i)).landedOn(pairs.get(i).ibDevice()));
        }
    }
}
