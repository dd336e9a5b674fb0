/**
 * What stays of a lab between two commands: its folder, its own description, its processes. Start reading at
 * {@link dev.kolo.lab.state.LabFolder}.
 */
@NullMarked
package dev.kolo.lab.state;

import org.jspecify.annotations.NullMarked;
