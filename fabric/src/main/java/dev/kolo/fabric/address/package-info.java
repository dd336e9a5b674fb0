/** Addresses as values: MAC, IPv4, IPv6, subnets, GIDs, GUIDs, PCI. Parsing is strict and never looks anything up. */
@NullMarked
package dev.kolo.fabric.address;

import org.jspecify.annotations.NullMarked;
