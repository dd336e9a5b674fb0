/**
 * From bytes to clean lines, and from lines to who is speaking: encodings, colours, log prefixes, quoting, prompts and
 * headings are taken away or understood here, so that a format's reader sees what the program printed.
 */
@NullMarked
package dev.kolo.probe.read.text;

import org.jspecify.annotations.NullMarked;
