/** What a host says of its netdevs, addresses, routes and neighbours. */
@NullMarked
package dev.kolo.probe.read.format.net;

import org.jspecify.annotations.NullMarked;
