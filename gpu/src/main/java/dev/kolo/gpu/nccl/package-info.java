/** NCCL through the foreign function interface: the fallback, and the judge of the trial. */
@NullMarked
package dev.kolo.gpu.nccl;

import org.jspecify.annotations.NullMarked;
