/** The NIC itself: devices in use, queue pairs, lanes, and what becomes of completions and events. */
@NullMarked
package dev.kolo.verbs.nic;

import org.jspecify.annotations.NullMarked;
