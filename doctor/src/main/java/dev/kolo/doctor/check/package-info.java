/**
 * What every check is made of: the interface, the context that it reads, and the collector that it writes to. Nothing
 * here knows a code; the groups of checks do.
 */
@NullMarked
package dev.kolo.doctor.check;

import org.jspecify.annotations.NullMarked;
