/**
 * This room is facts in: one read-only probe script per host, parsers for what it prints and for pasted text, and the sources that
 * feed them (this host, ssh, files).
 */
@NullMarked
package dev.kolo.probe;

import org.jspecify.annotations.NullMarked;
