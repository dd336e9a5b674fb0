/**
 * Counters: what grew between two observations, or while somebody watched. Standing values prove nothing here, since they
 * count from the driver's start.
 */
@NullMarked
package dev.kolo.doctor.counters;

import org.jspecify.annotations.NullMarked;
