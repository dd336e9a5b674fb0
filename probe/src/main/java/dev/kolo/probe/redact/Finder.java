package dev.kolo.probe.redact;

/** Finds values of some sorts in a line. */
interface Finder {
    void find(Spans spans);

    /** A letter or digit of ASCII, or an underscore: what a word is made of. */
    static boolean isWordChar(char c) {
        return c == '_' || isAlphanumeric(c);
    }

    static boolean isAlphanumeric(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }

    static boolean isHex(char c) {
        return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F';
    }
}
