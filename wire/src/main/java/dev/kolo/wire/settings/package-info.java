/**
 * The settings of a wire session: one table of names, defaults and limits, read alike from flags, the cluster file and
 * {@code KOLO_WIRE_…} variables, with a digest of those on which all ranks must agree. Pure functions.
 */
@NullMarked
package dev.kolo.wire.settings;

import org.jspecify.annotations.NullMarked;
