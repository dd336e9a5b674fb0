/**
 * Schedules as data: for each rank the ordered instructions of one collective, without sizes. The engine runs them, and the
 * symbolic executor in {@code schedule.proof} proves them before they run.
 */
@NullMarked
package dev.kolo.wire.schedule;

import org.jspecify.annotations.NullMarked;
