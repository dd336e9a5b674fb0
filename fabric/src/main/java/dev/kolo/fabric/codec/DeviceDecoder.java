package dev.kolo.fabric.codec;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.Guid;
import dev.kolo.fabric.address.IpAddress;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.LinkStatistics;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.RdmaDevice;

/** Decodes netdevs and RDMA devices. */
final class DeviceDecoder {
    private static final String PCI = "a PCI address like 0000:01:00.0";
    private static final String GUID = "a GUID like 0x4cbb470003002e29";
    private static final String GID = "a GID of eight groups";

    private DeviceDecoder() {}

    static Netdev netdev(Cursor netdev) {
        return new Netdev(
                netdev.requiredString("name"),
                netdev.parsed("mac", NodeDecoder.MAC, MacAddress::parse),
                netdev.integer("mtu"),
                netdev.word("state", LinkState.values(), LinkState.UNKNOWN),
                netdev.bool("adminUp"),
                netdev.bool("carrier"),
                netdev.integer("speedMbps"),
                netdev.parsed("pci", PCI, PciAddress::parse),
                netdev.string("pciRoot"),
                netdev.integer("portNumber"),
                netdev.string("driver"),
                netdev.string("kind"),
                netdev.list("addresses", DeviceDecoder::address),
                netdev.bool("addressesObserved").orElse(false),
                netdev.child("statistics").map(DeviceDecoder::statistics),
                netdev.stringMap("features"),
                NodeDecoder.evidence(netdev));
    }

    private static NetAddress address(Cursor address) {
        return new NetAddress(
                address.requiredParsed("address", NodeDecoder.IP_ADDRESS, IpAddress::parse),
                address.integer("prefixLength"),
                address.word("origin", NetAddress.Origin.values(), NetAddress.Origin.LIVE),
                address.bool("dynamic"),
                NodeDecoder.evidence(address));
    }

    private static LinkStatistics statistics(Cursor statistics) {
        return new LinkStatistics(
                statistics.requiredLong("rxBytes"),
                statistics.requiredLong("rxErrors"),
                statistics.requiredLong("rxDropped"),
                statistics.requiredLong("txBytes"),
                statistics.requiredLong("txErrors"),
                statistics.requiredLong("txDropped"));
    }

    static RdmaDevice rdmaDevice(Cursor device) {
        return new RdmaDevice(
                device.requiredString("name"),
                device.requiredInteger("port"),
                device.string("netdev"),
                device.word("state", RdmaDevice.State.values(), RdmaDevice.State.UNKNOWN),
                device.string("physicalState"),
                device.decimal("rateGbps"),
                device.integer("activeMtu"),
                device.integer("maxMtu"),
                device.parsed("nodeGuid", GUID, Guid::parse),
                device.parsed("systemImageGuid", GUID, Guid::parse),
                device.string("firmware"),
                device.string("driver"),
                device.parsed("pci", PCI, PciAddress::parse),
                device.string("pciRoot"),
                device.list("gids", DeviceDecoder::gid),
                device.bool("gidsObserved").orElse(false),
                device.counterMap("counters"),
                device.stringMap("parameters"),
                NodeDecoder.evidence(device));
    }

    private static GidEntry gid(Cursor entry) {
        return new GidEntry(
                entry.requiredInteger("index"),
                entry.requiredParsed("gid", GID, Gid::parse),
                entry.word("type", GidEntry.Type.values(), GidEntry.Type.UNKNOWN),
                entry.string("netdev"),
                NodeDecoder.evidence(entry));
    }
}
