/**
 * Proofs of schedules before they run: every rank ends with the right blocks and equal sums, nothing waits for ever, and no
 * buffer is written without its proof, whatever is delayed.
 */
@NullMarked
package dev.kolo.wire.schedule.proof;

import org.jspecify.annotations.NullMarked;
