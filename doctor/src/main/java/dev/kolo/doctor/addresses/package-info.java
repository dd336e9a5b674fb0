/** Addresses: whether each link has a subnet of its own, and whether NCCL and the other tools read them as meant. */
@NullMarked
package dev.kolo.doctor.addresses;

import org.jspecify.annotations.NullMarked;
