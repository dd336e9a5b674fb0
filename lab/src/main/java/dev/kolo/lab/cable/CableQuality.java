package dev.kolo.lab.cable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How bad a cable is made, in the words of netem (tc-netem(8)). Each end does it to what it sends, so that a delay counts
 * once each way.
 *
 * @param delay e.g. {@code 5ms}
 * @param loss e.g. {@code 0.1%}
 * @param rate e.g. {@code 100mbit}
 */
public record CableQuality(Optional<String> delay, Optional<String> loss, Optional<String> rate) {
    /** As good as an emulated cable is. */
    public static final CableQuality GOOD = new CableQuality(Optional.empty(), Optional.empty(), Optional.empty());

    public CableQuality {
        require("delay", delay, "[0-9]{1,6}(\\.[0-9]{1,3})?(us|ms|s)", "a number with us, ms or s, as in 5ms");
        require("loss", loss, "(100|[0-9]{1,2})(\\.[0-9]{1,6})?%", "a share in per cent, as in 0.1%");
        require("rate", rate, "[0-9]{1,6}(\\.[0-9]{1,3})?(kbit|mbit|gbit)", "a number with kbit, mbit or gbit");
    }

    /** Whatever is let through here goes into a shell's line as it is. */
    private static void require(String name, Optional<String> value, String pattern, String wanted) {
        if (value.isPresent() && !value.get().matches(pattern)) {
            throw new IllegalArgumentException("the " + name + " is " + wanted + ", not \"" + value.get() + "\"");
        }
    }

    public boolean isGood() {
        return equals(GOOD);
    }

    /** The words for {@code tc qdisc … netem}. */
    List<String> netem() {
        List<String> words = new ArrayList<>();
        delay.ifPresent(value -> words.addAll(List.of("delay", value)));
        loss.ifPresent(value -> words.addAll(List.of("loss", value)));
        rate.ifPresent(value -> words.addAll(List.of("rate", value)));
        return words;
    }

    /** For people: {@code delay 5ms, loss 1%}; empty when it is good. */
    public String words() {
        List<String> parts = new ArrayList<>();
        delay.ifPresent(value -> parts.add("delay " + value));
        loss.ifPresent(value -> parts.add("loss " + value));
        rate.ifPresent(value -> parts.add("rate " + value));
        return String.join(", ", parts);
    }
}
