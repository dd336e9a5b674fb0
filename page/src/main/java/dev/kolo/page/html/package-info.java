/**
 * HTML and SVG: the one quoting function, a builder that cannot forget it, and the frame of a page that needs nothing
 * from outside: no script, no font, no image of another place.
 */
@NullMarked
package dev.kolo.page.html;

import org.jspecify.annotations.NullMarked;
