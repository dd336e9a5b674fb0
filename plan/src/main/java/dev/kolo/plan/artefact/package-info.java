/** Rendering: from a plan to the files that its owner reads, copies to the hosts and runs. Pure text; nothing is written here. */
@NullMarked
package dev.kolo.plan.artefact;

import org.jspecify.annotations.NullMarked;
