/**
 * {@code kolo wire}: the suite and the benchmark over ranks that are processes of their own. A rank starts lean: its process
 * loads the wire and nothing of the command line.
 */
@NullMarked
package dev.kolo.cli.wire;

import org.jspecify.annotations.NullMarked;
