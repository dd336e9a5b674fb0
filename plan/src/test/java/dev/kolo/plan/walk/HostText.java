package dev.kolo.plan.walk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one up.sh makes of a host: its lines that begin like a command of relay objects, read word by word. A line that
 * begins so and cannot be read is an error, as is a second object in one place.
 */
final class HostText {
    private static final String IP = "(\\d+\\.\\d+\\.\\d+\\.\\d+)";
    private static final String MAC = "((?:[0-9a-f]{2}:){5}[0-9a-f]{2})";
    private static final String TYPE = "0x([0-9a-f]{4})";
    private static final Pattern ROUTE =
            Pattern.compile("ip route replace " + IP + "/32 dev (\\S+) src " + IP + " scope link proto 82");
    private static final Pattern NEIGHBOUR =
            Pattern.compile("ip neigh replace " + IP + " lladdr " + MAC + " dev (\\S+) nud permanent proto 82");
    private static final Pattern HOOK = Pattern.compile("tc qdisc add dev (\\S+) clsact");
    private static final Pattern RELAY = Pattern.compile("tc filter add dev (\\S+) ingress protocol " + TYPE
            + " pref (\\d+) handle (\\d+) flower (skip_sw|skip_hw)(?: src_mac " + MAC + " dst_mac " + MAC + ")?"
            + " action pedit ex munge eth dst set " + MAC + " pipe action pedit ex munge eth type set " + TYPE
            + " pipe action mirred egress redirect dev (\\S+)");
    private static final Pattern MARK = Pattern.compile("tc filter add dev (\\S+) egress protocol ip pref 20 flower"
            + " skip_hw dst_ip " + IP + " action pedit ex munge eth type set " + TYPE);
    private static final Pattern MARKER =
            Pattern.compile("(/\\S+) --device (\\S+)((?: --rule \\S+=0x[0-9a-f]{4})+) --managed");
    private static final Pattern PORT_MARKER = Pattern.compile(
            "(/\\S+) --device (\\S+) --source-port 65535 --replacement-ethertype " + TYPE + " --attach --managed");
    private static final Pattern RULE = Pattern.compile(" --rule " + IP + "=" + TYPE);

    private final Map<String, Route> routes = new HashMap<>();
    private final Map<String, String> neighbours = new HashMap<>();
    private final Map<String, Relay> relays = new HashMap<>();
    private final Map<String, Integer> marks = new HashMap<>();
    private final Map<String, Integer> portMarks = new HashMap<>();
    private final List<String> hooks = new ArrayList<>();
    private int markerProcesses;

    /** Where frames for a far address leave. */
    record Route(String netdev, String source) {}

    /** What becomes of a tagged frame that comes in; in the older form only of one that carries both MACs. */
    record Relay(boolean inHardware, Optional<String> macs, String nextMac, int nextType, String out) {
        boolean matches(String source, String destination) {
            return macs.isEmpty() || macs.get().equals(source + " " + destination);
        }
    }

    private HostText() {}

    static HostText of(String upScript) {
        HostText host = new HostText();
        for (String line : upScript.split("\n")) {
            host.read(line);
        }
        return host;
    }

    private void read(String line) {
        Matcher route = ROUTE.matcher(line);
        Matcher neighbour = NEIGHBOUR.matcher(line);
        Matcher relay = RELAY.matcher(line);
        Matcher mark = MARK.matcher(line);
        Matcher marker = MARKER.matcher(line);
        Matcher portMarker = PORT_MARKER.matcher(line);
        Matcher hook = HOOK.matcher(line);
        if (route.matches()) {
            once(routes, route.group(1), new Route(route.group(2), route.group(3)), line);
        } else if (neighbour.matches()) {
            once(neighbours, neighbour.group(1) + " " + neighbour.group(3), neighbour.group(2), line);
        } else if (relay.matches()) {
            readRelay(relay, line);
        } else if (mark.matches()) {
            requireHook(mark.group(1), line);
            once(marks, mark.group(1) + " " + mark.group(2), Integer.parseInt(mark.group(3), 16), line);
        } else if (hook.matches()) {
            hooks.add(hook.group(1));
        } else if (marker.matches()) {
            markerProcesses++;
            Matcher rule = RULE.matcher(marker.group(3));
            while (rule.find()) {
                once(marks, marker.group(2) + " " + rule.group(1), Integer.parseInt(rule.group(2), 16), line);
            }
        } else if (portMarker.matches()) {
            markerProcesses++;
            once(portMarks, portMarker.group(2), Integer.parseInt(portMarker.group(3), 16), line);
        } else if (line.matches("(ip|tc|devlink) (?!\\(\\)).*") && !line.startsWith("devlink dev ")) {
            throw new IllegalStateException("cannot read: " + line);
        }
    }

    private void readRelay(Matcher relay, String line) {
        requireHook(relay.group(1), line);
        int type = Integer.parseInt(relay.group(2), 16);
        int left = type - 0x88b4;
        if (Integer.parseInt(relay.group(3)) != 10 + left || Integer.parseInt(relay.group(4)) != left) {
            throw new IllegalStateException("preference or handle does not fit the tag: " + line);
        }
        once(
                relays,
                relay.group(1) + " " + type,
                new Relay(
                        relay.group(5).equals("skip_sw"),
                        Optional.ofNullable(relay.group(6)).map(source -> source + " " + relay.group(7)),
                        relay.group(8),
                        Integer.parseInt(relay.group(9), 16),
                        relay.group(10)),
                line);
    }

    private void requireHook(String netdev, String line) {
        if (!hooks.contains(netdev)) {
            throw new IllegalStateException("no clsact yet where it is needed: " + line);
        }
    }

    private static <V> void once(Map<String, V> map, String key, V value, String line) {
        if (map.put(key, value) != null) {
            throw new IllegalStateException("a second object in one place: " + line);
        }
    }

    Optional<Route> route(String address) {
        return Optional.ofNullable(routes.get(address));
    }

    Optional<String> neighbour(String address, String netdev) {
        return Optional.ofNullable(neighbours.get(address + " " + netdev));
    }

    Optional<Relay> relay(String netdev, int type) {
        return Optional.ofNullable(relays.get(netdev + " " + type));
    }

    /** The tag that frames for an address get when they leave by a netdev, which is the device of that name. */
    Optional<Integer> mark(String netdev, String device, String address) {
        return Optional.ofNullable(marks.get(netdev + " " + address))
                .or(() -> Optional.ofNullable(marks.get(device + " " + address)));
    }

    /** The tag that the older form gives to everything of the reserved UDP port that leaves by a device. */
    Optional<Integer> portMark(String device) {
        return Optional.ofNullable(portMarks.get(device));
    }

    int relayCount() {
        return relays.size();
    }

    int routeCount() {
        return routes.size();
    }

    int markerProcesses() {
        return markerProcesses;
    }

    boolean relaysInHardware() {
        return relays.values().stream().allMatch(Relay::inHardware);
    }

    boolean relaysInKernel() {
        return relays.values().stream().noneMatch(Relay::inHardware);
    }
}
