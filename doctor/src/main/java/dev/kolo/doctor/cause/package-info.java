/** Which finding explains which: the graph of causes as data, and the chains that it makes of findings. */
@NullMarked
package dev.kolo.doctor.cause;

import org.jspecify.annotations.NullMarked;
