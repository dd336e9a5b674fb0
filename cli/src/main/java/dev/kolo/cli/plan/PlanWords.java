package dev.kolo.cli.plan;

import dev.kolo.fabric.address.Subnet;
import dev.kolo.page.text.Text;
import dev.kolo.plan.PlanNames;
import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.PlanRequest.Nccl;
import dev.kolo.plan.PlanRequest.RankRange;
import dev.kolo.plan.PlanRequest.RelayForm;
import dev.kolo.plan.PlanRequest.Relays;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads the values of {@code kolo plan}'s options. What does not fit is told with the value and what would fit. */
public final class PlanWords {
    private PlanWords() {}

    /** A value that does not fit. */
    public static final class Unfit extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unfit(String option, String wanted, String value) {
            super(option + " takes " + wanted + ", not \"" + Text.quote(value) + "\".", null, false, false);
        }
    }

    /** {@code 0}, {@code auto} or a number. */
    public static Relays relays(String value) {
        if (value.equalsIgnoreCase("auto")) {
            return new Relays.Auto();
        }
        if (!value.matches("[0-9]{1,3}") || Integer.parseInt(value) > Relays.MOST) {
            throw new Unfit("--relays", "auto or 0 to " + Relays.MOST, value);
        }
        return new Relays.Count(Integer.parseInt(value));
    }

    /** {@code hardware} or {@code kernel}. */
    public static Backend backend(String value) {
        return switch (lower(value)) {
            case "hardware" -> Backend.HARDWARE;
            case "kernel" -> Backend.KERNEL;
            default -> throw new Unfit("--backend", "hardware or kernel", value);
        };
    }

    /** {@code tag} or {@code flow-label}. */
    public static RelayForm form(String value) {
        return switch (lower(value)) {
            case "tag" -> RelayForm.TAG;
            case "flow-label" -> RelayForm.FLOW_LABEL;
            default -> throw new Unfit("--relay-form", "tag or flow-label", value);
        };
    }

    /** {@code patched} or {@code stock}. */
    public static Nccl nccl(String value) {
        return switch (lower(value)) {
            case "patched" -> Nccl.PATCHED;
            case "stock" -> Nccl.STOCK;
            default -> throw new Unfit("--nccl", "patched or stock", value);
        };
    }

    /** The path of the marker. */
    public static String marker(String value) {
        return PlanNames.path(value)
                .orElseThrow(() ->
                        new Unfit("--marker", "an absolute path of letters, digits and ._+@- without blanks", value));
    }

    /** {@code 0-3,4-7}. */
    public static List<RankRange> groups(String value) {
        List<RankRange> groups = new ArrayList<>();
        for (String part : value.split(",", -1)) {
            if (!part.matches("[0-9]{1,4}(-[0-9]{1,4})?")) {
                throw new Unfit("--groups", "runs of ranks like 0-3,4-7", value);
            }
            int dash = part.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? part : part.substring(0, dash));
            int last = Integer.parseInt(part.substring(dash + 1));
            if (last < first) {
                throw new Unfit("--groups", "runs of ranks, the lower one first", value);
            }
            groups.add(new RankRange(first, last));
        }
        return groups;
    }

    /** {@code 10.40.0.0/15}, or one a plane. */
    public static List<Subnet> pools(String value) {
        List<Subnet> pools = new ArrayList<>();
        for (String part : value.split(",", -1)) {
            pools.add(Subnet.parse(part.strip())
                    .filter(s -> s.prefixLength() > 0)
                    .orElseThrow(() -> new Unfit("--pool", "a network like 10.40.0.0/15, or one a plane", value)));
        }
        return pools;
    }

    private static String lower(String value) {
        return value.toLowerCase(Locale.ROOT);
    }
}
