/** What the wire will run: lanes of all pairs, schedules by size, and the functions that it and NCCL use. */
@NullMarked
package dev.kolo.plan.wire;

import org.jspecify.annotations.NullMarked;
