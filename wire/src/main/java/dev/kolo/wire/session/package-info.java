/**
 * How a session comes about and ends: stages that all ranks close with one verdict, the trial against the fallback, what
 * becomes of the news about other ranks, and the account line. State machines with the time as an argument; threads, sockets
 * and the clock are in {@code session.run}.
 */
@NullMarked
package dev.kolo.wire.session;

import org.jspecify.annotations.NullMarked;
