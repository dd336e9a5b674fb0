/** The host thread that carries what kernels have staged to the peer, for NICs and for peers that a GPU cannot reach. */
@NullMarked
package dev.kolo.gpu.proxy;

import org.jspecify.annotations.NullMarked;
