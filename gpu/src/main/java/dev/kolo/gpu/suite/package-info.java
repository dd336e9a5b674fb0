/** The suite, the failure cases and the benchmark on GPUs. */
@NullMarked
package dev.kolo.gpu.suite;

import org.jspecify.annotations.NullMarked;
