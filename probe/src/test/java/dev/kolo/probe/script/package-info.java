/**
 * Tests of the probe script itself: a small reader of shell that refuses every command which is not known to be read-only, and runs of
 * the script under the shells that hosts have.
 */
@NullMarked
package dev.kolo.probe.script;

import org.jspecify.annotations.NullMarked;
