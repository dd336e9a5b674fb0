/**
 * The vocabulary of Kolo as immutable records, and the pure functions that every other room shares: from facts to cables,
 * planes and shape, from device records to lanes. Knows no other room, no file, no clock, no thread.
 */
@NullMarked
package dev.kolo.fabric;

import org.jspecify.annotations.NullMarked;
