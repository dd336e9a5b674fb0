/** Memory by address, for hot paths: nothing is checked here, so callers check once and then go. */
@NullMarked
package dev.kolo.wire.memory;

import org.jspecify.annotations.NullMarked;
