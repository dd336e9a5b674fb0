/**
 * Who turns the crank: the caller's own thread, or a thread for it. The only part of the wire's core that reads a clock,
 * spins, yields or naps; and the calls that users see.
 */
@NullMarked
package dev.kolo.wire.progress;

import org.jspecify.annotations.NullMarked;
