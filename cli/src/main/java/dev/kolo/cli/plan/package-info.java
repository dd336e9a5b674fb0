/** What {@code kolo plan} shows and writes: the summary, the walk of a frame, the differences, the folder of a plan. */
@NullMarked
package dev.kolo.cli.plan;

import org.jspecify.annotations.NullMarked;
