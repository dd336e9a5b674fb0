package dev.kolo.probe.read.format.rdma;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.Guid;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.NetdevBuilder;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.RdmaDeviceBuilder;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.format.net.AddressWords;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the files under /sys/class/infiniband/DEVICE mean. */
final class SysfsDevices {
    private static final String KIND = "sysfs of RDMA devices";

    private final Map<String, Slot> slots = new HashMap<>();

    /** A place of a GID table, whose three files come apart and in any order. */
    private static final class Slot {
        @Nullable
        Gid gid;

        GidEntry.Type type = GidEntry.Type.UNKNOWN;
        Optional<String> netdev = Optional.empty();
        Evidence evidence = Evidence.NONE;
    }

    /** Files of a device that are known; paths below the device's folder. */
    static boolean isAttribute(String path) {
        return path.startsWith("ports/") || isDeviceFile(path) || path.startsWith("device/");
    }

    /** A path that ends in a file, not in a folder. */
    static boolean isFile(String path) {
        if (!path.startsWith("ports/")) {
            return isDeviceFile(path) && !path.equals("device");
        }
        int slash = path.indexOf('/', "ports/".length());
        return slash > 0 && isPortAttribute(path.substring(slash + 1));
    }

    /** Files of a port; paths below the port's folder. */
    static boolean isPortAttribute(String path) {
        int slash = path.indexOf('/');
        return switch (slash < 0 ? path : path.substring(0, slash)) {
            case "gids",
                    "gid_attrs",
                    "state",
                    "phys_state",
                    "rate",
                    "link_layer",
                    "counters",
                    "hw_counters",
                    "lid",
                    "cap_mask" -> true;
            default -> false;
        };
    }

    private static boolean isDeviceFile(String path) {
        return switch (path) {
            case "node_guid",
                    "sys_image_guid",
                    "fw_ver",
                    "node_type",
                    "hca_type",
                    "board_id",
                    "hw_rev",
                    "node_desc",
                    "parent",
                    "device" -> true;
            default -> false;
        };
    }

    Claim device(String name, String attribute, String value, boolean link, Line line, Scope scope) {
        boolean state = attribute.isEmpty() && !link && isStateLine(value);
        if (!state && !(attribute.isEmpty() ? link : isAttribute(attribute))) {
            return Claim.NO;
        }
        scope.understood(KIND);
        RdmaDeviceBuilder device = scope.facts().rdmaDevice(name, line.evidence());
        if (state) {
            device.state(RdmaWords.state(value));
            int rate = value.indexOf("Gb/sec");
            if (rate > 0) {
                String before = value.substring(0, rate).strip();
                RdmaWords.rate(before.substring(before.lastIndexOf(' ') + 1)).ifPresent(device::rateGbps);
            }
            scope.facts().observe(Topic.RDMA_PORTS, Observation.PARTIAL);
        } else if (link) {
            link(attribute, value, device);
        } else if (attribute.startsWith("ports/")) {
            port(name, attribute.substring("ports/".length()), value, line, device, scope);
        } else if (attribute.startsWith("device/")) {
            pciFile(attribute.substring("device/".length()), value, device);
        } else {
            deviceFile(attribute, value, device);
        }
        return Claim.READ;
    }

    /** "4: ACTIVE 200 Gb/sec (4X HDR)" behind a device's folder: what loops over state and rate print. */
    private static boolean isStateLine(String value) {
        return value.length() > 3
                && value.charAt(0) >= '0'
                && value.charAt(0) <= '9'
                && value.startsWith(": ", 1)
                && RdmaWords.state(value) != RdmaDevice.State.UNKNOWN;
    }

    private static void link(String attribute, String target, RdmaDeviceBuilder device) {
        String last = target.substring(target.lastIndexOf('/') + 1);
        switch (attribute) {
            case "device" -> {
                PciAddress.parse(last).ifPresent(device::pci);
                root(target).ifPresent(device::pciRoot);
            }
            case "device/driver" -> device.driver(last);
            case "device/subsystem" -> device.parameter("bus", last);
            case "device/physfn" -> device.parameter("physfn", last);
            default -> {}
        }
    }

    /** The component "pci0000:00" of a device's path. */
    static Optional<String> root(String path) {
        for (String part : path.split("/", -1)) {
            if (part.startsWith("pci") && part.indexOf(':') > 0) {
                return Optional.of(part);
            }
        }
        return Optional.empty();
    }

    private static void deviceFile(String attribute, String value, RdmaDeviceBuilder device) {
        switch (attribute) {
            case "node_guid" -> Guid.parse(value).ifPresent(device::nodeGuid);
            case "sys_image_guid" -> Guid.parse(value).ifPresent(device::systemImageGuid);
            case "fw_ver" -> nonEmpty(value).ifPresent(device::firmware);
            // Only soft devices have a parent: the netdev that they borrow.
            case "parent" -> nonEmpty(value).ifPresent(v -> device.netdev(v).parameter("parent", v));
            default -> nonEmpty(value).ifPresent(v -> device.parameter(attribute, v));
        }
    }

    private static void pciFile(String attribute, String value, RdmaDeviceBuilder device) {
        if (attribute.startsWith("aer_")) {
            Optional<Words.KeyValue> pair = Words.split(value, ' ');
            pair.ifPresent(p -> device.parameter("pci." + attribute + "." + p.key(), p.value()));
        } else {
            nonEmpty(value).ifPresent(v -> device.parameter("pci." + attribute, v));
        }
    }

    private void port(String name, String path, String value, Line line, RdmaDeviceBuilder device, Scope scope) {
        int slash = path.indexOf('/');
        String attribute = slash < 0 ? "" : path.substring(slash + 1);
        Words.number(slash < 0 ? path : path.substring(0, slash)).ifPresent(device::port);
        FactsBuilder facts = scope.facts();
        switch (attribute) {
            case "state" -> {
                device.state(RdmaWords.state(value));
                facts.observe(Topic.RDMA_PORTS, Observation.PARTIAL);
            }
            case "phys_state" -> device.physicalState(RdmaWords.physical(value));
            case "rate" -> RdmaWords.rate(value).ifPresent(device::rateGbps);
            case "gids" -> {
                // "16 entries", as the probe says it: places that it did not list are empty.
                device.gidsObserved();
                Words.number(Words.first(value))
                        .ifPresent(n -> device.parameter("gid_table_length", Integer.toString(n)));
            }
            default -> numbered(name, attribute, value, line, device, facts);
        }
    }

    private void numbered(
            String name, String attribute, String value, Line line, RdmaDeviceBuilder device, FactsBuilder facts) {
        int slash = attribute.lastIndexOf('/');
        String folder = slash < 0 ? "" : attribute.substring(0, slash);
        String file = attribute.substring(slash + 1);
        switch (folder) {
            case "gids", "gid_attrs/types", "gid_attrs/ndevs" ->
                Words.number(file).ifPresent(index -> gid(name, folder, index, value, line, device, facts));
            case "counters", "hw_counters" ->
                Words.counter(value).ifPresent(v -> {
                    device.counter(file, v);
                    facts.observe(Topic.COUNTERS, Observation.PARTIAL);
                });
            default -> {}
        }
    }

    private void gid(
            String name,
            String folder,
            int index,
            String value,
            Line line,
            RdmaDeviceBuilder device,
            FactsBuilder facts) {
        Slot slot = slots.computeIfAbsent(name + " " + index, k -> new Slot());
        if (folder.equals("gids")) {
            List<String> parts = parts(value);
            Optional<Gid> gid = Gid.parse(parts.get(0));
            if (gid.isEmpty()) {
                return;
            }
            slot.gid = gid.get();
            slot.evidence = line.evidence();
            if (parts.size() > 1) {
                slot.type = RdmaWords.gidType(parts.get(1));
            }
            if (parts.size() > 2) {
                slot.netdev = nonEmpty(parts.get(2));
            }
        } else if (folder.equals("gid_attrs/types")) {
            slot.type = RdmaWords.gidType(value);
        } else {
            slot.netdev = nonEmpty(value);
        }
        Gid gid = slot.gid;
        if (gid == null) {
            return;
        }
        facts.observe(Topic.GIDS, Observation.PARTIAL);
        device.gid(new GidEntry(index, gid, slot.type, slot.netdev, slot.evidence));
        if (gid.isZero()) {
            // Whoever printed an empty place walked the whole table.
            device.gidsObserved();
        }
        slot.netdev.ifPresent(device::netdev);
    }

    /** "GID | type | netdev", "GID type RoCE v2", or the GID alone. */
    private static List<String> parts(String value) {
        List<String> parts = new ArrayList<>();
        if (value.indexOf('|') > 0) {
            for (String part : value.split("\\|", -1)) {
                parts.add(part.strip());
            }
            return parts;
        }
        String gid = Words.first(value);
        parts.add(gid);
        String rest = value.strip().substring(gid.length()).strip();
        if (!rest.isEmpty()) {
            int netdev = rest.lastIndexOf(" ndev ");
            parts.add(netdev > 0 ? rest.substring(0, netdev) : rest);
            if (netdev > 0) {
                parts.add(rest.substring(netdev + 6).strip());
            }
        }
        return parts;
    }

    /** "ip: 169.254.42.7/16 192.168.100.1/24" beside a port's table: addresses of a netdev that nobody named. */
    Claim addresses(String path, List<String> words, Line line, Scope scope) {
        List<NetAddress> addresses = new ArrayList<>();
        for (String word : words) {
            AddressWords.live(word, Optional.empty(), line.evidence()).ifPresent(addresses::add);
        }
        if (addresses.size() != words.size() || addresses.isEmpty()) {
            return Claim.NO;
        }
        int slash = path.indexOf('/');
        String device = slash < 0 ? path : path.substring(0, slash);
        String name = "netdev of " + device;
        NetdevBuilder netdev = scope.facts().netdev(name, line.evidence());
        addresses.forEach(netdev::address);
        netdev.addressesObserved();
        scope.facts().rdmaDevice(device, line.evidence()).netdev(name);
        scope.facts().observe(Topic.ADDRESSES, Observation.PARTIAL);
        return Claim.READ;
    }

    private static Optional<String> nonEmpty(String value) {
        return value.isBlank() ? Optional.empty() : Optional.of(value.strip());
    }
}
