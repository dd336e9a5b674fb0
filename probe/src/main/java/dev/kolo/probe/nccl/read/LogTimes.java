package dev.kolo.probe.nccl.read;

import dev.kolo.probe.nccl.LogTime;
import java.util.Optional;

/**
 * Finds the time that a logger put before a line: {@code 2026-11-29 17:29:54}, {@code 2026-11-29T17:29:54.123Z}, {@code
 * 11-29 17:29:54}, {@code Nov 29 17:29:54} or {@code 17:29:54}. Zones are left out: they are the log's own.
 */
final class LogTimes {
    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
    private static final long DAY_MILLIS = 86_400_000;
    private static final int MAX_LOOKED_AT = 240;

    private LogTimes() {}

    /** The first time in the text. */
    static Optional<LogTime> in(String text) {
        int end = Math.min(text.length(), MAX_LOOKED_AT) - 7;
        for (int at = 0; at < end; at++) {
            if (text.charAt(at + 2) == ':' && isClock(text, at)) {
                return Optional.of(of(text, at));
            }
        }
        return Optional.empty();
    }

    private static boolean isClock(String text, int at) {
        boolean alone = at == 0 || !isDigit(text.charAt(at - 1)) && text.charAt(at - 1) != ':';
        int after = at + 8;
        boolean ends =
                after >= text.length() || !isDigit(text.charAt(after)) && (text.charAt(after) != ':' || after == at);
        return alone
                && ends
                && text.charAt(at + 5) == ':'
                && number(text, at, 2) < 24
                && number(text, at + 3, 2) < 60
                && number(text, at + 6, 2) < 61
                && number(text, at, 2) >= 0
                && number(text, at + 3, 2) >= 0
                && number(text, at + 6, 2) >= 0;
    }

    private static LogTime of(String text, int at) {
        long millis = (number(text, at, 2) * 3600L + number(text, at + 3, 2) * 60L + number(text, at + 6, 2)) * 1000;
        int end = at + 8;
        if (end + 1 < text.length() && (text.charAt(end) == '.' || text.charAt(end) == ',')) {
            int digits = 0;
            int fraction = 0;
            while (end + 1 + digits < text.length() && isDigit(text.charAt(end + 1 + digits)) && digits < 9) {
                fraction = digits < 3 ? fraction * 10 + text.charAt(end + 1 + digits) - '0' : fraction;
                digits++;
            }
            for (int i = digits; i < 3; i++) {
                fraction *= 10;
            }
            millis += digits == 0 ? 0 : fraction;
            end += digits == 0 ? 0 : 1 + digits;
        }
        int start = dateStart(text, at);
        millis += start < at ? days(text, start) * DAY_MILLIS : 0;
        return new LogTime(millis, text.substring(start, end));
    }

    /** Where the date before a clock time begins; the time's own place when there is none. */
    private static int dateStart(String text, int at) {
        if (at < 6) {
            return at;
        }
        char between = text.charAt(at - 1);
        if (between != ' ' && between != 'T') {
            return at;
        }
        int full = at - 11;
        if (full >= 0
                && number(text, full, 4) > 0
                && number(text, full + 5, 2) > 0
                && number(text, full + 8, 2) > 0
                && text.charAt(full + 4) == text.charAt(full + 7)) {
            return full;
        }
        if (text.charAt(at - 4) == '-' && number(text, at - 6, 2) > 0 && number(text, at - 3, 2) > 0) {
            return at - 6;
        }
        int syslog = at - 7;
        boolean month =
                syslog >= 0 && MONTHS.indexOf(text.substring(syslog, syslog + 3)) % 3 == 0 && day(text, at - 3) > 0;
        return month ? syslog : at;
    }

    private static int day(String text, int at) {
        return text.charAt(at) == ' ' ? number(text, at + 1, 1) : number(text, at, 2);
    }

    private static long days(String text, int start) {
        if (number(text, start, 4) > 0) {
            return days(number(text, start, 4), number(text, start + 5, 2), number(text, start + 8, 2));
        }
        if (number(text, start, 2) > 0) {
            return days(1970, number(text, start, 2), number(text, start + 3, 2));
        }
        return days(1970, MONTHS.indexOf(text.substring(start, start + 3)) / 3 + 1, day(text, start + 4));
    }

    /** Days since 1970-01-01 in the Gregorian calendar; a wrong month or day gives some number, which is as good. */
    private static long days(int year, int month, int day) {
        int y = month <= 2 ? year - 1 : year;
        int era = Math.floorDiv(y, 400);
        int yearOfEra = y - era * 400;
        int dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
        int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return era * 146_097L + dayOfEra - 719_468L;
    }

    /** A decimal number of exactly so many digits; −1 when it is none. */
    private static int number(String text, int at, int digits) {
        if (at < 0 || at + digits > text.length()) {
            return -1;
        }
        int value = 0;
        for (int i = 0; i < digits; i++) {
            if (!isDigit(text.charAt(at + i))) {
                return -1;
            }
            value = value * 10 + text.charAt(at + i) - '0';
        }
        return value;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
