/**
 * Relayed paths: how hosts that share no cable reach each other through the NICs between them. Research-only, as its
 * authors label it, and off by default.
 */
@NullMarked
package dev.kolo.plan.relay;

import org.jspecify.annotations.NullMarked;
