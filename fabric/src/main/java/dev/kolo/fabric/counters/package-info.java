/**
 * Counters over time: what a host's counters stood at at one moment, how much each grew until another, and what a counter's
 * growth means. Start with {@link dev.kolo.fabric.counters.HostGrowth}.
 */
@NullMarked
package dev.kolo.fabric.counters;

import org.jspecify.annotations.NullMarked;
