/**
 * Takes out of texts what must not be posted in public, and keeps what the doctor needs: equal values stay equal, addresses
 * keep their subnets, names keep their order. Text in, text out; nothing here touches files.
 */
@NullMarked
package dev.kolo.probe.redact;

import org.jspecify.annotations.NullMarked;
