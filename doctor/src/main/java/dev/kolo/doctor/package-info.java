/**
 * This room is judgement: facts and plan go in, findings come out; the catalogue holds a page for every code. Pure: no file, clock or
 * thread.
 */
@NullMarked
package dev.kolo.doctor;

import org.jspecify.annotations.NullMarked;
