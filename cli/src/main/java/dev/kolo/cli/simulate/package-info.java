/** {@code kolo simulate}: the wire attacked by seeds in virtual time, with a summary and a replay of what failed. */
@NullMarked
package dev.kolo.cli.simulate;

import org.jspecify.annotations.NullMarked;
