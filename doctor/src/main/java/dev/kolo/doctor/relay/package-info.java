/** Relayed paths: whether each host has what they need, against a plan where there is one, and by walking frames where not. */
@NullMarked
package dev.kolo.doctor.relay;

import org.jspecify.annotations.NullMarked;
