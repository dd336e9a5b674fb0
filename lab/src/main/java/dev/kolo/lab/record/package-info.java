/**
 * Recordings of what real kernels say, healthy and with a fault, as the readers' tests use them. Start reading at
 * {@link dev.kolo.lab.record.Recorder}.
 */
@NullMarked
package dev.kolo.lab.record;

import org.jspecify.annotations.NullMarked;
