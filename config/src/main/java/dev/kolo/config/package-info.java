/**
 * The cluster file {@code kolo.yaml}: from text to records, or to problems with line and column. Unknown keys are errors
 * that name the nearest known key, since a misspelt wish must not be silently dropped. Start reading at
 * {@link dev.kolo.config.ConfigReader}.
 */
@NullMarked
package dev.kolo.config;

import org.jspecify.annotations.NullMarked;
