/**
 * Lanes: which device of each rank talks to which device of each peer. Pairing is a pure function of all ranks' device
 * records, computed alike by every rank, and refuses with one code per cause before any queue pair exists.
 */
@NullMarked
package dev.kolo.fabric.lanes;

import org.jspecify.annotations.NullMarked;
