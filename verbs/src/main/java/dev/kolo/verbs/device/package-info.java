/** The RDMA devices of this host: what they say of themselves, which of them carry lanes, and opening them. */
@NullMarked
package dev.kolo.verbs.device;

import org.jspecify.annotations.NullMarked;
