/** The state of a host while it runs: processes, containers, disks, models, clocks, PCIe errors, changes of the network. */
@NullMarked
package dev.kolo.probe.read.format.state;

import org.jspecify.annotations.NullMarked;
