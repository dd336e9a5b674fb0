package dev.kolo.cli.plan;

import dev.kolo.fabric.topology.Shape;
import dev.kolo.page.ring.RingDrawing;
import dev.kolo.page.ring.Sketch;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Screen;
import dev.kolo.page.text.Table;
import dev.kolo.plan.Names;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanJson;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.address.LinkAddress;
import dev.kolo.plan.address.SegmentAddress;
import dev.kolo.plan.engine.EngineEnvironment;
import dev.kolo.plan.proof.Proof;
import dev.kolo.plan.relay.RelayObject;
import dev.kolo.plan.relay.RelayPlan;
import dev.kolo.plan.relay.RelaySection;
import dev.kolo.plan.wire.WireSection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A plan on a terminal: the drawn fabric, addresses, relays, the wire, the engine, notes, and one line a proof. */
public final class PlanText {
    /** More hosts than this make a drawing that nobody reads. */
    private static final int MOST_DRAWN = 16;

    private static final int MOST_ROWS = 32;
    private static final int MOST_RANKS = 16;

    private final Plan plan;
    private final Sketch sketch;
    private final Screen screen;
    private final Paragraphs out;

    /**
     * Prepares the text.
     *
     * @param plan the plan
     * @param sketch the picture of its fabric
     * @param screen what the reader's terminal can show
     */
    public PlanText(Plan plan, Sketch sketch, Screen screen) {
        this.plan = plan;
        this.sketch = sketch;
        this.screen = screen;
        this.out = new Paragraphs(screen);
    }

    /** All lines. */
    public List<String> lines() {
        head();
        addresses();
        relays();
        wire();
        engine();
        if (!plan.notes().isEmpty()) {
            out.heading("Notes");
            plan.notes().forEach(note -> out.item("-", Paint.NOTE, note));
        }
        proofs();
        return out.lines();
    }

    private void head() {
        String size = plan.shape() == Shape.Kind.PAIR
                ? "a pair"
                : (plan.shape() == Shape.Kind.SWITCHED
                                ? "a switched fabric of "
                                : "a " + plan.shape().word() + " of ")
                        + plan.hosts().size() + " hosts";
        String relays = plan.relays().relays() == 0
                ? ""
                : ", " + plan.relays().relays() + " relay" + (plan.relays().relays() == 1 ? "" : "s") + " at most ("
                        + RelaySection.LABEL + ")";
        out.heading("Plan for " + size + relays + (plan.invented() ? ", invented from a wish" : ""));
        out.sentence("identity " + PlanJson.identity(plan));
        if (plan.hosts().size() <= MOST_DRAWN) {
            RingDrawing drawing = new RingDrawing(sketch, screen);
            out.asTheyAre(drawing.lines());
            out.asTheyAre(drawing.legend());
        }
        String order = plan.shape() == Shape.Kind.SWITCHED ? "Ranks: " : "Ranks along the cables: ";
        out.sentence(order
                + plan.hosts().stream()
                        .limit(MOST_RANKS)
                        .map(h -> h.rank() + " " + h.name())
                        .collect(Collectors.joining(", "))
                + (plan.hosts().size() > MOST_RANKS ? " and " + (plan.hosts().size() - MOST_RANKS) + " more" : "")
                + ".");
    }

    private void addresses() {
        out.heading("Addresses (MTU " + Plan.MTU_BYTES + ", compared length "
                + plan.addresses().comparedPrefixLength() + ")");
        Table table = new Table("plane", "network", "one end", "", "other end", "", "");
        List<LinkAddress> links = plan.addresses().links();
        for (LinkAddress link : links.subList(0, Math.min(MOST_ROWS, links.size()))) {
            table.row(
                    Integer.toString(link.plane()),
                    link.subnet().toString(),
                    link.a().host() + " " + link.a().name(),
                    lastPart(link.addressA().toString()),
                    link.b().host() + " " + link.b().name(),
                    lastPart(link.addressB().toString()),
                    link.kept() ? "kept" : "new");
        }
        for (SegmentAddress segment : plan.addresses().segments()) {
            for (SegmentAddress.Member member : segment.members()) {
                if (table.rows().size() < MOST_ROWS) {
                    table.row(
                            Integer.toString(segment.plane()),
                            segment.subnet().toString(),
                            member.function().host() + " " + member.function().name(),
                            lastPart(member.address().toString()),
                            "switch",
                            "",
                            member.kept() ? "kept" : "new");
                }
            }
        }
        out.asTheyAre(table.lines(screen));
        int all = links.size()
                + plan.addresses().segments().stream()
                        .mapToInt(s -> s.members().size())
                        .sum();
        if (all > MOST_ROWS) {
            out.sentence("and " + (all - MOST_ROWS) + " more; plan.json has them all.");
        }
    }

    private static String lastPart(String address) {
        return address.substring(address.lastIndexOf('.'));
    }

    private void relays() {
        RelaySection relays = plan.relays();
        if (relays.relays() == 0) {
            return;
        }
        out.heading("Relays: " + RelaySection.LABEL + ", " + relays.backend().word() + " backend"
                + relays.marker().map(m -> ", marker " + m).orElse("")
                + (relays.form() == dev.kolo.plan.PlanRequest.RelayForm.FLOW_LABEL ? ", flow-label form" : ""));
        List<RelayObject> objects = relays.objects();
        out.sentence(count(objects, RelayObject.Route.class) + " routes, "
                + count(objects, RelayObject.Neighbour.class) + " neighbour entries, "
                + (count(objects, RelayObject.Filter.class) + count(objects, RelayObject.PairFilter.class))
                + " filters, " + markers(objects) + " marked functions on "
                + plan.hosts().size() + " hosts; every host "
                + (relays.everyPair()
                        ? "reaches every other."
                        : "reaches those up to " + (relays.relays() + 1) + " cables away."));
        for (RelayPlan group : relays.groups()) {
            out.sentence((group.group().closed() ? "Ring of " : "Path of ")
                    + group.group().size() + ", ranks "
                    + group.group().members().getFirst().rank() + " to "
                    + group.group().members().getLast().rank() + ": "
                    + group.paths().size() + " ways, "
                    + group.lanes().size() + " relayed lanes.");
        }
        relays.operationBytes()
                .ifPresent(bytes -> out.sentence("Bound: " + bytes + " bytes per peer and operation at queue size "
                        + relays.queueSize() + (relays.queueSizeKnown() ? "" : " (assumed)") + ", load "
                        + String.format(Locale.ROOT, "%.2f", relays.worstLoad()) + "; at "
                        + RelaySection.BEST_QUEUE_SIZE + " it is "
                        + relays.operationBytes(RelaySection.BEST_QUEUE_SIZE, relays.bounds())
                                .orElse(0)
                        + published(relays) + "."));
    }

    private static String published(RelaySection relays) {
        long own = relays.operationBytes(RelaySection.BEST_QUEUE_SIZE, relays.bounds())
                .orElse(0);
        long published = relays.operationBytes(RelaySection.BEST_QUEUE_SIZE, relays.publishedBounds())
                .orElse(0);
        return own == published ? "" : " (" + published + " with opposite hosts spread as published)";
    }

    private static long count(List<RelayObject> objects, Class<? extends RelayObject> kind) {
        return objects.stream().filter(kind::isInstance).count();
    }

    private static int markers(List<RelayObject> objects) {
        TreeSet<String> functions = new TreeSet<>();
        objects.stream()
                .filter(o -> o instanceof RelayObject.Marker || o instanceof RelayObject.PortMarker)
                .forEach(o -> functions.add(o.host() + " " + o.netdev()));
        return functions.size();
    }

    private void wire() {
        WireSection wire = plan.wire();
        out.heading("Wire: "
                + (wire.lanes().lanes().isEmpty()
                        ? "no lanes"
                        : wire.lanes().lanesPerPeer() + " lane" + (wire.lanes().lanesPerPeer() == 1 ? "" : "s")
                                + " a peer"));
        for (WireSection.Group group : wire.groups()) {
            out.sentence("Ranks " + group.first() + " to " + group.last() + ": " + group.said());
            group.schedules()
                    .forEach(s -> out.item(
                            "-",
                            Paint.NOTE,
                            s.name() + " for " + s.fromBytes() + " to " + s.toBytes() + " bytes, " + s.rounds()
                                    + " round" + (s.rounds() == 1 ? "" : "s") + ": " + s.reason() + "."));
        }
        wire.windowBytes()
                .ifPresent(window -> out.sentence("A relayed lane sends pieces of "
                        + wire.chunkBytes().orElse(window) + " bytes and has at most " + window + " in flight."));
        devices(wire);
        out.sentence(wire.trade());
    }

    private static String names(List<String> devices) {
        return devices.isEmpty() ? "none" : String.join(",", devices);
    }

    /** Devices once for all ranks that have the same names. */
    private void devices(WireSection wire) {
        List<String> lines = new ArrayList<>();
        wire.devices().stream()
                .collect(Collectors.groupingBy(
                        d -> names(d.wire()) + "; NCCL: " + names(d.nccl()),
                        java.util.LinkedHashMap::new,
                        Collectors.mapping(d -> Integer.toString(d.rank()), Collectors.toList())))
                .forEach((devices, ranks) ->
                        lines.add((ranks.size() == plan.hosts().size() ? "Every rank" : "Rank " + Names.few(ranks))
                                + ": wire " + devices));
        lines.forEach(out::sentence);
    }

    private void engine() {
        out.heading("Engine: NCCL " + plan.engine().nccl().name().toLowerCase(Locale.ROOT)
                + plan.engine().label().map(l -> " (" + l + ")").orElse(""));
        plan.engine().absence().ifPresent(out::sentence);
        if (!plan.engine().ranks().isEmpty()) {
            environment(plan.engine().ranks());
        }
        out.sentence(plan.engine().bisection());
    }

    private void environment(List<EngineEnvironment> ranks) {
        EngineEnvironment first = ranks.getFirst();
        out.sentence("Environment of rank 0; what is marked * differs from rank to rank.");
        reasons(first.set(), line -> line.name() + "=" + line.value() + (differs(ranks, line.name()) ? " *" : ""));
        if (!first.oneShot().isEmpty()) {
            out.sentence("For engines with one-shot RoCE collectives besides:");
            reasons(first.oneShot(), line -> line.name() + "=" + line.value());
        }
        out.sentence("Leave unset:");
        first.unset().forEach(u -> {
            out.item(" ", Paint.PLAIN, u.name());
            out.remark(u.reason());
        });
    }

    /** Lines that follow each other for one reason stand above it together. */
    private void reasons(List<EngineEnvironment.Line> lines, Function<EngineEnvironment.Line, String> words) {
        for (int i = 0; i < lines.size(); i++) {
            EngineEnvironment.Line line = lines.get(i);
            out.item(" ", Paint.PLAIN, words.apply(line));
            boolean last = i + 1 == lines.size() || !lines.get(i + 1).reason().equals(line.reason());
            if (last) {
                out.remark(line.reason());
            }
        }
    }

    private static boolean differs(List<EngineEnvironment> ranks, String name) {
        return ranks.stream()
                        .flatMap(r -> r.set().stream())
                        .filter(l -> l.name().equals(name))
                        .map(EngineEnvironment.Line::value)
                        .distinct()
                        .count()
                > 1;
    }

    /** One line a proof; what it checked word for word is in plan.json. */
    private void proofs() {
        out.heading("Proofs");
        for (Proof proof : plan.proofs()) {
            boolean complete = proof.notObserved().isEmpty();
            String cases = proof.cases() == 0 ? "nothing of the kind in this plan" : proof.cases() + " checked";
            out.item(
                    complete ? "✓" : "?",
                    complete ? Paint.GOOD : Paint.CAUTION,
                    proof.name() + ": " + (complete || proof.cases() > 0 ? cases : "not observed"));
            proof.notObserved().forEach(gap -> out.remark("not observed: " + gap));
        }
    }

    /** The one sentence that says who is who, for traces and messages. */
    static String rankOf(PlannedHost host) {
        return host.name() + " (rank " + host.rank() + ")";
    }
}
