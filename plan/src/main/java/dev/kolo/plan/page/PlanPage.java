package dev.kolo.plan.page;

import dev.kolo.fabric.topology.Shape;
import dev.kolo.page.html.HtmlPage;
import dev.kolo.page.html.HtmlTable;
import dev.kolo.page.html.Markup;
import dev.kolo.page.ring.RingFigure;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Table;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanJson;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.proof.Proof;
import java.util.List;

/** {@code plan.html}: all of a plan for people, in the order in which one asks. */
public final class PlanPage {
    /** Above this the drawing and the list of hosts are many screens high, and stand folded. */
    private static final int MOST_OPEN_HOSTS = 32;

    private final Plan plan;

    private PlanPage(Plan plan) {
        this.plan = plan;
    }

    /** The page's text. */
    public static String of(Plan plan) {
        return new PlanPage(plan).html();
    }

    private String html() {
        String title = titleOf(plan);
        HtmlPage page = new HtmlPage(title, "Planned: " + summary() + ".");
        page.section("fabric", "Cables and networks", fabric());
        if (!plan.notes().isEmpty()) {
            page.section("notes", "What to know", notes());
        }
        page.section("hosts", "Hosts", foldedWhenLong(HtmlTable.of(hosts()), "The functions of "));
        RelaySections relays = new RelaySections(plan.relays());
        if (relays.any()) {
            page.section("paths", "Relayed paths", relays.paths());
            page.section("queues", "Hairpin queues", relays.queues());
        }
        RunSections run = new RunSections(plan);
        page.section("wire", "Lanes and schedules of the wire", run.wire());
        page.section("engine", "Environment of the engine", run.engine());
        page.section("proofs", "Proofs", proofs());
        return page.footer("Plan " + PlanJson.identity(plan)
                        + ", made by kolo plan. This page loads nothing and sends nothing.")
                .html();
    }

    /** What a plan is of, in a few words: "A ring of 4 hosts". */
    public static String titleOf(Plan plan) {
        String form = plan.shape() == Shape.Kind.SWITCHED
                ? "switched fabric"
                : plan.shape().word();
        return "A " + form + " of " + plan.hosts().size() + " hosts";
    }

    private String summary() {
        int most = plan.relays().relays();
        String relays = plan.relays().objects().isEmpty()
                ? "no relays"
                : "paths over up to " + most + (most == 1 ? " relay" : " relays") + ", "
                        + plan.relays().backend().word() + " backend";
        String invented = plan.invented() ? ", from a wish: names, addresses and MACs are invented" : "";
        String links = plan.links().isEmpty()
                ? plan.addresses().segments().size() + " switched networks"
                : plan.links().size() + " links";
        return links + ", " + relays + ", " + plan.proofs().size()
                + (plan.proofs().size() == 1 ? " proof" : " proofs") + invented;
    }

    private Markup fabric() {
        return foldedWhenLong(RingFigure.of(PlanSketch.of(plan), "plan"), "The drawing of ");
    }

    private Markup foldedWhenLong(Markup part, String summary) {
        int count = plan.hosts().size();
        return count <= MOST_OPEN_HOSTS
                ? part
                : new Markup()
                        .open("details")
                        .leaf("summary", summary + count + " hosts")
                        .line()
                        .add(part)
                        .close()
                        .line();
    }

    private Markup notes() {
        Markup out = new Markup().open("ul");
        plan.notes().forEach(note -> out.leaf("li", note).line());
        return out.close();
    }

    private Table hosts() {
        Table table = new Table("Rank", "Host", "Netdev", "RDMA device", "Port", "Plane", "Address", "MAC");
        for (PlannedHost host : plan.hosts()) {
            boolean first = true;
            for (PlannedFunction f : host.functions()) {
                table.row(List.of(
                        Table.Cell.of(first ? Integer.toString(host.rank()) : ""),
                        new Table.Cell(first ? host.name() : "", Paint.STRONG),
                        Table.Cell.of(f.netdev()),
                        f.device().map(Table.Cell::of).orElse(new Table.Cell("not seen", Paint.CAUTION)),
                        Table.Cell.of(
                                f.card() == 0 ? Integer.toString(f.port()) : "card " + f.card() + " port " + f.port()),
                        Table.Cell.of(Integer.toString(f.plane())),
                        address(f),
                        f.mac()
                                .map(m -> Table.Cell.of(m.toString()))
                                .orElse(new Table.Cell("not seen", Paint.CAUTION))));
                first = false;
            }
        }
        return table;
    }

    private static Table.Cell address(PlannedFunction f) {
        if (!f.linked()) {
            return new Table.Cell("no cable of this plan", Paint.FAINT);
        }
        return Table.Cell.of(f.address().map(Object::toString).orElse("none")
                + (f.prefixLength().isPresent() ? "/" + f.prefixLength().getAsInt() : "")
                + (f.kept() ? " (as now)" : ""));
    }

    private Markup proofs() {
        Table table = new Table("Proof", "What was checked", "Cases", "Result").alignRight(2);
        for (Proof proof : plan.proofs()) {
            table.row(List.of(
                    new Table.Cell(proof.name(), Paint.STRONG),
                    Table.Cell.of(proof.checked()),
                    Table.Cell.of(Integer.toString(proof.cases())),
                    result(proof)));
        }
        Markup out = new Markup().add(HtmlTable.of(table));
        for (Proof proof : plan.proofs()) {
            if (!proof.notObserved().isEmpty()) {
                out.leaf("h3", "Not observed: " + proof.name()).open("ul", "class", "not-observed");
                proof.notObserved().forEach(n -> out.leaf("li", n).line());
                out.close();
            }
        }
        return out;
    }

    private static Table.Cell result(Proof proof) {
        if (!proof.holds()) {
            return new Table.Cell("fails: " + proof.failures().getFirst(), Paint.WRONG);
        }
        if (!proof.notObserved().isEmpty()) {
            return new Table.Cell("holds as far as the facts show", Paint.CAUTION);
        }
        return proof.cases() == 0
                ? new Table.Cell("nothing of the kind", Paint.FAINT)
                : new Table.Cell("holds", Paint.GOOD);
    }
}
