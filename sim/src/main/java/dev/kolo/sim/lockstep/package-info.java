/**
 * Ranks that block, in virtual time: each rank's calls run on a thread of its own, one thread at a time, and time passes only
 * while all of them wait. So whatever is written against the wire's communicator runs over the simulated fabric, too.
 */
@NullMarked
package dev.kolo.sim.lockstep;

import org.jspecify.annotations.NullMarked;
