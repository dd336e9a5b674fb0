/** {@code kolo report}: a page of everything that was read and judged, and a bundle of it that can be posted in public. */
@NullMarked
package dev.kolo.cli.report;

import org.jspecify.annotations.NullMarked;
