package dev.kolo.probe.redact;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The keys of tc's pedit, which write a MAC in pieces of 32 bits: {@code key #0 at eth+0: val 4cbb4703 mask 00000000}. */
final class PeditFinder {
    private static final Pattern TEXT =
            Pattern.compile("at eth\\+([048]): (?:val|add) ([0-9a-f]{1,8}) mask ([0-9a-f]{1,8})");
    private static final Pattern JSON = Pattern.compile(
            "\"htype\":\\s*\"eth\",\\s*\"offset\":\\s*([048]),\\s*(?:\"cmd\":\\s*\"\\w+\",\\s*)?\"val\":\\s*\"(?:0x)?([0-9a-f]{1,8})\","
                    + "\\s*\"mask\":\\s*\"(?:0x)?([0-9a-f]{1,8})\"");

    /**
     * A value of a key.
     *
     * @param start index of its first digit
     * @param end index after its last
     * @param offset octets from the start of the Ethernet header: 0, 4 or 8
     * @param value the 32 bits
     * @param mask bits that the rule leaves as they are
     */
    record Key(int start, int end, int offset, int value, int mask) {
        /** Which word of a MAC the upper 16 bits are. */
        MacImages.Place upper() {
            return switch (offset) {
                case 0 -> MacImages.Place.FIRST;
                case 4 -> MacImages.Place.THIRD;
                default -> MacImages.Place.SECOND;
            };
        }

        /** Which word of a MAC the lower 16 bits are. */
        MacImages.Place lower() {
            return switch (offset) {
                case 0 -> MacImages.Place.SECOND;
                case 4 -> MacImages.Place.FIRST;
                default -> MacImages.Place.THIRD;
            };
        }

        boolean writesUpper() {
            return mask >>> 16 == 0;
        }

        boolean writesLower() {
            return (mask & 0xffff) == 0;
        }
    }

    /** Takes a key of a line. */
    interface Taker {
        void take(Key key);
    }

    private PeditFinder() {}

    static void find(String line, Taker taker) {
        if (line.contains(" at eth+")) {
            find(TEXT.matcher(line), taker);
        } else if (line.contains("\"htype\"")) {
            find(JSON.matcher(line), taker);
        }
    }

    private static void find(Matcher matcher, Taker taker) {
        while (matcher.find()) {
            taker.take(new Key(
                    matcher.start(2),
                    matcher.end(2),
                    matcher.group(1).charAt(0) - '0',
                    Integer.parseUnsignedInt(matcher.group(2), 16),
                    Integer.parseUnsignedInt(matcher.group(3), 16)));
        }
    }
}
