/**
 * This room is the shared vocabulary. Facts, cables, links, planes, shapes, lanes and findings are immutable records here; this room
 * knows no other room, no file, no clock and no thread.
 */
@NullMarked
package dev.kolo.fabric;

import org.jspecify.annotations.NullMarked;
