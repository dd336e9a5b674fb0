/**
 * The JSON forms of Kolo's records, with their schema versions: {@code kolo.inventory/1} for facts, {@code kolo.findings/1}
 * for a verdict. What is written is read back equal; what a reader dislikes is named by its path and line.
 */
@NullMarked
package dev.kolo.fabric.codec;

import org.jspecify.annotations.NullMarked;
