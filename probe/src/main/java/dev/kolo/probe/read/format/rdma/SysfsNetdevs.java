package dev.kolo.probe.read.format.rdma;

import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.NetdevBuilder;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;

/** What the files under /sys/class/net/NETDEV mean. */
final class SysfsNetdevs {
    private SysfsNetdevs() {}

    static Claim read(Scope scope, String name, String attribute, String value, boolean link, Line line) {
        if (!isKnown(attribute)) {
            return Claim.NO;
        }
        NetdevBuilder netdev = scope.facts().netdev(name, line.evidence());
        scope.facts().observe(Topic.LINKS, Observation.PARTIAL);
        scope.understood("sysfs of netdevs");
        if (link) {
            link(attribute, value, netdev);
        } else {
            file(attribute, value, netdev);
        }
        return Claim.READ;
    }

    private static boolean isKnown(String attribute) {
        return switch (attribute) {
            case "",
                    "address",
                    "addr_assign_type",
                    "mtu",
                    "operstate",
                    "carrier",
                    "carrier_changes",
                    "speed",
                    "duplex",
                    "phys_port_name",
                    "phys_port_id",
                    "phys_switch_id",
                    "dev_port",
                    "dev_id",
                    "ifindex",
                    "iflink",
                    "type",
                    "wireless",
                    "device",
                    "device/driver",
                    "device/subsystem",
                    "master" -> true;
            default -> attribute.startsWith("statistics/");
        };
    }

    private static void link(String attribute, String target, NetdevBuilder netdev) {
        String last = target.substring(target.lastIndexOf('/') + 1);
        switch (attribute) {
            case "" -> {
                if (target.contains("/devices/virtual/")) {
                    netdev.kind("virtual");
                }
            }
            case "device" -> {
                function(target).ifPresent(netdev::pci);
                SysfsDevices.root(target).ifPresent(netdev::pciRoot);
            }
            case "device/driver" -> netdev.driver(last);
            case "master" -> netdev.feature("master", last);
            default -> {}
        }
    }

    /** The last PCI address in a path; behind it may stand a virtio device. */
    private static java.util.Optional<PciAddress> function(String target) {
        java.util.Optional<PciAddress> found = java.util.Optional.empty();
        for (String part : target.split("/", -1)) {
            java.util.Optional<PciAddress> here = PciAddress.parse(part);
            found = here.isPresent() ? here : found;
        }
        return found;
    }

    private static void file(String attribute, String value, NetdevBuilder netdev) {
        switch (attribute) {
            case "address" -> MacAddress.parse(value).ifPresent(netdev::mac);
            case "mtu" -> Words.number(value).ifPresent(netdev::mtu);
            case "operstate" -> netdev.state(state(value));
            case "carrier" -> {
                if (value.equals("0") || value.equals("1")) {
                    netdev.carrier(value.equals("1"));
                }
            }
            case "speed" -> Words.number(value).ifPresent(netdev::speedMbps);
            case "phys_port_name" -> {
                if (value.startsWith("p")) {
                    Words.number(value.substring(1)).ifPresent(netdev::portNumber);
                }
            }
            case "type" -> {
                if (value.equals("772")) {
                    netdev.kind("loopback");
                }
            }
            case "wireless" -> {
                if (value.equals("yes")) {
                    netdev.kind("wireless");
                }
            }
            case "carrier_changes", "phys_port_id", "phys_switch_id", "dev_port" -> {
                if (!value.isEmpty()) {
                    netdev.feature(attribute, value);
                }
            }
            default -> {}
        }
    }

    private static LinkState state(String value) {
        return switch (value) {
            case "up" -> LinkState.UP;
            case "down", "lowerlayerdown", "notpresent", "dormant" -> LinkState.DOWN;
            default -> LinkState.UNKNOWN;
        };
    }
}
