/** What must hold in every run, each rule a class of its own that shares no code with the wire. */
@NullMarked
package dev.kolo.sim.check;

import org.jspecify.annotations.NullMarked;
