/**
 * This room is other machines and local processes, always with a deadline: ssh and process groups.
 */
@NullMarked
package dev.kolo.remote;

import org.jspecify.annotations.NullMarked;
