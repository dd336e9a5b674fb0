package dev.kolo.fabric.json;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A JSON number, kept as it was written: counters need all of their 64 bits, and evidence is quoted as seen.
 *
 * @param text its digits as written
 * @param at where it begins
 */
public record JsonNumber(String text, Json.Position at) implements Json {
    /** The number, when it is whole, written without fraction and exponent, and fits 32 bits. */
    public OptionalInt asInt() {
        OptionalLong value = asLong();
        return value.isPresent() && value.getAsLong() == (int) value.getAsLong()
                ? OptionalInt.of((int) value.getAsLong())
                : OptionalInt.empty();
    }

    /** The number, when it is whole, written without fraction and exponent, and fits 64 signed bits. */
    public OptionalLong asLong() {
        int first = text.startsWith("-") ? 1 : 0;
        if (text.length() == first || text.length() > 20) {
            return OptionalLong.empty();
        }
        for (int i = first; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return OptionalLong.empty();
            }
        }
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException tooLarge) {
            return OptionalLong.empty();
        }
    }

    /** The number as 64 bits without a sign, when it is whole and not negative; from 2^63 on the result is negative. */
    public OptionalLong asUnsigned() {
        if (text.isEmpty() || text.length() > 20 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseUnsignedLong(text));
        } catch (NumberFormatException tooLarge) {
            return OptionalLong.empty();
        }
    }

    /** The nearest double; empty when it is too large for one. */
    public OptionalDouble asDouble() {
        try {
            double value = Double.parseDouble(text);
            return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
        } catch (NumberFormatException notANumber) {
            return OptionalDouble.empty();
        }
    }
}
