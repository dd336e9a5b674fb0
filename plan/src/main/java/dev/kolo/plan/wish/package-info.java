/** Wishes: hosts that do not exist, invented consistently so that a fabric of them can be planned before it is bought. */
@NullMarked
package dev.kolo.plan.wish;

import org.jspecify.annotations.NullMarked;
