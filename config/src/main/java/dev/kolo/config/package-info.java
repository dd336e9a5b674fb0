/**
 * This room is {@code kolo.yaml}: it is read here and refused with line and column when a key or value is wrong.
 */
@NullMarked
package dev.kolo.config;

import org.jspecify.annotations.NullMarked;
