package dev.kolo.probe.read.format.rdma;

import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.probe.read.text.Words;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The words in which the RDMA tools print states, rates, MTUs and GID types. */
public final class RdmaWords {
    private RdmaWords() {}

    /** "4: ACTIVE", "ACTIVE", "Active", "PORT_ACTIVE (4)". */
    public static RdmaDevice.State state(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        if (upper.contains("ACTIVE") && !upper.contains("DEFER")) {
            return RdmaDevice.State.ACTIVE;
        }
        if (upper.contains("INIT")) {
            return RdmaDevice.State.INIT;
        }
        if (upper.contains("ARMED")) {
            return RdmaDevice.State.ARMED;
        }
        return upper.contains("DOWN") ? RdmaDevice.State.DOWN : RdmaDevice.State.UNKNOWN;
    }

    /** "5: LinkUp" without its number. */
    static String physical(String text) {
        int colon = text.indexOf(": ");
        return colon >= 0 && colon <= 2 ? text.substring(colon + 2).strip() : text.strip();
    }

    /** "200 Gb/sec (4X HDR)", "200", "2.5 Gb/sec": gigabits a second. */
    static OptionalDouble rate(String text) {
        String first = Words.first(text);
        int dots = 0;
        for (int i = 0; i < first.length(); i++) {
            char c = first.charAt(i);
            dots += c == '.' ? 1 : 0;
            if (c != '.' && (c < '0' || c > '9')) {
                return OptionalDouble.empty();
            }
        }
        return first.isEmpty() || first.length() > 9 || dots > 1 || first.equals(".")
                ? OptionalDouble.empty()
                : OptionalDouble.of(Double.parseDouble(first));
    }

    /** "4096 (5)", "4096", or the enum alone ("5"): bytes. */
    static OptionalInt mtuBytes(String text) {
        OptionalInt number = Words.number(Words.first(text));
        return number.isPresent() && number.getAsInt() <= 5 ? mtuOfEnum(number.getAsInt()) : number;
    }

    /** enum ibv_mtu: 1 = 256 … 5 = 4096. */
    public static OptionalInt mtuOfEnum(int value) {
        return value >= 1 && value <= 5 ? OptionalInt.of(128 << value) : OptionalInt.empty();
    }

    /** "RoCE v2", "IB/RoCE v1", "v2", "RoCEv2". */
    static GidEntry.Type gidType(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.contains("v2")) {
            return GidEntry.Type.ROCE_V2;
        }
        return lower.contains("v1") ? GidEntry.Type.ROCE_V1 : GidEntry.Type.UNKNOWN;
    }
}
