/**
 * Other machines and local processes: {@code process} runs a command with a deadline and ends its whole tree, {@code ssh}
 * runs one on another host through the system's ssh. Knows no other module.
 */
@NullMarked
package dev.kolo.remote;

import org.jspecify.annotations.NullMarked;
