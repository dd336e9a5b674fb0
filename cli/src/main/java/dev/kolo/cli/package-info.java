/**
 * The {@code kolo} command, one class a verb. A verb takes its {@link dev.kolo.cli.Console}, calls the rooms below and
 * returns an exit code; {@link dev.kolo.cli.Kolo} turns every failure into one sentence and the right code.
 */
@NullMarked
package dev.kolo.cli;

import org.jspecify.annotations.NullMarked;
