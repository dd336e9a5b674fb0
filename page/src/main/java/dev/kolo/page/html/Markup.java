package dev.kolo.page.html;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/**
 * Builds HTML or SVG. Whatever is given as text or as an attribute's value is quoted here, and elements close in order,
 * so that no caller can forget either. Element and attribute names come from code, never from outside.
 */
public final class Markup {
    /** Elements of HTML without content and end tag. */
    private static final Set<String> VOID = Set.of("meta", "br", "hr", "img", "link", "input");

    /** Attributes that could load or run something: never written. */
    private static final Set<String> REFUSED = Set.of("src", "srcset", "action", "formaction", "data", "srcdoc");

    private final StringBuilder out = new StringBuilder(4096);
    private final Deque<String> open = new ArrayDeque<>();

    /**
     * Opens an element.
     *
     * @param element its name
     * @param attributes names and raw values in turn
     */
    public Markup open(String element, String... attributes) {
        tag(element, attributes);
        if (!VOID.contains(element)) {
            open.push(element);
        }
        return this;
    }

    private void tag(String element, String... attributes) {
        requireName(element);
        if (attributes.length % 2 != 0) {
            throw new IllegalArgumentException("attributes of <" + element + "> come in pairs");
        }
        out.append('<').append(element);
        for (int i = 0; i < attributes.length; i += 2) {
            String name = attributes[i];
            requireName(name);
            boolean local = !name.equals("href") || attributes[i + 1].startsWith("#");
            if (REFUSED.contains(name) || name.startsWith("on") || !local) {
                throw new IllegalArgumentException("attribute " + name + " of <" + element + "> leads out of the page");
            }
            out.append(' ')
                    .append(name)
                    .append("=\"")
                    .append(Html.attribute(attributes[i + 1]))
                    .append('"');
        }
        out.append('>');
    }

    private static void requireName(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean fine = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || i > 0 && (c == '-' || c >= '0' && c <= '9');
            if (!fine) {
                throw new IllegalArgumentException("no name of an element or attribute: " + name);
            }
        }
        if (name.isEmpty() || name.equals("script") || name.equals("iframe") || name.equals("object")) {
            throw new IllegalArgumentException("no name of an element that a page may have: " + name);
        }
    }

    /** Closes the element that was opened last. */
    public Markup close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /** Adds text from anywhere. */
    public Markup text(String raw) {
        out.append(Html.escape(raw));
        return this;
    }

    /** An element with text. */
    public Markup leaf(String element, String raw, String... attributes) {
        return open(element, attributes).text(raw).close();
    }

    /** An element of SVG without content. */
    public Markup empty(String element, String... attributes) {
        return open(element, attributes).close();
    }

    /** A line feed in the source, for people who read that. */
    public Markup line() {
        out.append('\n');
        return this;
    }

    /** Adds what another builder made; it must have closed all its elements. */
    public Markup add(Markup other) {
        out.append(other.finish());
        return this;
    }

    /** A style sheet from code. It must not hold an end tag. */
    Markup style(String css) {
        if (css.contains("</")) {
            throw new IllegalArgumentException("a style sheet holds no end tag");
        }
        out.append("<style>\n").append(css).append("</style>\n");
        return this;
    }

    /** The finished markup; an element that is still open is an error of the caller. */
    public String finish() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("<" + open.peek() + "> is not closed");
        }
        return out.toString();
    }
}
