package dev.kolo.plan.proof;

import dev.kolo.plan.relay.Tag;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The way of one frame.
 *
 * @param steps what each host did with it, in order
 * @param disposition what became of it
 * @param end the host at which it ended
 * @param reason why, when it was not delivered; empty otherwise
 */
public record Trace(List<Step> steps, Disposition disposition, String end, String reason) {
    public Trace {
        steps = List.copyOf(steps);
    }

    /** What becomes of a frame. */
    public enum Disposition {
        DELIVERED,
        /** A tagged frame that no rule matches: the kernel does not know its type. */
        NO_RULE,
        /** The sender has no route or neighbour entry for it. */
        NO_ROUTE,
        /** It arrived where the MAC or the address is not the port's own. */
        NOT_OURS,
        /** It left by a port without a cable. */
        NO_CABLE,
        /** It passed more hosts than there are. */
        LOOP;

        /** For people: {@code delivered}, {@code no rule} … */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * One step.
     *
     * @param host where
     * @param in netdev at which the frame came in; empty at the sender
     * @param out netdev by which it left; empty at the receiver
     * @param etherType Ethernet type on leaving
     * @param action what was done, in words
     */
    public record Step(String host, String in, String out, int etherType, String action) {}

    /** The hosts that the frame passed, in order. */
    public List<String> hosts() {
        return steps.stream().map(Step::host).toList();
    }

    /** Its Ethernet types along the way. */
    public String tags() {
        return steps.stream().map(s -> Tag.text(s.etherType())).collect(Collectors.joining(" > "));
    }
}
