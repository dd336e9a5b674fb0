/**
 * The picture of a fabric: one sketch of what is to be seen, one layout of hosts on a rectangle, and two hands that draw
 * it, in characters for a terminal or a forum post and as SVG for a page.
 */
@NullMarked
package dev.kolo.page.ring;

import org.jspecify.annotations.NullMarked;
