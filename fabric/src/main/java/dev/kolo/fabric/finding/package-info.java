/** Findings: what is wrong, in a form that plan, wire and doctor share. The codes live here; their pages in the doctor. */
@NullMarked
package dev.kolo.fabric.finding;

import org.jspecify.annotations.NullMarked;
