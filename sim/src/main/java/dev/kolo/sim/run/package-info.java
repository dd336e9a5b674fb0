/** Whole runs: what a seed means, ranks as processes of virtual time, and the verdict on what they did. */
@NullMarked
package dev.kolo.sim.run;

import org.jspecify.annotations.NullMarked;
