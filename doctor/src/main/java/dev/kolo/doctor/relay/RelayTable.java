package dev.kolo.doctor.relay;

import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Context.LocatedRemark;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.TcFilter;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.plan.diff.TcActions;
import dev.kolo.plan.relay.Owned;
import dev.kolo.plan.relay.Tag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the hosts have for relayed paths, as their own commands show it: rules that relay, and rules or processes that tag.
 * Made without any plan, so that pasted output can be judged alone.
 */
final class RelayTable {
    private final Context context;
    private final Map<String, List<TcFilter>> relaying = new HashMap<>();
    private final List<Tagging> taggings = new ArrayList<>();
    private final List<Rule> rules = new ArrayList<>();

    /**
     * A rule that relays, with its host.
     *
     * @param host the relay
     * @param filter the rule
     */
    record Rule(String host, TcFilter filter) {}

    /**
     * Something that tags the frames for an address as they leave a netdev.
     *
     * @param host the sender
     * @param netdev the netdev that they leave by
     * @param destination the address that they are for
     * @param relays relays on the way, by the tag
     * @param evidence where it was read
     */
    record Tagging(String host, String netdev, Ipv4Address destination, int relays, Evidence evidence) {}

    RelayTable(Context context) {
        this.context = context;
        for (NodeFacts facts : context.inventory().hosts()) {
            for (TcFilter filter : facts.filters()) {
                if (Owned.is(filter) && !filter.netdev().isEmpty()) {
                    add(facts.host(), filter);
                }
            }
        }
        context.remarks(Remark.Kind.MARKER_PROCESS).forEach(this::process);
    }

    private void add(String host, TcFilter filter) {
        if (filter.hook().equals("ingress")) {
            rules.add(new Rule(host, filter));
            relaying.computeIfAbsent(key(host, filter.netdev(), filter.preference()), k -> new ArrayList<>())
                    .add(filter);
            return;
        }
        Optional<Ipv4Address> destination = Ipv4Address.parse(filter.keys().getOrDefault("dst_ip", ""));
        int relays = new TcActions(filter).etherType().orElse(Tag.BASE) - Tag.BASE;
        if (destination.isPresent() && relays > 0 && relays <= Tag.MOST_RELAYS) {
            taggings.add(new Tagging(host, filter.netdev(), destination.get(), relays, filter.evidence()));
        }
    }

    /** "rocep1s0f0 10.41.1.2=0x88b5 10.41.2.2=0x88b5". */
    private void process(LocatedRemark remark) {
        String[] words = remark.value().split(" ");
        Optional<Function> function = context.functionsOf(remark.host()).stream()
                .filter(f -> f.device().filter(d -> d.name().equals(words[0])).isPresent()
                        || f.name().equals(words[0]))
                .findFirst();
        for (int i = 1; i < words.length && function.isPresent(); i++) {
            int equals = words[i].indexOf("=0x");
            Optional<Ipv4Address> destination =
                    equals < 0 ? Optional.empty() : Ipv4Address.parse(words[i].substring(0, equals));
            int relays = equals < 0 ? 0 : tag(words[i].substring(equals + 3)) - Tag.BASE;
            if (destination.isPresent() && relays > 0 && relays <= Tag.MOST_RELAYS) {
                taggings.add(new Tagging(
                        remark.host(),
                        function.get().name(),
                        destination.get(),
                        relays,
                        remark.remark().evidence()));
            }
        }
    }

    private static int tag(String hex) {
        return hex.matches("[0-9a-fA-F]{4}") ? Integer.parseInt(hex, 16) : 0;
    }

    private static String key(String host, String netdev, int preference) {
        return host + " " + netdev + " " + preference;
    }

    /** True when nothing here has to do with relays. */
    boolean isEmpty() {
        return rules.isEmpty() && taggings.isEmpty();
    }

    /** All rules that relay, by host. */
    List<Rule> rules() {
        return rules;
    }

    /** Everything that tags frames. */
    List<Tagging> taggings() {
        return taggings;
    }

    /** The rule that takes frames with so many relays left at a netdev. */
    Optional<TcFilter> ruleAt(FunctionId function, int relaysLeft) {
        return relaying
                .getOrDefault(
                        key(function.host(), function.name(), Owned.FILTER_PREFERENCE_BASE + relaysLeft), List.of())
                .stream()
                .findFirst();
    }
}
