/**
 * The NIC between ranks of one host: regions are files in shared memory that every rank maps, and large payloads are copied
 * straight from the other process where the kernel permits it.
 */
@NullMarked
package dev.kolo.wire.shm;

import org.jspecify.annotations.NullMarked;
