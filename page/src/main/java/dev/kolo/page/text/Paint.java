package dev.kolo.page.text;

/** What a piece of text means, and with it how it is coloured. Colour never says anything that the text does not say too. */
public enum Paint {
    PLAIN(""),
    STRONG("1"),
    FAINT("2"),
    GOOD("32"),
    WRONG("1;31"),
    CAUTION("33"),
    NOTE("36");

    private final String sgr;

    Paint(String sgr) {
        this.sgr = sgr;
    }

    /** The text inside the escape sequences of this paint (ECMA-48, "select graphic rendition"). */
    String around(String text) {
        return sgr.isEmpty() || text.isEmpty() ? text : "\u001b[" + sgr + "m" + text + "\u001b[0m";
    }
}
