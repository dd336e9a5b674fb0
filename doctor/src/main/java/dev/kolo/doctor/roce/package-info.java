/** RoCE: the size of packets, the GIDs that NCCL picks, RDMA ports and what containers and limits do to them. */
@NullMarked
package dev.kolo.doctor.roce;

import org.jspecify.annotations.NullMarked;
