/** What a host says of itself: kernel, memory, limits, settings. */
@NullMarked
package dev.kolo.probe.read.format.host;

import org.jspecify.annotations.NullMarked;
