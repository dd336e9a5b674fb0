/**
 * The catalogue: a page for every code, with what it means, how to see it by hand, how to fix it, and what it is easily
 * taken for. Text in Java, so that it needs no file at run time.
 */
@NullMarked
package dev.kolo.doctor.pages;

import org.jspecify.annotations.NullMarked;
