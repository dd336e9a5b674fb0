/**
 * Plans: from a fabric to rank order, addresses and lanes, with the proofs. Pure: nothing here reads a file, a clock or a
 * machine. What cannot be planned is refused with a finding that names the cable or the address.
 */
@NullMarked
package dev.kolo.plan;

import org.jspecify.annotations.NullMarked;
