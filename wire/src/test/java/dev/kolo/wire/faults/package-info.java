/**
 * The faults that every wire must survive or name, as tests that any NIC can run: in one process with a clock that only the
 * test moves ({@link dev.kolo.wire.faults.FaultMatrix}, {@link dev.kolo.wire.faults.SetUpFaults}).
 */
@NullMarked
package dev.kolo.wire.faults;

import org.jspecify.annotations.NullMarked;
