/** A fabric in memory that tests can script: it delays, reorders across lanes, drops, repeats, and fails on request. */
@NullMarked
package dev.kolo.wire.scripted;

import org.jspecify.annotations.NullMarked;
