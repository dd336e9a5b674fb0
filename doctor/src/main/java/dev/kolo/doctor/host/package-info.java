/** The hosts themselves: whether they answered, and what their kernel does to RDMA memory. */
@NullMarked
package dev.kolo.doctor.host;

import org.jspecify.annotations.NullMarked;
