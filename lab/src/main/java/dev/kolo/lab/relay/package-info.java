/**
 * Relayed paths in a lab: its hosts as facts for the planner, and the planner's scripts run on them. Start reading at
 * {@link dev.kolo.lab.relay.LabRelays}.
 */
@NullMarked
package dev.kolo.lab.relay;

import org.jspecify.annotations.NullMarked;
