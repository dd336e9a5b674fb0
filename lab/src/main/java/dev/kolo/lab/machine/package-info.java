/**
 * What makes a virtual machine of a lab: kernel, first file system, accelerator, the emulator's arguments and its monitor.
 * Start reading at {@link dev.kolo.lab.machine.Emulator}.
 */
@NullMarked
package dev.kolo.lab.machine;

import org.jspecify.annotations.NullMarked;
