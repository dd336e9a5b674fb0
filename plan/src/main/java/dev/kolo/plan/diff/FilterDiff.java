package dev.kolo.plan.diff;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.MacAddress;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.TcFilter;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.NotObserved;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.diff.Difference.Kind;
import dev.kolo.plan.relay.Owned;
import dev.kolo.plan.relay.RelayObject;
import dev.kolo.plan.relay.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares the tc filters of one host: those that relay, and the kernel backend's that mark. */
final class FilterDiff {
    private final PlannedHost host;
    private final NodeFacts facts;
    private final boolean hardware;
    private final List<Wanted> wanted = new ArrayList<>();
    private final List<Difference> differences = new ArrayList<>();
    private final List<NotObserved> gaps = new ArrayList<>();
    private int compared;

    FilterDiff(Plan plan, PlannedHost host, NodeFacts facts, List<RelayObject> objects) {
        this.host = host;
        this.facts = facts;
        this.hardware = plan.relays().backend() == Backend.HARDWARE;
        objects.forEach(this::want);
        if (!wanted.isEmpty() && !facts.hasSeen(Topic.FILTERS)) {
            gaps.add(new NotObserved("the filters of " + host.name(), Topic.FILTERS.command()));
            return;
        }
        compare();
    }

    List<Difference> differences() {
        return differences;
    }

    List<NotObserved> notObserved() {
        return gaps;
    }

    int compared() {
        return compared;
    }

    private void want(RelayObject object) {
        switch (object) {
            case RelayObject.Filter f ->
                wanted.add(new Wanted(
                        f.ingress(),
                        "ingress",
                        Owned.FILTER_PREFERENCE_BASE + f.relaysLeft(),
                        Optional.of(f.egress()),
                        Optional.of(f.nextHop()),
                        Tag.of(f.relaysLeft() - 1),
                        Optional.empty()));
            case RelayObject.PairFilter f ->
                wanted.add(new Wanted(
                        f.ingress(),
                        "ingress",
                        Owned.FILTER_PREFERENCE_BASE + 1,
                        Optional.of(f.egress()),
                        Optional.of(f.nextHop()),
                        Tag.IPV4,
                        Optional.empty()));
            case RelayObject.Marker m -> {
                if (!hardware) {
                    wanted.add(new Wanted(
                            m.netdev(),
                            "egress",
                            Owned.MARKER_PREFERENCE,
                            Optional.empty(),
                            Optional.empty(),
                            Tag.of(m.relays()),
                            Optional.of(m.destination())));
                }
            }
            case RelayObject.Route _, RelayObject.Neighbour _, RelayObject.PortMarker _ -> {}
        }
    }

    private void compare() {
        // A pasted filter of which nobody said where it hangs cannot be compared.
        List<TcFilter> left = new ArrayList<>(facts.filters().stream()
                .filter(f -> !f.netdev().isEmpty() && Owned.isReserved(f))
                .toList());
        for (Wanted want : wanted) {
            compared++;
            Optional<TcFilter> found = left.stream().filter(want::isPlaceOf).findFirst();
            if (found.isEmpty()) {
                add(Kind.MISSING, want.text(), "", want.text());
                continue;
            }
            left.remove(found.get());
            judge(want, found.get());
        }
        for (TcFilter filter : left) {
            boolean ours = host.functions().stream().anyMatch(f -> f.netdev().equals(filter.netdev()));
            if (Owned.is(filter)) {
                add(Kind.ORPHANED, text(filter), text(filter), "");
            } else if (ours) {
                add(Kind.FOREIGN, text(filter), text(filter), "");
            }
        }
    }

    private void judge(Wanted want, TcFilter filter) {
        if (!Owned.is(filter)) {
            add(Kind.FOREIGN, text(filter), text(filter), want.text());
            return;
        }
        TcActions actions = new TcActions(filter);
        boolean right = actions.toNetdev().equals(want.egress)
                && (want.nextHop.isEmpty() || actions.destination().equals(want.nextHop))
                && actions.etherType().orElse(-1) == want.etherType;
        if (!right) {
            add(Kind.WRONG, want.text(), text(filter), want.text());
        } else if (hardware && !"true".equals(filter.keys().getOrDefault("in_hw", ""))) {
            add(Kind.WRONG, want.text(), text(filter) + " not in hardware", want.text() + " in hardware");
        }
    }

    private void add(Kind kind, String object, String seen, String expected) {
        differences.add(new Difference(kind, host.name(), object, seen, expected));
    }

    private static String text(TcFilter filter) {
        TcActions actions = new TcActions(filter);
        return "filter dev " + filter.netdev() + " " + filter.hook() + " pref " + filter.preference() + " protocol "
                + filter.protocol() + " " + filter.kind()
                + Optional.ofNullable(filter.keys().get("dst_ip"))
                        .map(d -> " dst_ip " + d)
                        .orElse("")
                + actions.destination().map(m -> " eth dst " + m).orElse("")
                + (actions.etherType().isPresent()
                        ? " eth type " + Tag.text(actions.etherType().getAsInt())
                        : "")
                + actions.toNetdev().map(n -> " redirect " + n).orElse("");
    }

    /**
     * A filter of the plan.
     *
     * @param netdev where it hangs
     * @param hook ingress or egress
     * @param preference its preference
     * @param egress where it sends frames; empty for marking ones
     * @param nextHop the MAC that it gives them; empty for marking ones
     * @param etherType the type that it gives them
     * @param destination the address that it matches; empty for relaying ones
     */
    private record Wanted(
            String netdev,
            String hook,
            int preference,
            Optional<String> egress,
            Optional<MacAddress> nextHop,
            int etherType,
            Optional<Ipv4Address> destination) {
        boolean isPlaceOf(TcFilter filter) {
            boolean same =
                    filter.netdev().equals(netdev) && filter.hook().equals(hook) && filter.preference() == preference;
            return same
                    && (destination.isEmpty()
                            || destination.get().toString().equals(filter.keys().getOrDefault("dst_ip", "")));
        }

        String text() {
            String match = hook.equals("ingress") ? Tag.text(Tag.of(preference - Owned.FILTER_PREFERENCE_BASE)) : "ip";
            return "filter dev " + netdev + " " + hook + " pref " + preference + " protocol " + match + " flower"
                    + destination.map(d -> " dst_ip " + d).orElse("")
                    + nextHop.map(m -> " eth dst " + m).orElse("") + " eth type " + Tag.text(etherType)
                    + egress.map(n -> " redirect " + n).orElse("");
        }
    }
}
