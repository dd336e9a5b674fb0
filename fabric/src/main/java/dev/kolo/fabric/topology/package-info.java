/**
 * From facts to a fabric: functions, ports, links, cables, planes and the shape they make. Pure functions; physical
 * evidence (MACs, LLDP) is kept apart from what addresses claim, since their disagreement is what users need to hear.
 */
@NullMarked
package dev.kolo.fabric.topology;

import org.jspecify.annotations.NullMarked;
