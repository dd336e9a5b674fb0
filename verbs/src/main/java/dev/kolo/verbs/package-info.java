/** The NIC over libibverbs, through Java's foreign function interface: what carries the wire on real RDMA devices. */
@NullMarked
package dev.kolo.verbs;

import org.jspecify.annotations.NullMarked;
