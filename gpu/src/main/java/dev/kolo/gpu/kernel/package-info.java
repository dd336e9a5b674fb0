/** The kernels' image as the jar carries it, which form serves which size, and how a call is laid out. */
@NullMarked
package dev.kolo.gpu.kernel;

import org.jspecify.annotations.NullMarked;
