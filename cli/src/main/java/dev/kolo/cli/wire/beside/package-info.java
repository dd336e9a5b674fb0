/**
 * What {@code kolo wire bench --beside} compares Kolo with: other programs that are installed here, measured in the same run,
 * round by round, and the ratio with its interval.
 */
@NullMarked
package dev.kolo.cli.wire.beside;

import org.jspecify.annotations.NullMarked;
