/** Planes: whether each half of the cables carries its share, as far as facts and short log lines show it. */
@NullMarked
package dev.kolo.doctor.planes;

import org.jspecify.annotations.NullMarked;
