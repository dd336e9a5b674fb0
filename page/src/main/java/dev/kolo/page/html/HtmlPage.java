package dev.kolo.page.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The frame of a report: one file that carries everything it needs. It has no script, and its content security policy
 * forbids the browser to fetch anything, whatever a host name in it may say. It follows the reader's light or dark
 * setting; {@code data-theme="light"} or {@code "dark"} on the root element overrules that.
 */
public final class HtmlPage {
    /** The policy of every page: nothing is loaded; the styles stand in the page itself. */
    public static final String POLICY =
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

    private final String title;
    private final String lead;
    private final List<Section> sections = new ArrayList<>();
    private String footer = "";
    private String generator = "";

    private record Section(String id, String heading, Markup content) {}

    /**
     * Starts a page.
     *
     * @param title its title and heading
     * @param lead one sentence under the heading
     */
    public HtmlPage(String title, String lead) {
        this.title = title;
        this.lead = lead;
    }

    /**
     * Adds a section.
     *
     * @param id its anchor: letters, digits and dashes, unique in the page
     * @param heading its heading
     * @param content what is in it
     */
    public HtmlPage section(String id, String heading, Markup content) {
        sections.add(new Section(id, heading, content));
        return this;
    }

    /** The last line of the page. */
    public HtmlPage footer(String text) {
        footer = text;
        return this;
    }

    /** Who made the page, for programs that must know it from other pages. */
    public HtmlPage generator(String name) {
        generator = name;
        return this;
    }

    /** The whole file, in UTF-8 when written. */
    public String html() {
        Markup page = new Markup();
        page.open("html", "lang", "en").line();
        page.open("head").line();
        page.open("meta", "charset", "utf-8").line();
        page.open("meta", "http-equiv", "Content-Security-Policy", "content", POLICY)
                .line();
        page.open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
                .line();
        page.open("meta", "name", "color-scheme", "content", "light dark").line();
        page.open("meta", "name", "referrer", "content", "no-referrer").line();
        if (!generator.isEmpty()) {
            page.open("meta", "name", "generator", "content", generator).line();
        }
        page.leaf("title", title).line();
        page.style(styleSheet()).close().line();
        page.open("body").line();
        page.open("header").leaf("h1", title).leaf("p", lead, "class", "lead").close();
        page.line().open("main").line();
        for (Section section : sections) {
            page.open("section", "id", section.id()).leaf("h2", section.heading());
            page.line().add(section.content()).close().line();
        }
        page.close().line();
        page.leaf("footer", footer).line().close().close().line();
        return "<!DOCTYPE html>\n" + page.finish();
    }

    private static String styleSheet() {
        try (InputStream in = HtmlPage.class.getResourceAsStream("page.css")) {
            return new String(Objects.requireNonNull(in, "page.css").readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
