/** Profiles that give the fabric netdevs their addresses: for netplan or for NetworkManager. */
@NullMarked
package dev.kolo.plan.artefact.network;

import org.jspecify.annotations.NullMarked;
