/**
 * What machines said, as records: the facts of one host, and the inventory of all hosts. Facts are neither judged nor
 * completed here; a fact that nobody stated is absent, never a default.
 */
@NullMarked
package dev.kolo.fabric.facts;

import org.jspecify.annotations.NullMarked;
