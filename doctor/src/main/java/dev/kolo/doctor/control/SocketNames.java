package dev.kolo.doctor.control;

import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.HcaSelector;
import dev.kolo.fabric.names.DeviceName;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.ManagementNetdev;
import dev.kolo.fabric.topology.NetdevRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the values of NCCL_SOCKET_IFNAME and its kin, and tells fabric netdevs from others, also where no netdev was
 * shown: a netdev of the same PCI function as an RDMA device in NCCL_IB_HCA belongs to the fabric.
 */
final class SocketNames {
    private final Context context;

    SocketNames(Context context) {
        this.context = context;
    }

    /** The names that a value selects: itself, without the {@code =} of exact matching; none for an exclusion. */
    static List<String> names(String value) {
        String text = value.trim();
        if (text.startsWith("^")) {
            return List.of();
        }
        text = text.startsWith("=") ? text.substring(1) : text;
        List<String> names = new ArrayList<>();
        for (String part : text.split("[,\\s]+", -1)) {
            int colon = part.indexOf(':');
            String name = colon > 0 ? part.substring(0, colon) : part;
            if (!name.isEmpty()) {
                names.add(name);
            }
        }
        return names;
    }

    /** Fabric netdevs among those that the names select, on one host or, without facts, by their names. */
    List<String> fabricNames(String host, String value) {
        boolean exact = value.trim().startsWith("=");
        List<String> found = new ArrayList<>();
        List<Function> functions = context.functionsOf(host);
        for (String name : names(value)) {
            List<String> matched = functions.stream()
                    .flatMap(f -> f.netdev().stream())
                    .map(n -> n.name())
                    .filter(n -> exact ? n.equals(name) : n.startsWith(name))
                    .toList();
            if (!matched.isEmpty()) {
                found.addAll(matched);
            } else if (functions.isEmpty() && isFabricByName(host, name)) {
                found.add(name);
            }
        }
        return found.stream().distinct().toList();
    }

    private boolean isFabricByName(String host, String netdev) {
        Optional<DeviceName> name = DeviceName.ofNetdev(netdev);
        if (name.isEmpty() || NetdevRole.ofName(netdev, "").isPresent()) {
            return false;
        }
        Optional<HcaSelector> selector =
                context.settings().of(host, "NCCL_IB_HCA").map(s -> HcaSelector.parse(s.value()));
        boolean listed = selector.isPresent()
                && !selector.get().excludes()
                && selector.get().entries().stream()
                        .flatMap(e -> DeviceName.ofRdmaDevice(e.name()).stream())
                        .anyMatch(d -> d.isSameFunction(name.get()));
        return listed || name.get().hasPort() && name.get().port().isPresent();
    }

    /** What kind of other network a netdev belongs to, by its facts or its name. */
    Optional<ManagementNetdev.Role> role(String host, String netdev) {
        return context.fabric().management().stream()
                .filter(m -> m.host().equals(host) && m.netdev().name().equals(netdev))
                .map(ManagementNetdev::role)
                .findFirst()
                .or(() -> NetdevRole.ofName(netdev, ""));
    }
}
