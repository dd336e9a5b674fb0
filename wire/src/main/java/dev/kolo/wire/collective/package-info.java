/**
 * The collectives: queued operations, the runner of programs, reductions. Driven by {@code poll(nowNanos)}; nothing here
 * waits, and nothing is allocated per exchange.
 */
@NullMarked
package dev.kolo.wire.collective;

import org.jspecify.annotations.NullMarked;
