/** The calls of libibverbs from Java: few, raw, and replaceable by a NIC that is written in Java. */
@NullMarked
package dev.kolo.verbs.call;

import org.jspecify.annotations.NullMarked;
