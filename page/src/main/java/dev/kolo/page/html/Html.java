package dev.kolo.page.html;

import dev.kolo.page.text.Text;

/**
 * The one quoting function for HTML and SVG, in element content and in attribute values. Control and bidirectional
 * characters are made visible as on a terminal: a command in a report must read as what it pastes as.
 */
public final class Html {
    private Html() {}

    /** Text as the content of an element. Line feeds stay; they show in preformatted elements. */
    public static String escape(String outside) {
        return references(Text.quoteLines(outside));
    }

    /** Text as the value of an attribute that stands in double quotes. */
    public static String attribute(String outside) {
        return references(Text.quote(outside));
    }

    private static String references(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(c);
            }
        }
        return out.toString();
    }
}
