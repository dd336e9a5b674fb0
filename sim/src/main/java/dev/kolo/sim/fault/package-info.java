/** What can go wrong, as data: drawn from a seed, planted into a run, taken out one by one when a failure is shrunk. */
@NullMarked
package dev.kolo.sim.fault;

import org.jspecify.annotations.NullMarked;
