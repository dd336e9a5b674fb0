/** Cables and shape: which port is joined to which, whether that is the shape wanted, and which plug to move. */
@NullMarked
package dev.kolo.doctor.cables;

import org.jspecify.annotations.NullMarked;
