/** Where everything lies in a device region; the same numbers as the kernels' layout.h. */
@NullMarked
package dev.kolo.gpu.layout;

import org.jspecify.annotations.NullMarked;
