package dev.kolo.plan.diff;

import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.facts.TcFilter;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Reads the actions of a relay's filter back. tc shows a rewritten header as words by offset: 0 and 4 hold the destination MAC
 * (its last two bytes in the upper half of the second word), 12 the Ethernet type in its upper half.
 */
public final class TcActions {
    private final Map<Integer, String> words = new TreeMap<>();
    private final Optional<String> toNetdev;

    /** Reads the actions of one filter. */
    public TcActions(TcFilter filter) {
        Optional<String> redirected = Optional.empty();
        for (TcFilter.Action action : filter.actions()) {
            if (action.kind().equals("pedit")) {
                readKeys(action.attributes());
            } else if (action.kind().equals("mirred")) {
                redirected = Optional.ofNullable(action.attributes().get("to_dev"));
            }
        }
        toNetdev = redirected;
    }

    private void readKeys(Map<String, String> attributes) {
        attributes.forEach((name, value) -> {
            if (name.endsWith(".offset") && value.matches("[0-9]{1,4}")) {
                String start = name.substring(0, name.length() - "offset".length());
                String word = attributes.getOrDefault(start + "val", "");
                if (word.matches("[0-9a-fA-F]{8}")) {
                    words.put(Integer.parseInt(value), word);
                }
            }
        });
    }

    /** The netdev to which frames go. */
    public Optional<String> toNetdev() {
        return toNetdev;
    }

    /** The destination MAC that frames get. */
    public Optional<MacAddress> destination() {
        String high = words.getOrDefault(0, "");
        String low = words.getOrDefault(4, "");
        return high.isEmpty() || low.isEmpty()
                ? Optional.empty()
                : Optional.of(new MacAddress(Long.parseLong(high + low.substring(0, 4), 16)));
    }

    /** The Ethernet type that frames get. */
    public OptionalInt etherType() {
        String word = words.getOrDefault(12, "");
        return word.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(word.substring(0, 4), 16));
    }
}
