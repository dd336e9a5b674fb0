/**
 * The suite that every wire must pass, from the caller's side alone: collectives of every size, type and placement against
 * results that each rank computes by itself. It runs where users run it, over real NICs, and needs no test library.
 */
@NullMarked
package dev.kolo.wire.suite;

import org.jspecify.annotations.NullMarked;
