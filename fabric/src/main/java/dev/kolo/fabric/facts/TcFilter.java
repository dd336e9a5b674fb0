package dev.kolo.fabric.facts;

import java.util.List;
import java.util.Map;

/**
 * One traffic-control filter ({@code tc filter show}), kept close to what tc prints; relays are built of these.
 *
 * @param netdev where it hangs
 * @param hook {@code ingress} or {@code egress}
 * @param protocol Ethernet protocol as printed, e.g. {@code 0x88b5} or {@code ip}
 * @param preference its {@code pref}
 * @param kind classifier, e.g. {@code flower}
 * @param handle its handle as printed; empty when none was
 * @param keys match keys and flags such as {@code dst_mac}, {@code dst_ip}, {@code skip_sw}, {@code in_hw}
 * @param actions its actions in order
 * @param evidence where it was read
 */
public record TcFilter(
        String netdev,
        String hook,
        String protocol,
        int preference,
        String kind,
        String handle,
        Map<String, String> keys,
        List<Action> actions,
        Evidence evidence) {
    public TcFilter {
        keys = Ordered.copyOf(keys);
        actions = List.copyOf(actions);
    }

    /**
     * One action of a filter.
     *
     * @param kind {@code pedit}, {@code mirred}, {@code gact} …
     * @param attributes what it does, by key as printed; pedit keys are numbered {@code key0.offset} and so on
     * @param packets packets that it saw in software; −1 when not printed
     * @param drops packets that it dropped; −1 when not printed
     */
    public record Action(String kind, Map<String, String> attributes, long packets, long drops) {
        public Action {
            attributes = Ordered.copyOf(attributes);
        }
    }
}
