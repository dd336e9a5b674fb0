/**
 * The mailbox: how programs in any language use a rank's wire through a file of shared memory. Layout, shape, the server's
 * duty cycle and the rules of an order are here, without files, clocks or threads.
 */
@NullMarked
package dev.kolo.wire.mailbox;

import org.jspecify.annotations.NullMarked;
