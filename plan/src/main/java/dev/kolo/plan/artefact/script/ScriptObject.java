package dev.kolo.plan.artefact.script;

import dev.kolo.fabric.address.MacAddress;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.relay.Owned;
import dev.kolo.plan.relay.RelayObject;
import dev.kolo.plan.relay.Tag;
import java.util.List;
import java.util.Optional;

/**
 * One thing that up.sh adds and down.sh removes. The commands have the forms that are read back from machines too, so that
 * a person may also type them.
 */
sealed interface ScriptObject {
    /** The line of up.sh; a marker's has the lines of its here-document besides. */
    String command();

    /** The line that takes it back. */
    String removal();

    /** tc rules of a netdev may be offloaded to its NIC. */
    record Offload(String netdev) implements ScriptObject {
        @Override
        public String command() {
            return CommandText.of("ethtool -K")
                    .words(netdev)
                    .plain("hw-tc-offload on")
                    .text();
        }

        @Override
        public String removal() {
            return CommandText.of("remove_offload").words(netdev).text();
        }
    }

    /** A /32 route to a far address. */
    record Route(RelayObject.Route route) implements ScriptObject {
        @Override
        public String command() {
            return CommandText.of("ip route replace")
                    .words(route.destination() + "/32", "dev", route.netdev(), "src", route.source())
                    .plain("scope link proto " + Owned.PROTOCOL)
                    .text();
        }

        @Override
        public String removal() {
            return CommandText.of("remove_route")
                    .words(route.destination() + "/32", route.netdev(), route.source())
                    .text();
        }
    }

    /** A permanent neighbour entry for a far address: the next host's port. */
    record Neighbour(RelayObject.Neighbour neighbour) implements ScriptObject {
        @Override
        public String command() {
            return CommandText.of("ip neigh replace")
                    .words(neighbour.destination(), "lladdr", neighbour.nextHop(), "dev", neighbour.netdev())
                    .plain("nud permanent proto " + Owned.PROTOCOL)
                    .text();
        }

        @Override
        public String removal() {
            return CommandText.of("remove_neighbour")
                    .words(neighbour.destination(), neighbour.nextHop(), neighbour.netdev())
                    .text();
        }
    }

    /** The hook for filters. */
    record Clsact(String netdev) implements ScriptObject {
        @Override
        public String command() {
            return CommandText.of("tc qdisc add dev")
                    .words(netdev)
                    .plain("clsact")
                    .text();
        }

        @Override
        public String removal() {
            return CommandText.of("remove_clsact").words(netdev).text();
        }
    }

    /**
     * A relay's rule.
     *
     * @param ingress where it matches
     * @param relaysLeft the tag that it matches, 1 to 7; also its handle, and its preference less 10
     * @param backend who carries it out
     * @param pair the MACs that it matches besides, in the older form
     * @param nextHop the new MAC
     * @param egress where frames leave
     */
    record Relay(
            String ingress,
            int relaysLeft,
            PlanRequest.Backend backend,
            Optional<MacPair> pair,
            MacAddress nextHop,
            String egress)
            implements ScriptObject {
        /** Source and destination. */
        record MacPair(MacAddress source, MacAddress destination) {}

        @Override
        public String command() {
            CommandText line = CommandText.of("tc filter add dev")
                    .words(ingress, "ingress", "protocol", Tag.text(Tag.of(relaysLeft)))
                    .words("pref", Owned.FILTER_PREFERENCE_BASE + relaysLeft, "handle", relaysLeft, "flower")
                    .plain(backend == PlanRequest.Backend.HARDWARE ? "skip_sw" : "skip_hw");
            pair.ifPresent(p -> line.words("src_mac", p.source(), "dst_mac", p.destination()));
            return line.plain("action pedit ex munge eth dst set")
                    .words(nextHop)
                    .plain("pipe action pedit ex munge eth type set")
                    .words(Tag.text(Tag.of(relaysLeft - 1)))
                    .plain("pipe action mirred egress redirect dev")
                    .words(egress)
                    .text();
        }

        @Override
        public String removal() {
            return CommandText.of("remove_filter")
                    .words(ingress, Tag.text(Tag.of(relaysLeft)), Owned.FILTER_PREFERENCE_BASE + relaysLeft, relaysLeft)
                    .text();
        }
    }

    /** The kernel backend's marker of one far address. */
    record Mark(RelayObject.Marker marker) implements ScriptObject {
        @Override
        public String command() {
            return CommandText.of("tc filter add dev")
                    .words(marker.netdev())
                    .plain("egress protocol ip pref " + Owned.MARKER_PREFERENCE + " flower skip_hw dst_ip")
                    .words(marker.destination())
                    .plain("action pedit ex munge eth type set")
                    .words(Tag.text(Tag.of(marker.relays())))
                    .text();
        }

        @Override
        public String removal() {
            return CommandText.of("remove_mark")
                    .words(marker.netdev(), marker.destination())
                    .text();
        }
    }

    /**
     * The hardware backend's marker of one device: a process.
     *
     * @param device the device
     * @param line its command line, quoted
     */
    record MarkerProcess(String device, String line) implements ScriptObject {
        /** One rule a far address. */
        static MarkerProcess of(String program, String device, List<RelayObject.Marker> rules) {
            CommandText line = CommandText.ofWord(program).words("--device", device);
            rules.forEach(r -> line.words("--rule", r.destination() + "=" + Tag.text(Tag.of(r.relays()))));
            return new MarkerProcess(device, line.plain("--managed").text());
        }

        /** The older form: every packet of one UDP source port, in the options of the published program. */
        static MarkerProcess ofPort(String program, String device) {
            return new MarkerProcess(
                    device,
                    CommandText.ofWord(program)
                            .words("--device", device, "--source-port", RelayObject.PortMarker.RESERVED_PORT)
                            .words("--replacement-ethertype", Tag.text(Tag.of(1)))
                            .plain("--attach --managed")
                            .text());
        }

        @Override
        public String command() {
            return CommandText.of("marker").words(device).plain("<<'LINE'").text() + "\n" + line + "\nLINE";
        }

        @Override
        public String removal() {
            return CommandText.of("stop_marker").words(device).text();
        }
    }
}
