/**
 * The virtual ring behind {@code kolo demo}: a small model of cabled DGX Sparks, the faults that can be planted in it, and
 * the text that the probe would print on each of its hosts. The rest of the journey (readers, fabric, doctor, drawing) is
 * the real one. Pure but for writing the report.
 */
@NullMarked
package dev.kolo.cli.demo;

import org.jspecify.annotations.NullMarked;
