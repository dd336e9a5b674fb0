package dev.kolo.doctor.relay;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Context.LocatedRemark;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.doctor.check.Settings.Located;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.TcFilter;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.PlanRequest.RelayForm;
import dev.kolo.plan.relay.Owned;
import dev.kolo.plan.relay.RelayObject.PortMarker;
import dev.kolo.plan.relay.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Engines whose small collectives write to every rank at once, on cables where not every rank is a neighbour: without
 * relays the opposite host cannot be reached. And the older form of relays, which needs one UDP port for itself.
 */
public final class OneShotCheck implements Check {
    private static final List<String> SWITCHES =
            List.of("SGLANG_ROCE_ALLREDUCE", "DSV41_ROCE_RING", "DSV41_ROCE_GATHER");
    /** Rings of three hosts have a cable between every two. */
    private static final int ALL_NEIGHBOURS = 3;

    @Override
    public void examine(Context context, Findings out) {
        oneShot(context, out);
        markPort(context, out);
    }

    private static void oneShot(Context context, Findings out) {
        List<Located> on = new ArrayList<>();
        for (String name : SWITCHES) {
            context.settings().effective(name).stream()
                    .filter(s -> s.setting().source() != Setting.Source.SHELL)
                    .filter(s -> !s.value().isEmpty() && !s.value().equals("0"))
                    .forEach(on::add);
        }
        Shape.Kind kind = context.wanted().orElse(context.fabric().shape().kind());
        boolean far = (kind == Shape.Kind.RING || kind == Shape.Kind.PATH)
                && context.hostCount() > (kind == Shape.Kind.RING ? ALL_NEIGHBOURS : 2);
        if (on.isEmpty() || !far) {
            return;
        }
        Optional<Boolean> relayed = relayed(context, out);
        if (relayed.isEmpty() || relayed.get()) {
            return;
        }
        List<String> texts = on.stream()
                .map(s -> s.setting().name() + "=" + s.value())
                .distinct()
                .toList();
        List<String> hosts = on.stream().map(Located::host).distinct().toList();
        out.report(Code.ONE_SHOT_WITHOUT_RELAYS)
                .at(
                        hosts.size() == 1 ? hosts.getFirst() : "",
                        on.getFirst().setting().name())
                .seen(Phrase.list(texts) + " on a " + kind.word() + " of " + context.hostCount()
                        + " hosts without relays")
                .wanted("SGLANG_ROCE_ALLREDUCE=0, and neither DSV41_ROCE_RING nor DSV41_ROCE_GATHER")
                .consequence(
                        "a one-shot collective writes to every rank at once, and no cable leads to the ranks that are no"
                                + " neighbours: its queue pairs fail or its first exchange hangs")
                .fix("set SGLANG_ROCE_ALLREDUCE=0 on every rank and take the DSV41_ROCE_ settings away; or plan relays"
                        + " (`kolo plan --relays auto`, research-only)")
                .evidence(on.stream().map(s -> s.setting().evidence()).toList())
                .add();
    }

    /** Whether the hosts have relays; empty when nobody showed it. */
    private static Optional<Boolean> relayed(Context context, Findings out) {
        if (context.expectation().plan().isPresent()) {
            return Optional.of(context.expectation().plan().get().relays().relays() > 0);
        }
        List<NodeFacts> hosts = context.inventory().hosts();
        if (hosts.stream().anyMatch(f -> f.filters().stream().anyMatch(OneShotCheck::relays))
                || !context.remarks(Remark.Kind.MARKER_PROCESS).isEmpty()) {
            return Optional.of(true);
        }
        List<String> silent = hosts.stream()
                .filter(f -> !f.hasSeen(Topic.FILTERS))
                .map(NodeFacts::host)
                .toList();
        silent.forEach(h -> out.askFor("whether relays lead to the hosts that are no neighbours", Topic.FILTERS, h));
        return silent.isEmpty() ? Optional.of(false) : Optional.empty();
    }

    /** Any rule that takes a relay's tag, whoever made it. */
    private static boolean relays(TcFilter filter) {
        OptionalInt type = Owned.etherType(filter);
        return type.isPresent() && type.getAsInt() > Tag.BASE && type.getAsInt() <= Tag.BASE + Tag.MOST_RELAYS;
    }

    /** The older form tags whatever leaves by UDP port 65535. */
    private static void markPort(Context context, Findings out) {
        boolean planned = context.expectation()
                .plan()
                .filter(p -> p.relays().relays() > 0 && p.relays().form() == RelayForm.FLOW_LABEL)
                .isPresent();
        List<LocatedRemark> markers = context.remarks(Remark.Kind.MARKER_PROCESS).stream()
                .filter(r -> r.value().contains(" port=" + PortMarker.RESERVED_PORT))
                .toList();
        if (!planned && markers.isEmpty()) {
            return;
        }
        for (String name : context.settings().names()) {
            if (name.contains("FLOW_LABEL") || name.equals("net.ipv4.ip_local_port_range")) {
                context.settings().effective(name).stream()
                        .filter(s -> collides(context, s))
                        .forEach(s -> report(out, s, markers));
            }
        }
    }

    private static boolean collides(Context context, Located setting) {
        String[] words = setting.value().trim().split("[\\s,]+");
        if (setting.setting().name().contains("FLOW_LABEL")) {
            // Only the last 14 bits of a label reach the port (InfiniBand specification, annex 17).
            return java.util.Arrays.stream(words)
                    .map(OneShotCheck::label)
                    .anyMatch(l -> l.isPresent() && (l.getAsInt() & PortMarker.FLOW_LABEL) == PortMarker.FLOW_LABEL);
        }
        boolean reserved = context.settings()
                .of(setting.host(), "net.ipv4.ip_local_reserved_ports")
                .filter(s -> s.value().contains(Integer.toString(PortMarker.RESERVED_PORT)))
                .isPresent();
        return words.length == 2 && words[1].equals(Integer.toString(PortMarker.RESERVED_PORT)) && !reserved;
    }

    private static OptionalInt label(String word) {
        try {
            return OptionalInt.of(Integer.decode(word));
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }

    private static void report(Findings out, Located setting, List<LocatedRemark> markers) {
        boolean label = setting.setting().name().contains("FLOW_LABEL");
        out.report(Code.MARK_PORT_NOT_RESERVED)
                .at(setting.host(), setting.setting().name())
                .seen(setting.setting().name() + "=" + setting.value())
                .wanted(label ? "labels whose last 14 bits are not all ones" : "a range that ends below 65535")
                .consequence(
                        "the older form of relays tags every RDMA packet of UDP source port 65535 (flow label 16383),"
                                + " wherever it goes: ordinary lanes that use it are sent to the opposite host and lost")
                .fix(
                        label
                                ? "give ordinary lanes other labels; 16383 belongs to the relayed ones alone"
                                : "`sudo sysctl -w net.ipv4.ip_local_reserved_ports=65535`, and the same in /etc/sysctl.d")
                .evidence(setting.setting().evidence())
                .evidence(markers.stream().map(m -> m.remark().evidence()).toList())
                .add();
    }
}
