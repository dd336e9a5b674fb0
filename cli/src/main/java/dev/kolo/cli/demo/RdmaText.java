package dev.kolo.cli.demo;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.Guid;
import dev.kolo.fabric.address.Ipv6Address;
import dev.kolo.fabric.json.JsonWriter;
import dev.kolo.fabric.json.JsonWriter.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What sysfs, rdma and ibv_devinfo would say of a virtual host's RDMA devices, as mlx5 has them. */
final class RdmaText {
    private static final String FIRMWARE = "28.45.4028";

    private final VirtualRing ring;
    private final VirtualHost host;

    /** An entry of a GID table; each address has one of each RoCE version. */
    private record Entry(Gid gid, String type) {}

    RdmaText(VirtualRing ring, VirtualHost host) {
        this.ring = ring;
        this.host = host;
    }

    /** The files of {@code /sys/class/infiniband}, device by device in the order of a shell's glob. */
    String sysfs() {
        StringBuilder out = new StringBuilder();
        host.functions().stream()
                .sorted((x, y) -> x.device().compareTo(y.device()))
                .forEach(f -> device(out, f));
        return out.toString();
    }

    private void device(StringBuilder out, VirtualFunction function) {
        String device = "/sys/class/infiniband/" + function.device();
        String folder = SysfsText.pciFolder(function);
        out.append(device).append(" -> ").append(folder).append("/infiniband/").append(function.device());
        out.append('\n').append(device).append("/device -> ").append(folder).append('\n');
        out.append(device).append("/device/driver -> /sys/bus/pci/drivers/mlx5_core\n");
        out.append(device).append("/device/subsystem -> /sys/bus/pci\n");
        line(out, device, "node_type", "1: CA");
        line(out, device, "node_guid", colons(function.nodeGuid()));
        line(out, device, "sys_image_guid", colons(function.systemImageGuid()));
        line(out, device, "fw_ver", FIRMWARE);
        line(out, device, "hca_type", "MT4129");
        line(out, device, "board_id", "NVD0000000087");
        line(out, device + "/device", "vendor", "0x15b3");
        line(out, device + "/device", "device", "0x1021");
        line(out, device + "/device", "current_link_speed", "32.0 GT/s PCIe");
        line(out, device + "/device", "current_link_width", "4");
        line(out, device + "/device", "max_link_speed", "32.0 GT/s PCIe");
        line(out, device + "/device", "max_link_width", "16");
        port(out, device + "/ports/1", function);
    }

    private void port(StringBuilder out, String port, VirtualFunction function) {
        boolean active = ring.hasCarrier(function);
        line(out, port, "state", active ? "4: ACTIVE" : "1: DOWN");
        line(out, port, "phys_state", active ? "5: LinkUp" : "3: Disabled");
        line(out, port, "rate", active ? rate(ring.speedGbps(function).orElse(0)) : "40 Gb/sec (4X QDR)");
        line(out, port, "link_layer", "Ethernet");
        line(out, port, "lid", "0x0");
        line(out, port, "cap_mask", "0x00010000");
        List<Entry> entries = gids(function);
        for (int i = 0; i < entries.size(); i++) {
            line(out, port, "gids/" + i, entries.get(i).gid().toString());
            line(out, port, "gid_attrs/types/" + i, entries.get(i).type());
            line(out, port, "gid_attrs/ndevs/" + i, function.netdev());
        }
        line(out, port, "gids", "255 entries");
        for (String counter : List.of("port_rcv_data", "port_rcv_errors", "port_xmit_data", "port_xmit_wait")) {
            line(out, port, "counters/" + counter, "0");
        }
        for (String counter : List.of(
                "duplicate_request",
                "local_ack_timeout_err",
                "out_of_buffer",
                "out_of_sequence",
                "packet_seq_err",
                "rnr_nak_retry_err")) {
            line(out, port, "hw_counters/" + counter, "0");
        }
    }

    private static String rate(int gbps) {
        return gbps + " Gb/sec " + (gbps == 200 ? "(4X HDR)" : "(4X EDR)");
    }

    /** The link-local GID first, then those of each IPv4 address, RoCE v1 before v2: so that IPv4 RoCE v2 stands at 3. */
    private static List<Entry> gids(VirtualFunction function) {
        List<Gid> gids = new ArrayList<>();
        Ipv6Address own = Ipv6Address.linkLocalOf(function.mac());
        gids.add(new Gid(own.high(), own.low()));
        if (function.gidsFollow()) {
            function.addresses().forEach(a -> gids.add(Gid.of(a.address())));
        }
        List<Entry> entries = new ArrayList<>();
        for (Gid gid : gids) {
            entries.add(new Entry(gid, "IB/RoCE v1"));
            entries.add(new Entry(gid, "RoCE v2"));
        }
        return entries;
    }

    private static void line(StringBuilder out, String folder, String file, String value) {
        out.append(folder).append('/').append(file).append(':').append(value).append('\n');
    }

    private static String colons(Guid guid) {
        String hex = String.format(Locale.ROOT, "%016x", guid.bits());
        return hex.substring(0, 4) + ":" + hex.substring(4, 8) + ":" + hex.substring(8, 12) + ":" + hex.substring(12);
    }

    /** {@code rdma -j link show}. */
    String links() {
        JsonWriter json = new JsonWriter(Layout.COMPACT).beginArray();
        for (int i = 0; i < host.functions().size(); i++) {
            VirtualFunction function = host.functions().get(i);
            boolean active = ring.hasCarrier(function);
            json.beginObject().field("ifindex", i).field("ifname", function.device());
            json.field("port", 1).field("state", active ? "ACTIVE" : "DOWN");
            json.field("physical_state", active ? "LINK_UP" : "DISABLED");
            json.field("netdev", function.netdev());
            json.field("netdev_index", function.ifindex()).end();
        }
        return json.end().text();
    }

    /** {@code ibv_devinfo}, which alone tells the active path MTU. */
    String devinfo() {
        StringBuilder out = new StringBuilder();
        for (VirtualFunction function : host.functions()) {
            boolean active = ring.hasCarrier(function);
            out.append("hca_id:\t").append(function.device()).append('\n');
            out.append("\ttransport:\t\t\tInfiniBand (0)\n");
            out.append("\tfw_ver:\t\t\t\t").append(FIRMWARE).append('\n');
            out.append("\tnode_guid:\t\t\t").append(colons(function.nodeGuid())).append('\n');
            out.append("\tsys_image_guid:\t\t\t").append(colons(function.systemImageGuid()));
            out.append("\n\tvendor_id:\t\t\t0x02c9\n\tvendor_part_id:\t\t\t4129\n\thw_ver:\t\t\t\t0x0\n");
            out.append("\tboard_id:\t\t\tNVD0000000087\n\tphys_port_cnt:\t\t\t1\n\t\tport:\t1\n");
            out.append("\t\t\tstate:\t\t\t").append(active ? "PORT_ACTIVE (4)" : "PORT_DOWN (1)");
            out.append("\n\t\t\tmax_mtu:\t\t4096 (5)\n\t\t\tactive_mtu:\t\t");
            out.append(function.mtu() >= 4200 ? "4096 (5)" : "1024 (3)");
            out.append("\n\t\t\tsm_lid:\t\t\t0\n\t\t\tport_lid:\t\t0\n\t\t\tport_lmc:\t\t0x00\n");
            out.append("\t\t\tlink_layer:\t\tEthernet\n\n");
        }
        return out.toString();
    }
}
