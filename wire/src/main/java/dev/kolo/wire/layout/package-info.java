/**
 * Where everything lies in a rank's region, and what a flag's eight bytes say. The only place that knows these numbers.
 */
@NullMarked
package dev.kolo.wire.layout;

import org.jspecify.annotations.NullMarked;
