/** CUDA's driver library through the foreign function interface: only what the wire needs, each refusal in words. */
@NullMarked
package dev.kolo.gpu.cuda;

import org.jspecify.annotations.NullMarked;
