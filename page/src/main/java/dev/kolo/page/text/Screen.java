package dev.kolo.page.text;

/**
 * What the reader's terminal can show. The command decides it once (a terminal or a pipe, {@code NO_COLOR}, the encoding)
 * and hands it to everything that prints.
 *
 * @param columns width in columns; everything that draws stays within it
 * @param colour whether escape sequences for colour may be sent
 * @param unicode whether more than ASCII can be shown
 */
public record Screen(int columns, boolean colour, boolean unicode) {
    /** The narrowest width that drawings are made for. */
    public static final int MIN_COLUMNS = 40;

    /** 80 columns, no colour, Unicode: what goes into a file or a forum post. */
    public static final Screen PLAIN = new Screen(80, false, true);

    /** 80 columns, no colour, ASCII only. */
    public static final Screen ASCII = new Screen(80, false, false);

    public Screen {
        columns = Math.max(MIN_COLUMNS, columns);
    }

    /** Paints a quoted text where colour is wanted. */
    public String paint(Paint paint, String text) {
        return colour ? paint.around(text) : text;
    }

    /** Quotes a text from outside for this screen: on an ASCII one, other characters are shown as escapes as well. */
    public String quote(String outside) {
        String quoted = Text.quote(outside);
        if (unicode) {
            return quoted;
        }
        StringBuilder out = new StringBuilder(quoted.length());
        quoted.codePoints()
                .forEach(point -> out.append(
                        point < 0x80 || !Glyphs.ascii(point).isEmpty()
                                ? Character.toString(point)
                                : Text.escape(point)));
        return out.toString();
    }

    /** The last step before printing: on an ASCII screen Kolo's own glyphs are replaced, column for column. */
    public String finish(String text) {
        return unicode ? text : Glyphs.toAscii(text);
    }
}
