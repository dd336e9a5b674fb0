/** Checks on NCCL's logs, put together rank by rank: libraries, networks, connections, channels, who is late. */
@NullMarked
package dev.kolo.doctor.nccl;

import org.jspecify.annotations.NullMarked;
