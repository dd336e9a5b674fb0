package dev.kolo.page.text;

/**
 * The characters beyond ASCII that Kolo itself prints, each with an ASCII character of the same width, so that a drawing
 * keeps its form on a terminal that knows no Unicode.
 */
final class Glyphs {
    private Glyphs() {}

    static String toAscii(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            String ascii = point < 0x80 ? Character.toString(point) : ascii(point);
            out.append(ascii.isEmpty() ? "?" : ascii);
        });
        return out.toString();
    }

    /** The ASCII stand-in of a glyph; empty for characters that Kolo does not use. */
    static String ascii(int glyph) {
        return switch (glyph) {
            case '─', '╌', '–', '—' -> "-";
            case '═' -> "=";
            case '│', '┊' -> "|";
            case '║' -> "H";
            case '┌', '┐', '└', '┘', '├', '┤', '┬', '┴', '┼', '╭', '╮', '╰', '╯' -> "+";
            case '╔', '╗', '╚', '╝', '╞', '╡', '╥', '╨' -> "+";
            case '●' -> "o";
            case '○' -> ".";
            case '✗' -> "X";
            case '✓' -> "*";
            case '·' -> "-";
            case '→' -> ">";
            case '←' -> "<";
            case '↔' -> "=";
            case '…' -> "~";
            case '×' -> "x";
            case '’', '‘' -> "'";
            case '“', '”' -> "\"";
            default -> "";
        };
    }
}
