/** A rank's GPU on the wire: regions, set-up with verdicts of all ranks, calls, graphs, failure. */
@NullMarked
package dev.kolo.gpu.session;

import org.jspecify.annotations.NullMarked;
