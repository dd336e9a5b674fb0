package dev.kolo.plan.page;

import dev.kolo.page.html.Markup;
import dev.kolo.page.text.Paint;
import dev.kolo.page.text.Table;
import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.relay.Bounds;
import dev.kolo.plan.relay.Group;
import dev.kolo.plan.relay.HairpinQueue;
import dev.kolo.plan.relay.RelayPath;
import dev.kolo.plan.relay.RelayPlan;
import dev.kolo.plan.relay.RelaySection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What the page says of relays: every path, and what an exchange puts on every queue. */
final class RelaySections {
    /** All queues of a ring of 16: their bars are what one looks for. */
    private static final int MOST_OPEN_QUEUES = 64;

    private final RelaySection relays;

    RelaySections(RelaySection relays) {
        this.relays = relays;
    }

    boolean any() {
        return !relays.objects().isEmpty();
    }

    Markup paths() {
        Markup out = new Markup();
        out.leaf("p", RelaySection.LABEL, "class", "state caution");
        out.leaf(
                "p",
                relays.backend() == Backend.HARDWARE
                        ? "The NICs of the hosts between forward; no processor does. Every path has its reverse."
                        : "The kernels of the hosts between forward below IP, by rules alone. Every path has its reverse.");
        for (int i = 0; i < relays.groups().size(); i++) {
            RelayPlan group = relays.groups().get(i);
            LongTable table = new LongTable(new Table("From", "To", "Plane", "Over", "From address", "To address"));
            for (RelayPath path : group.paths()) {
                table.row(
                        host(group, path.from()),
                        host(group, path.to()),
                        Integer.toString(path.plane()),
                        String.join(" → ", path.relays()),
                        path.source().toString(),
                        path.destination().toString());
            }
            out.add(WaysFigure.of(group, "ways" + i)).add(table.markup(groupName(i), "paths"));
        }
        return out;
    }

    private String groupName(int index) {
        if (relays.groups().size() == 1) {
            return "";
        }
        List<Group.Member> members = relays.groups().get(index).group().members();
        return "Ranks " + members.getFirst().rank() + "–" + members.getLast().rank() + ": ";
    }

    private static String host(RelayPlan group, int position) {
        return group.group().members().get(position).host();
    }

    Markup queues() {
        Markup out = new Markup();
        long bytes = HairpinQueue.bytesOf(relays.queueSize());
        out.leaf(
                "p",
                "A queue of " + relays.queueSize() + " entries holds " + grouped(bytes) + " bytes"
                        + (relays.queueSizeKnown() ? ", as the facts show it" : "; the facts do not show the size")
                        + ". It cannot pause its sender: what does not fit is dropped and sent again, several times slower.");
        for (int i = 0; i < relays.bounds().size(); i++) {
            Bounds bounds = relays.bounds().get(i);
            if (bounds.worstLoad() > 0) {
                out.leaf("p", groupName(i) + sentence(bounds));
            }
            out.add(table(bounds));
        }
        return out;
    }

    private String sentence(Bounds bounds) {
        return "The fullest queue takes " + number(bounds.worstLoad())
                + " times one peer's payload, so that one operation may" + " carry at most "
                + grouped(bounds.operationBytes(relays.queueSize())) + " bytes a peer.";
    }

    private Markup table(Bounds bounds) {
        List<HairpinQueue> sorted = new ArrayList<>(bounds.queues());
        sorted.sort(Comparator.comparingDouble(HairpinQueue::load).reversed());
        LongTable table = new LongTable(
                new Table("Relay", "In", "Out", "Lanes", "Load", "Of the fullest")
                        .alignRight(3)
                        .alignRight(4),
                MOST_OPEN_QUEUES);
        for (HairpinQueue queue : sorted) {
            int tenths = bounds.worstLoad() == 0 ? 0 : (int) Math.round(10 * queue.load() / bounds.worstLoad());
            table.row(List.of(
                    new Table.Cell(queue.host(), Paint.STRONG),
                    Table.Cell.of(queue.ingress()),
                    Table.Cell.of(queue.egress()),
                    Table.Cell.of(Integer.toString(queue.lanes())),
                    Table.Cell.of(number(queue.load())),
                    new Table.Cell("█".repeat(tenths) + "░".repeat(10 - tenths), Paint.FAINT)));
        }
        return table.markup("", "queues");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value).replaceAll("\\.?0+$", "");
    }

    private static String grouped(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
