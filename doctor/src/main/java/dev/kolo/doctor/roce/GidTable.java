package dev.kolo.doctor.roce;

import dev.kolo.doctor.check.Addressing;
import dev.kolo.doctor.check.Context;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.topology.Function;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The GID table of one function as NCCL reads it: which entry is the right one, which one it takes by itself, which one
 * a pinned index means.
 *
 * @param function the function
 * @param device its RDMA device
 * @param right addresses that name the function on its link
 */
record GidTable(Function function, RdmaDevice device, Set<Ipv4Address> right) {
    /** The table of a function in use; empty when it has no device, no entry was seen, or no address is known. */
    static Optional<GidTable> of(Context context, Function function) {
        Optional<RdmaDevice> device = function.device().filter(d -> !d.gids().isEmpty());
        if (device.isEmpty()) {
            return Optional.empty();
        }
        Set<Ipv4Address> right = rightAddresses(context, function, device.get());
        return right.isEmpty() ? Optional.empty() : Optional.of(new GidTable(function, device.get(), right));
    }

    /**
     * The addresses that lie in the peer's subnet; without a peer, all that are not link-local; without addresses, what
     * the table itself holds.
     */
    private static Set<Ipv4Address> rightAddresses(Context context, Function function, RdmaDevice device) {
        List<NetAddress> routable = Addressing.routable(function).stream()
                .filter(a -> a.origin() == NetAddress.Origin.LIVE)
                .toList();
        Optional<Function> peer = context.peerOf(function);
        Set<Ipv4Address> right = new HashSet<>();
        if (peer.isPresent()) {
            for (NetAddress address : routable) {
                boolean shared = address.subnet()
                        .filter(s -> Addressing.in(peer.get(), s).isPresent())
                        .isPresent();
                if (shared) {
                    address.ipv4().ifPresent(right::add);
                }
            }
        }
        if (right.isEmpty()) {
            routable.forEach(a -> a.ipv4().ifPresent(right::add));
        }
        if (right.isEmpty() && !Addressing.isKnown(function)) {
            device.gids().stream()
                    .flatMap(g -> g.gid().ipv4().stream())
                    .filter(a -> !a.isLinkLocal())
                    .forEach(right::add);
        }
        return right;
    }

    Optional<GidEntry> at(int index) {
        return device.gids().stream().filter(g -> g.index() == index).findFirst();
    }

    boolean isRight(GidEntry entry) {
        return entry.isIpv4RoceV2()
                && entry.gid().ipv4().filter(right::contains).isPresent();
    }

    /** The index of the first RoCE v2 entry that is right. */
    OptionalInt rightIndex() {
        return device.gids().stream()
                .filter(this::isRight)
                .mapToInt(GidEntry::index)
                .findFirst();
    }

    /** What NCCL takes when no index is pinned: the first IPv4 RoCE v2 entry, stale or not. */
    Optional<GidEntry> automatic() {
        return device.gids().stream().filter(GidEntry::isIpv4RoceV2).findFirst();
    }

    /** All indexes whose entry is right. */
    Set<Integer> rightIndexes() {
        Set<Integer> indexes = new HashSet<>();
        device.gids().stream().filter(this::isRight).forEach(g -> indexes.add(g.index()));
        return indexes;
    }

    /** Entries of the right address whatever their type. */
    List<GidEntry> ofRightAddress() {
        return device.gids().stream()
                .filter(g -> g.gid().ipv4().filter(right::contains).isPresent())
                .toList();
    }

    String name() {
        String host = function.host();
        return host.isEmpty() ? device.name() : host + ":" + device.name();
    }
}
