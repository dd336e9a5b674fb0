package dev.kolo.plan.page;

import dev.kolo.page.html.Markup;
import dev.kolo.page.text.Text;
import dev.kolo.plan.relay.Group;
import dev.kolo.plan.relay.RelayPath;
import dev.kolo.plan.relay.RelayPlan;
import dev.kolo.plan.relay.Tag;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The relayed ways of a group's first host, drawn: a row a way, with the Ethernet type that a frame bears on each cable. In a
 * ring the ways of all hosts are alike, so that one host's show them all; a drawing of all would be a tangle.
 */
final class WaysFigure {
    private static final int ROW_HEIGHT = 58;
    private static final int CARD_HEIGHT = 30;
    private static final int CABLE_WIDTH = 74;
    private static final int MARGIN = 4;
    private static final int MOST_LETTERS = 16;
    private static final int LETTER_WIDTH = 10;

    private final RelayPlan relayed;
    private final String id;
    private final List<Way> ways;
    private final int letters;
    private final Markup svg = new Markup();

    /** Hosts from sender to receiver, and the planes on which frames go this way. */
    private record Way(List<String> hosts, List<Integer> planes) {
        int relays() {
            return hosts.size() - 2;
        }
    }

    private WaysFigure(RelayPlan relayed, String id) {
        this.relayed = relayed;
        this.id = id;
        this.ways = waysOfFirst(relayed);
        int longest = relayed.group().members().stream()
                .mapToInt(m -> m.host().length())
                .max()
                .orElse(1);
        this.letters = Math.min(longest, MOST_LETTERS);
    }

    /**
     * The drawing of a group, with a sentence before it.
     *
     * @param relayed the group
     * @param id what its element ids start with, unique in the page
     */
    static Markup of(RelayPlan relayed, String id) {
        return new WaysFigure(relayed, id).markup();
    }

    private static List<Way> waysOfFirst(RelayPlan relayed) {
        List<Group.Member> members = relayed.group().members();
        Map<List<String>, List<Integer>> planes = new LinkedHashMap<>();
        for (RelayPath path : relayed.paths()) {
            if (path.from() == 0) {
                List<String> hosts = new ArrayList<>(path.relays());
                hosts.addFirst(members.getFirst().host());
                hosts.addLast(members.get(path.to()).host());
                planes.computeIfAbsent(hosts, h -> new ArrayList<>()).add(path.plane());
            }
        }
        return planes.entrySet().stream()
                .map(e -> new Way(e.getKey(), e.getValue()))
                .sorted(Comparator.comparingInt(Way::relays))
                .toList();
    }

    private Markup markup() {
        if (ways.isEmpty()) {
            return new Markup();
        }
        int most = ways.stream().mapToInt(w -> w.hosts.size()).max().orElse(2);
        int width = 2 * MARGIN + most * cardWidth() + (most - 1) * CABLE_WIDTH;
        int height = ways.size() * ROW_HEIGHT;
        svg.open(
                "svg",
                "class",
                "ring",
                "role",
                "img",
                "viewBox",
                "0 0 " + width + " " + height,
                "aria-labelledby",
                id + "-title " + id + "-desc",
                "style",
                "max-width:" + width + "px;min-width:" + width * 3 / 5 + "px;margin-left:0");
        String first = relayed.group().members().getFirst().host();
        svg.leaf("title", "Relayed ways from " + first, "id", id + "-title");
        List<String> said = ways.stream()
                .map(w -> w.hosts.getLast() + " over " + String.join(", ", w.hosts.subList(1, w.hosts.size() - 1)))
                .toList();
        svg.leaf("desc", "To " + String.join("; to ", said) + ".", "id", id + "-desc")
                .line();
        for (int row = 0; row < ways.size(); row++) {
            draw(ways.get(row), row * ROW_HEIGHT + ROW_HEIGHT / 2);
        }
        svg.close();
        String alike = relayed.group().closed() ? "; those of every other host are the same, turned" : "";
        return new Markup()
                .leaf(
                        "p",
                        "The ways from " + first + alike
                                + ". Over each cable stands the Ethernet type that a frame bears there: it falls at every"
                                + " host, and a frame that no rule knows is dropped.")
                .line()
                .open("div", "class", "figure", "tabindex", "0")
                .line()
                .add(svg)
                .close()
                .line();
    }

    private int cardWidth() {
        return letters * LETTER_WIDTH + 24;
    }

    private void draw(Way way, int y) {
        for (int i = 0; i < way.hosts.size(); i++) {
            int x = MARGIN + i * (cardWidth() + CABLE_WIDTH);
            if (i > 0) {
                cable(x - CABLE_WIDTH, y, way.relays() - i + 1, way.planes);
            }
            boolean relay = i > 0 && i < way.hosts.size() - 1;
            svg.empty(
                            "rect",
                            "class",
                            relay ? "plug" : "card",
                            "x",
                            px(x),
                            "y",
                            px(y - CARD_HEIGHT / 2),
                            "width",
                            px(cardWidth()),
                            "height",
                            px(CARD_HEIGHT),
                            "rx",
                            relay ? "15" : "6")
                    .leaf(
                            "text",
                            Text.fit(way.hosts.get(i), letters),
                            "class",
                            relay ? "port" : "name",
                            "x",
                            px(x + cardWidth() / 2),
                            "y",
                            px(y + 5),
                            "text-anchor",
                            "middle")
                    .line();
        }
    }

    private void cable(int x, int y, int relaysLeft, List<Integer> planes) {
        for (int i = 0; i < planes.size(); i++) {
            int at = y + 6 * i - 3 * (planes.size() - 1);
            svg.empty(
                            "path",
                            "class",
                            "strand plane" + Math.min(planes.get(i), 3),
                            "d",
                            "M" + (x + 2) + " " + at + " H" + (x + CABLE_WIDTH - 3))
                    .line();
        }
        svg.leaf(
                        "text",
                        Tag.text(Tag.of(relaysLeft)),
                        "class",
                        "subnet",
                        "x",
                        px(x + CABLE_WIDTH / 2),
                        "y",
                        px(y - 10),
                        "text-anchor",
                        "middle")
                .line();
    }

    private static String px(int value) {
        return Integer.toString(value);
    }
}
