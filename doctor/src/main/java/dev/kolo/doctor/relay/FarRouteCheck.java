package dev.kolo.doctor.relay;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.relay.RelayTable.Tagging;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.facts.Neighbour;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Route;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.names.ShellWord;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.plan.relay.Owned;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a sender needs before its frames can be relayed, told from its own tables: a route to the far address, a permanent
 * neighbour entry with the MAC of the next port, and something that tags. One without the others is half a path.
 */
public final class FarRouteCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        if (context.expectation().plan().isPresent()) {
            return;
        }
        RelayTable table = new RelayTable(context);
        Set<String> tagged = new HashSet<>();
        table.taggings().forEach(t -> tagged.add(key(t.host(), t.netdev(), t.destination())));
        for (NodeFacts facts : context.inventory().hosts()) {
            Set<String> routed = new HashSet<>();
            for (Route route : facts.routes()) {
                Optional<Ipv4Address> destination = Owned.destinationOf(route);
                if (Owned.is(route) && destination.isPresent() && route.netdev().isPresent()) {
                    String netdev = route.netdev().get();
                    routed.add(key(facts.host(), netdev, destination.get()));
                    neighbour(context, out, facts, destination.get(), netdev, route);
                    untagged(context, out, tagged, facts, destination.get(), netdev, route);
                }
            }
            table.taggings().stream()
                    .filter(t -> t.host().equals(facts.host()) && facts.hasSeen(Topic.ROUTES))
                    .filter(t -> !routed.contains(key(t.host(), t.netdev(), t.destination())))
                    .forEach(t -> reportRoute(context, out, t));
        }
    }

    private static String key(String host, String netdev, Ipv4Address destination) {
        return host + " " + netdev + " " + destination;
    }

    private static Optional<MacAddress> nextHop(Context context, String host, String netdev) {
        return context.function(new FunctionId(host, netdev))
                .flatMap(context::peerOf)
                .flatMap(Function::netdev)
                .flatMap(Netdev::mac);
    }

    private static void neighbour(
            Context context, Findings out, NodeFacts facts, Ipv4Address destination, String netdev, Route route) {
        if (!facts.hasSeen(Topic.NEIGHBOURS)) {
            out.askFor("the neighbour entries of far hosts", Topic.NEIGHBOURS, facts.host());
            return;
        }
        Optional<Neighbour> entry = facts.neighbours().stream()
                .filter(n -> n.netdev().equals(netdev) && n.address().toString().equals(destination.toString()))
                .findFirst();
        Optional<MacAddress> wanted = nextHop(context, facts.host(), netdev);
        boolean right = entry.filter(n -> n.state() == Neighbour.State.PERMANENT)
                .filter(n -> n.mac().isPresent() && (wanted.isEmpty() || n.mac().equals(wanted)))
                .isPresent();
        if (right) {
            return;
        }
        String mac = wanted.map(Object::toString).orElse("NEXT_PORTS_MAC");
        out.report(Code.NEIGHBOUR_WRONG)
                .at(facts.host(), destination + " on " + netdev)
                .seen(entry.map(n -> n.mac().map(Object::toString).orElse("no MAC") + ", "
                                + n.state().name().toLowerCase(java.util.Locale.ROOT))
                        .orElse("no entry, beside a route of protocol 82"))
                .wanted("a permanent entry with " + mac + ", the port at the other end of the cable")
                .consequence("frames for the far host carry the wrong MAC or none, and the next port drops them")
                .fix("`sudo ip neigh replace " + destination + " lladdr " + mac + " dev " + ShellWord.quote(netdev)
                        + " nud permanent proto 82`")
                .evidence(entry.map(Neighbour::evidence).orElse(route.evidence()))
                .about(List.of(new FunctionId(facts.host(), netdev)))
                .add();
    }

    /** Untagged frames die at the first relay. Only where all that could tag was shown. */
    private static void untagged(
            Context context,
            Findings out,
            Set<String> tagged,
            NodeFacts facts,
            Ipv4Address destination,
            String netdev,
            Route route) {
        if (tagged.contains(key(facts.host(), netdev, destination))) {
            return;
        }
        boolean kernel = context.function(new FunctionId(facts.host(), netdev))
                .flatMap(Function::device)
                .filter(d -> d.isSoft())
                .isPresent();
        boolean shown = kernel ? facts.hasSeen(Topic.FILTERS) : facts.hasSeen(Topic.PROCESSES);
        if (!shown) {
            out.askFor(
                    "whether anything tags the frames for " + destination,
                    kernel ? Topic.FILTERS.command() : "pgrep -af -- --rule",
                    facts.host());
            return;
        }
        out.report(Code.MARKER_DEAD)
                .at(facts.host(), destination + " by " + netdev)
                .seen(
                        kernel
                                ? "a route of protocol 82, and no egress rule that tags its frames"
                                : "a route of protocol 82, and no marker process with a rule for it")
                .wanted("frames for the far host that leave with a tag")
                .consequence("untagged frames reach the first relay as its own, and it drops them")
                .fix(
                        kernel
                                ? "run up.sh of the plan on this host again"
                                : "`systemctl status 'kolo-fabric-marker@*'` and its log say why the marker ended; up.sh of the plan"
                                        + " starts it again")
                .evidence(route.evidence())
                .about(List.of(new FunctionId(facts.host(), netdev)))
                .add();
    }

    private static void reportRoute(Context context, Findings out, Tagging tagging) {
        String source = context.function(new FunctionId(tagging.host(), tagging.netdev()))
                .flatMap(f -> f.ipv4Addresses().stream()
                        .flatMap(a -> a.ipv4().stream())
                        .findFirst())
                .map(Object::toString)
                .orElse("OWN_ADDRESS");
        out.report(Code.ROUTE_MISSING)
                .at(tagging.host(), tagging.destination() + " by " + tagging.netdev())
                .seen("frames for " + tagging.destination() + " would be tagged on " + tagging.netdev()
                        + ", and no route of protocol 82 leads there")
                .wanted("a route to " + tagging.destination() + " by " + tagging.netdev())
                .consequence("packets for the far host take another way or none: lanes over this path do not come up")
                .fix("`sudo ip route replace " + tagging.destination() + "/32 dev " + ShellWord.quote(tagging.netdev())
                        + " src " + source + " scope link proto 82`")
                .evidence(tagging.evidence())
                .about(List.of(new FunctionId(tagging.host(), tagging.netdev())))
                .add();
    }
}
