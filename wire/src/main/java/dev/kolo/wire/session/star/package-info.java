/**
 * The star: every rank's one connection to rank 0, over which ranks meet, prove that they know the token, agree, and later
 * learn of each other's fate. State machines over {@link dev.kolo.wire.session.star.Pipe}s with the time as an argument, so
 * that the simulator runs them too; sockets are elsewhere.
 */
@NullMarked
package dev.kolo.wire.session.star;

import org.jspecify.annotations.NullMarked;
