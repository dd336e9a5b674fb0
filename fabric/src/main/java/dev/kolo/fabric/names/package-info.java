/** Device names: the one place that knows how Linux and rdma-core build names from PCI addresses and ports. */
@NullMarked
package dev.kolo.fabric.names;

import org.jspecify.annotations.NullMarked;
