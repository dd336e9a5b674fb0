/** What Kolo's own wire says of a run: its account lines, beside a plan. */
@NullMarked
package dev.kolo.doctor.wire;

import org.jspecify.annotations.NullMarked;
