/** What the cables dictate: the order of ranks, the links along it, the rails of a switch, the way to the LAN; and what is plugged wrong. */
@NullMarked
package dev.kolo.plan.cabling;

import org.jspecify.annotations.NullMarked;
