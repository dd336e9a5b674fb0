/**
 * What a lab consists of: hosts, ports, cables, addresses; computed from a wish, touching nothing. Start reading at
 * {@link dev.kolo.lab.layout.LabLayout}.
 */
@NullMarked
package dev.kolo.lab.layout;

import org.jspecify.annotations.NullMarked;
