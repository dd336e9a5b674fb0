/**
 * Virtual machines cabled in any shape, with real kernels and soft RoCE, for everyone without the hardware. Start reading
 * at {@link dev.kolo.lab.RunningLab}.
 */
@NullMarked
package dev.kolo.lab;

import org.jspecify.annotations.NullMarked;
