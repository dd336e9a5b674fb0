package dev.kolo.wire.settings;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Choices, times and sizes as people write them: {@code ll8}, {@code 1.5s}, {@code 256KiB}. */
public final class Words {
    private static final String[] TIME_UNITS = {"ns", "us", "ms", "s", "min"};
    private static final long[] TIME_NANOS = {1, 1_000, 1_000_000, 1_000_000_000L, 60_000_000_000L};
    private static final String[] SIZE_UNITS = {"B", "KiB", "MiB", "GiB"};

    private Words() {}

    static String of(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }

    static <E extends Enum<E>> Optional<E> choice(E[] values, String text) {
        return Arrays.stream(values).filter(v -> of(v).equals(text)).findFirst();
    }

    static String list(Enum<?>[] values) {
        return Arrays.stream(values).map(Words::of).collect(Collectors.joining(", "));
    }

    /** Nanoseconds of a time; a number without unit is seconds. Empty when it is no time. */
    public static Optional<Long> nanos(String text) {
        Split split = Split.of(text);
        for (int i = 0; i < TIME_UNITS.length; i++) {
            if (split.unit().equals(TIME_UNITS[i]) || split.unit().isEmpty() && TIME_UNITS[i].equals("s")) {
                return scaled(split.number(), TIME_NANOS[i]);
            }
        }
        return Optional.empty();
    }

    /** Bytes of a size; a number without unit is bytes. Empty when it is no size. */
    public static Optional<Long> bytes(String text) {
        Split split = Split.of(text);
        for (int i = 0; i < SIZE_UNITS.length; i++) {
            if (split.unit().equals(SIZE_UNITS[i]) || split.unit().isEmpty() && i == 0) {
                return scaled(split.number(), 1L << 10 * i);
            }
        }
        return Optional.empty();
    }

    private static Optional<Long> scaled(String number, long unit) {
        if (!number.matches("\\d{1,9}(\\.\\d{1,9})?")) {
            return Optional.empty();
        }
        int dot = number.indexOf('.');
        long whole = Long.parseLong(dot < 0 ? number : number.substring(0, dot));
        long fraction = 0;
        if (dot >= 0) {
            String digits = (number.substring(dot + 1) + "000000000").substring(0, 9);
            fraction = (long) (Long.parseLong(digits) / 1e9 * unit);
        }
        return Optional.of(whole * unit + fraction);
    }

    /** A number and what stands after it. */
    private record Split(String number, String unit) {
        static Split of(String text) {
            int end = 0;
            while (end < text.length() && (Character.isDigit(text.charAt(end)) || text.charAt(end) == '.')) {
                end++;
            }
            return new Split(text.substring(0, end), text.substring(end).strip());
        }
    }
}
