/** What {@code kolo wire top} makes of the counters of running sessions: rates, who waits for whom, and what that means. */
@NullMarked
package dev.kolo.cli.wire.top;

import org.jspecify.annotations.NullMarked;
