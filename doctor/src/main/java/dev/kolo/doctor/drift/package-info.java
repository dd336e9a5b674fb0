/** Drift: what changed between two observations of the same hosts. Two equal observations give nothing. */
@NullMarked
package dev.kolo.doctor.drift;

import org.jspecify.annotations.NullMarked;
