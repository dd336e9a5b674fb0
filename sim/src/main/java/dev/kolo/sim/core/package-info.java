/**
 * Virtual time: an agenda of happenings in integer picoseconds, numbers drawn from one seed, and the trace that two runs of
 * one seed share.
 */
@NullMarked
package dev.kolo.sim.core;

import org.jspecify.annotations.NullMarked;
