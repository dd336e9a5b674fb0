/**
 * The scripts that set up relayed paths on a host and take them back: literal commands, one object to a line, between fixed
 * parts that are real shell files among the resources.
 */
@NullMarked
package dev.kolo.plan.artefact.script;

import org.jspecify.annotations.NullMarked;
