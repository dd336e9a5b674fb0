/**
 * Sessions as they run: sockets, threads and the clock around the state machines of set-up and fate. The only packages of a
 * session that touch the machine.
 */
@NullMarked
package dev.kolo.wire.session.run;

import org.jspecify.annotations.NullMarked;
