/** Addresses of links: what is sound is kept, the rest comes from a pool that no host uses. */
@NullMarked
package dev.kolo.plan.address;

import org.jspecify.annotations.NullMarked;
