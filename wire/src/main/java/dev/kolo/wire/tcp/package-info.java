/**
 * The NIC over TCP connections: the portable fallback. One authenticated connection a lane, frames that carry the session's
 * id, payload written where it belongs and its flag after it.
 */
@NullMarked
package dev.kolo.wire.tcp;

import org.jspecify.annotations.NullMarked;
