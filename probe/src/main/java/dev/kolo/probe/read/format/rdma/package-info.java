/** What a host says of its RDMA devices. */
@NullMarked
package dev.kolo.probe.read.format.rdma;

import org.jspecify.annotations.NullMarked;
