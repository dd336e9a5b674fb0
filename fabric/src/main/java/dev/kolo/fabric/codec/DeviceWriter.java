package dev.kolo.fabric.codec;

import static dev.kolo.fabric.codec.Cursor.wordOf;

import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.LinkStatistics;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.json.JsonWriter;

/** Writes netdevs and RDMA devices. */
final class DeviceWriter {
    private DeviceWriter() {}

    static void netdev(JsonWriter out, Netdev netdev) {
        out.beginObject()
                .field("name", netdev.name())
                .field("mac", netdev.mac())
                .field("mtu", netdev.mtu());
        if (netdev.state() != LinkState.UNKNOWN) {
            out.field("state", wordOf(netdev.state()));
        }
        out.field("adminUp", netdev.adminUp()).field("carrier", netdev.carrier());
        out.field("speedMbps", netdev.speedMbps()).field("pci", netdev.pci()).field("pciRoot", netdev.pciRoot());
        out.field("portNumber", netdev.portNumber())
                .field("driver", netdev.driver())
                .field("kind", netdev.kind());
        NodeWriter.list(out, "addresses", netdev.addresses(), DeviceWriter::address);
        if (netdev.addressesObserved()) {
            out.field("addressesObserved", true);
        }
        netdev.statistics().ifPresent(statistics -> statistics(out, statistics));
        out.field("features", netdev.features());
        NodeWriter.evidence(out, netdev.evidence());
        out.end();
    }

    private static void address(JsonWriter out, NetAddress address) {
        out.beginInlineObject().field("address", address.address().toString());
        out.field("prefixLength", address.prefixLength()).field("origin", wordOf(address.origin()));
        out.field("dynamic", address.dynamic());
        NodeWriter.evidence(out, address.evidence());
        out.end();
    }

    private static void statistics(JsonWriter out, LinkStatistics statistics) {
        out.name("statistics").beginInlineObject();
        out.field("rxBytes", statistics.rxBytes()).field("rxErrors", statistics.rxErrors());
        out.field("rxDropped", statistics.rxDropped()).field("txBytes", statistics.txBytes());
        out.field("txErrors", statistics.txErrors()).field("txDropped", statistics.txDropped());
        out.end();
    }

    static void rdmaDevice(JsonWriter out, RdmaDevice device) {
        out.beginObject().field("name", device.name()).field("port", device.port());
        out.field("netdev", device.netdev());
        if (device.state() != RdmaDevice.State.UNKNOWN) {
            out.field("state", wordOf(device.state()));
        }
        out.field("physicalState", device.physicalState()).field("rateGbps", device.rateGbps());
        out.field("activeMtu", device.activeMtu()).field("maxMtu", device.maxMtu());
        out.field("nodeGuid", device.nodeGuid()).field("systemImageGuid", device.systemImageGuid());
        out.field("firmware", device.firmware()).field("driver", device.driver());
        out.field("pci", device.pci()).field("pciRoot", device.pciRoot());
        NodeWriter.list(out, "gids", device.gids(), DeviceWriter::gid);
        if (device.gidsObserved()) {
            out.field("gidsObserved", true);
        }
        NodeWriter.counters(out, "counters", device.counters());
        out.field("parameters", device.parameters());
        NodeWriter.evidence(out, device.evidence());
        out.end();
    }

    private static void gid(JsonWriter out, GidEntry entry) {
        out.beginInlineObject()
                .field("index", entry.index())
                .field("gid", entry.gid().toString());
        if (entry.type() != GidEntry.Type.UNKNOWN) {
            out.field("type", wordOf(entry.type()));
        }
        out.field("netdev", entry.netdev());
        NodeWriter.evidence(out, entry.evidence());
        out.end();
    }
}
