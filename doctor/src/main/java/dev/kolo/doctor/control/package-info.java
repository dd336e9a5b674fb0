/** The control plane: where bootstrap and engines talk, which devices NCCL may use, and whether each rank got its plan. */
@NullMarked
package dev.kolo.doctor.control;

import org.jspecify.annotations.NullMarked;
