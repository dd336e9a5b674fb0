/**
 * The JSON form of a plan, {@code kolo.plan/1}: everything that the plan says, in a fixed order, so that equal plans are equal
 * bytes. Its identity is the SHA-256 of its canonical form.
 */
@NullMarked
package dev.kolo.plan.codec;

import org.jspecify.annotations.NullMarked;
