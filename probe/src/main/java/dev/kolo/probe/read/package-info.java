/**
 * From text to facts: pasted terminals, loose files and the probe script's output go in, an inventory comes out. Formats
 * are recognised by content, line by line, in constant memory. No files, processes, clocks or threads are touched here;
 * whoever calls hands in streams. Start reading at {@link dev.kolo.probe.read.InventoryReader}.
 */
@NullMarked
package dev.kolo.probe.read;

import org.jspecify.annotations.NullMarked;
