/** What {@code kolo watch} shows: counters of each port and plane over an interval, as a table or as JSON lines. */
@NullMarked
package dev.kolo.cli.watch;

import org.jspecify.annotations.NullMarked;
