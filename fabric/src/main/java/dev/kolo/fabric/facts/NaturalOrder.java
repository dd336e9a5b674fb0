package dev.kolo.fabric.facts;

/** The order in which people read names: digits as numbers, so that spark10 follows spark9. */
public final class NaturalOrder {
    private NaturalOrder() {}

    /** Compares two names; a total order that is 0 only for equal names. */
    public static int compare(String left, String right) {
        int i = 0;
        int j = 0;
        while (i < left.length() && j < right.length()) {
            if (isDigit(left.charAt(i)) && isDigit(right.charAt(j))) {
                int endLeft = endOfDigits(left, i);
                int endRight = endOfDigits(right, j);
                int order = compareNumbers(left, i, endLeft, right, j, endRight);
                if (order != 0) {
                    return order;
                }
                i = endLeft;
                j = endRight;
            } else if (left.charAt(i) != right.charAt(j)) {
                return Character.compare(left.charAt(i), right.charAt(j));
            } else {
                i++;
                j++;
            }
        }
        int order = Integer.compare(left.length() - i, right.length() - j);
        return order != 0 ? order : left.compareTo(right);
    }

    private static int compareNumbers(String left, int from, int to, String right, int from2, int to2) {
        int i = from;
        int j = from2;
        while (i < to && left.charAt(i) == '0') {
            i++;
        }
        while (j < to2 && right.charAt(j) == '0') {
            j++;
        }
        if (to - i != to2 - j) {
            return Integer.compare(to - i, to2 - j);
        }
        return left.substring(i, to).compareTo(right.substring(j, to2));
    }

    private static int endOfDigits(String text, int from) {
        int end = from;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
