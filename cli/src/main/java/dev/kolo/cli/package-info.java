/**
 * This room is the {@code kolo} command, one class a verb. Everything that touches the user, and nothing that judges, lives here.
 */
@NullMarked
package dev.kolo.cli;

import org.jspecify.annotations.NullMarked;
