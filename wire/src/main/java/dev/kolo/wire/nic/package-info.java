/**
 * What the wire asks of a NIC: one small interface with capabilities, in front of shared memory, TCP, verbs and the
 * simulator. Nothing here waits, reads a clock, or starts a thread.
 */
@NullMarked
package dev.kolo.wire.nic;

import org.jspecify.annotations.NullMarked;
