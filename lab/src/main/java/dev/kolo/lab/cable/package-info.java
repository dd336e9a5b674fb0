/**
 * Cables of a running lab: cut, mended, slowed down, made lossy. Start reading at {@link dev.kolo.lab.cable.LabCables}.
 */
@NullMarked
package dev.kolo.lab.cable;

import org.jspecify.annotations.NullMarked;
