package dev.kolo.fabric.topology;

import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.names.DeviceName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Decides which netdevs and RDMA devices of one host belong to the fabric, joins those of one PCI function, and gives
 * each its plane and port.
 *
 * <p>An RDMA device makes a function. Where RDMA was not looked at in full, a netdev whose name is that of a multi-port
 * card counts too; a netdev with the default route, a wireless or a virtual one never does while others are left.
 */
final class FunctionFinder {
    private final NodeFacts facts;
    private final List<ManagementNetdev> management = new ArrayList<>();
    private final List<Draft> drafts = new ArrayList<>();

    FunctionFinder(NodeFacts facts) {
        this.facts = facts;
    }

    /** The host's functions by plane, then port. */
    List<Function> find() {
        Map<String, RdmaDevice> deviceOfNetdev = new LinkedHashMap<>();
        List<RdmaDevice> alone = new ArrayList<>();
        for (RdmaDevice device : facts.rdmaDevices()) {
            Optional<String> netdev = netdevOf(device);
            if (netdev.isPresent() && deviceOfNetdev.putIfAbsent(netdev.get(), device) == null) {
                if (facts.netdev(netdev.get()).isEmpty()) {
                    alone.add(device);
                }
            } else {
                alone.add(device);
            }
        }
        List<Draft> onDefaultRoute = new ArrayList<>();
        for (Netdev netdev : facts.netdevs()) {
            Optional<RdmaDevice> device = Optional.ofNullable(deviceOfNetdev.get(netdev.name()));
            Optional<ManagementNetdev.Role> role = NetdevRole.of(netdev, facts);
            boolean isFabric = device.isPresent() || isFabricByName(netdev);
            if (isFabric && role.isEmpty()) {
                drafts.add(new Draft(Optional.of(netdev), device));
            } else if (device.isPresent()
                    && role.filter(r -> r == ManagementNetdev.Role.DEFAULT_ROUTE)
                            .isPresent()) {
                onDefaultRoute.add(new Draft(Optional.of(netdev), device));
            } else {
                management.add(new ManagementNetdev(facts.host(), netdev, role.orElse(ManagementNetdev.Role.OTHER)));
            }
        }
        alone.forEach(device -> drafts.add(new Draft(Optional.empty(), Optional.of(device))));
        settleDefaultRoute(onDefaultRoute);
        if (drafts.isEmpty() && facts.rdmaDevices().isEmpty() && !facts.hasObserved(Topic.RDMA_PORTS)) {
            takeAddressedOthers();
        }
        return number();
    }

    /** Netdevs that are no part of the fabric; complete after {@link #find()}. */
    List<ManagementNetdev> management() {
        return management;
    }

    /** A RoCE netdev with the default route is management while the host has other functions, fabric otherwise. */
    private void settleDefaultRoute(List<Draft> onDefaultRoute) {
        if (drafts.isEmpty()) {
            drafts.addAll(onDefaultRoute);
            return;
        }
        for (Draft draft : onDefaultRoute) {
            draft.netdev.ifPresent(netdev ->
                    management.add(new ManagementNetdev(facts.host(), netdev, ManagementNetdev.Role.DEFAULT_ROUTE)));
        }
    }

    /** Without any RDMA facts and any telling name, addressed physical netdevs (eth1 …) are all there is to go by. */
    private void takeAddressedOthers() {
        boolean knowsDefault = facts.routes().stream().anyMatch(r -> r.isDefault());
        List<ManagementNetdev> others = management.stream()
                .filter(m -> m.role() == ManagementNetdev.Role.OTHER
                        && DeviceName.ofNetdev(m.netdev().name()).isEmpty())
                .toList();
        if (!knowsDefault && others.size() < 2) {
            return;
        }
        for (ManagementNetdev other : others) {
            management.remove(other);
            drafts.add(new Draft(Optional.of(other.netdev()), Optional.empty()));
        }
    }

    private boolean isFabricByName(Netdev netdev) {
        Optional<DeviceName> name = DeviceName.ofNetdev(netdev.name());
        boolean mellanox = netdev.driver().filter(d -> d.startsWith("mlx5")).isPresent();
        if (facts.hasObserved(Topic.RDMA_PORTS) && !facts.rdmaDevices().isEmpty()) {
            return mellanox || name.filter(n -> n.port().isPresent()).isPresent();
        }
        return mellanox || name.filter(DeviceName::hasPort).isPresent();
    }

    private Optional<String> netdevOf(RdmaDevice device) {
        if (device.netdev().isPresent()) {
            return device.netdev();
        }
        Optional<String> byGid =
                device.gids().stream().flatMap(g -> g.netdev().stream()).findFirst();
        if (byGid.isPresent()) {
            return byGid;
        }
        Optional<DeviceName> name = DeviceName.ofRdmaDevice(device.name());
        for (Netdev netdev : facts.netdevs()) {
            boolean samePci = device.pci().isPresent() && device.pci().equals(netdev.pci());
            boolean sameName = name.isPresent()
                    && DeviceName.ofNetdev(netdev.name())
                            .filter(n -> n.isSameFunction(name.get()))
                            .isPresent();
            if (samePci || sameName || sharesAddress(device, netdev)) {
                return Optional.of(netdev.name());
            }
        }
        return Optional.empty();
    }

    private static boolean sharesAddress(RdmaDevice device, Netdev netdev) {
        for (GidEntry entry : device.gids()) {
            if (entry.gid().ipv4().isPresent()
                    && netdev.addresses().stream()
                            .anyMatch(a -> a.ipv4().equals(entry.gid().ipv4()))) {
                return true;
            }
        }
        return false;
    }

    private List<Function> number() {
        Map<Draft, Integer> cards = CardFinder.cardsOf(drafts);
        Map<PlaneKey, Integer> planes = planesOf(cards);
        List<Function> functions = new ArrayList<>();
        Map<String, Integer> ordinals = new LinkedHashMap<>();
        for (Draft draft : drafts) {
            int plane = planes.getOrDefault(draft.planeKey(), 0);
            int card = cards.getOrDefault(draft, 0);
            int ordinal = ordinals.merge(plane + "/" + card, 1, Integer::sum) - 1;
            Port port = new Port(facts.host(), card, draft.portNumber().orElse(ordinal));
            functions.add(new Function(
                    facts.host(),
                    draft.netdev,
                    draft.device,
                    draft.pci(),
                    plane,
                    draft.planeKey().label(),
                    port));
        }
        functions.sort(Comparator.comparingInt(Function::plane)
                .thenComparing(Function::port)
                .thenComparing(Function::name));
        return functions;
    }

    /**
     * Planes are numbered card by card, so that another NIC on one host does not shift the numbers of the fabric card
     * there: plane 0 must mean the same half on every host.
     */
    private static Map<PlaneKey, Integer> planesOf(Map<Draft, Integer> cards) {
        TreeMap<Integer, TreeSet<PlaneKey>> byCard = new TreeMap<>();
        cards.forEach((draft, card) ->
                byCard.computeIfAbsent(card, c -> new TreeSet<>()).add(draft.planeKey()));
        Map<PlaneKey, Integer> planes = new LinkedHashMap<>();
        byCard.values().forEach(keys -> keys.forEach(key -> planes.putIfAbsent(key, planes.size())));
        return planes;
    }

    /** A function before it has its numbers. */
    record Draft(Optional<Netdev> netdev, Optional<RdmaDevice> device) {
        /** What the predictable name encodes, with the bus known. */
        Optional<DeviceName> name() {
            return netdev.flatMap(n -> DeviceName.ofNetdev(n.name()))
                    .or(() -> device.flatMap(d -> DeviceName.ofRdmaDevice(d.name())))
                    .filter(n -> n.bus().isPresent());
        }

        /**
         * The PCI function: sysfs's word, except for paravirtual and soft devices, whose name (given by whoever set the
         * machine up) says more than the virtual slot.
         */
        Optional<PciAddress> pci() {
            Optional<PciAddress> named = name().map(n -> new PciAddress(
                    n.domain(), n.bus().orElse(0), n.slot(), n.function().orElse(0)));
            Optional<PciAddress> stated = netdev.flatMap(Netdev::pci).or(() -> device.flatMap(RdmaDevice::pci));
            return isVirtual() && named.isPresent() ? named : stated.or(() -> named);
        }

        boolean isVirtual() {
            return netdev.flatMap(Netdev::driver)
                            .filter(d -> d.startsWith("virtio") || d.equals("veth"))
                            .isPresent()
                    || device.filter(RdmaDevice::isSoft).isPresent();
        }

        Optional<Integer> portNumber() {
            if (netdev.isPresent() && netdev.get().portNumber().isPresent()) {
                return Optional.of(netdev.get().portNumber().getAsInt());
            }
            return name().map(DeviceName::portNumber).or(() -> pci().map(PciAddress::function));
        }

        PlaneKey planeKey() {
            Optional<PciAddress> pci = pci();
            Optional<String> root = isVirtual()
                    ? Optional.empty()
                    : netdev.flatMap(Netdev::pciRoot).or(() -> device.flatMap(RdmaDevice::pciRoot));
            int domain = pci.map(PciAddress::domain).orElse(0);
            int bus = root.isPresent() ? 0 : pci.map(PciAddress::bus).orElse(0);
            return new PlaneKey(domain, bus, root.orElse(""));
        }
    }

    /**
     * Identifies a plane on one host: the PCI root when its path is known, otherwise domain and bus.
     *
     * @param domain PCI domain
     * @param bus PCI bus, 0 when the root is known
     * @param root PCI root, empty when not known
     */
    record PlaneKey(int domain, int bus, String root) implements Comparable<PlaneKey> {
        String label() {
            return root.isEmpty() ? String.format(java.util.Locale.ROOT, "%04x:%02x", domain, bus) : root;
        }

        @Override
        public int compareTo(PlaneKey other) {
            int order = Integer.compare(domain, other.domain);
            order = order != 0 ? order : root.compareTo(other.root);
            return order != 0 ? order : Integer.compare(bus, other.bus);
        }
    }
}
