/**
 * This room is how things look: tables, the drawn ring, the HTML frame, and the one quoting function for each kind of output.
 */
@NullMarked
package dev.kolo.page;

import org.jspecify.annotations.NullMarked;
