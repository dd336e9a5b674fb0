/** Proofs: a plan is walked, frame by frame, through its own objects before it exists. */
@NullMarked
package dev.kolo.plan.proof;

import org.jspecify.annotations.NullMarked;
