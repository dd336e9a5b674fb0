/**
 * A small JSON tree, its reader and its writer. Every value remembers its line, so that a finding can quote it; broken text
 * gives an error that shows the line, and what could be read before it. Built on Jackson's streaming parser, without data
 * binding and without reflection.
 */
@NullMarked
package dev.kolo.fabric.json;

import org.jspecify.annotations.NullMarked;
