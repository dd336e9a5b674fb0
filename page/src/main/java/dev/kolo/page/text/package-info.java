/**
 * Text for people: quoting for terminals and for Markdown, columns, tables, colours, and a canvas of characters to draw
 * on. Whatever comes from outside passes {@link dev.kolo.page.text.Text#quote} before it reaches a terminal.
 */
@NullMarked
package dev.kolo.page.text;

import org.jspecify.annotations.NullMarked;
