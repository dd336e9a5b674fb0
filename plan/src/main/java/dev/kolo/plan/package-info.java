/**
 * This room is the plan of a fabric: order, addresses, engine environment, and the proofs. Pure: no file, clock or thread.
 */
@NullMarked
package dev.kolo.plan;

import org.jspecify.annotations.NullMarked;
