package dev.kolo.plan.walk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.PlanRequest.RankRange;
import dev.kolo.plan.artefact.RenderedPlan;
import dev.kolo.plan.walk.CablingText.Place;
import dev.kolo.plan.walk.CablingText.Port;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Walks frames through the text of the artefacts, host by host: with the relays that a shape needs every ordered pair of a
 * group reaches each other on every plane, and no other frame arrives anywhere.
 */
class WalkTest {
    private static final int FIRST_TAG = 0x88b5;
    private static final int IPV4 = 0x0800;
    private static final String NOBODY = "02:00:00:00:00:99";
    private static final List<Integer> TYPES = List.of(IPV4, 0x88b5, 0x88b6, 0x88b7, 0x88b8, 0x88b9, 0x88ba, 0x88bb);

    /**
     * One plan.
     *
     * @param size hosts
     * @param closed ring or path
     * @param groups groups of ranks; empty for one of all
     */
    record Case(int size, boolean closed, int planes, Backend backend, List<RankRange> groups) {
        /** Relays that it takes to reach everyone of a group. */
        int relays() {
            return groups.isEmpty()
                    ? Math.max(0, closed ? size / 2 - 1 : size - 2)
                    : groups.stream()
                            .mapToInt(g -> g.last() - g.first() - 1)
                            .max()
                            .orElse(0);
        }

        List<RankRange> allGroups() {
            return groups.isEmpty() ? List.of(new RankRange(0, size - 1)) : groups;
        }

        boolean isRing(RankRange group) {
            return closed && group.first() == 0 && group.last() == size - 1;
        }

        Wires wires() {
            RenderedPlan rendered = RenderedPlan.of(size, closed, planes, backend, relays(), groups);
            Map<String, HostText> hosts = new HashMap<>();
            rendered.upScripts().forEach((host, script) -> hosts.put(host, HostText.of(script)));
            return new Wires(CablingText.of(rendered.planJson()), hosts);
        }

        @Override
        public String toString() {
            return (closed ? "ring" : "path") + " of " + size + ", " + planes + " plane(s), " + backend.word()
                    + (groups.isEmpty() ? "" : ", groups " + groups);
        }
    }

    /** Every case, rendered once for all tests. */
    private static final Map<Case, Wires> WIRES = new ConcurrentHashMap<>();

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Backend backend : Backend.values()) {
            for (int planes = 1; planes <= 2; planes++) {
                for (int size = 2; size <= 16; size++) {
                    cases.add(new Case(size, size > 2, planes, backend, List.of()));
                    if (size >= 3 && size <= 9) {
                        cases.add(new Case(size, false, planes, backend, List.of()));
                    }
                }
                for (int size = 4; planes == 2 && size <= 16; size++) {
                    List<RankRange> halves = List.of(range(0, size / 2 - 1), range(size / 2, size - 1));
                    cases.add(new Case(size, true, planes, backend, halves));
                    cases.add(new Case(size, false, planes, backend, halves));
                }
                cases.add(new Case(12, true, planes, backend, List.of(range(0, 2), range(3, 6), range(7, 11))));
                cases.add(new Case(9, true, planes, backend, List.of(range(2, 6))));
            }
        }
        return cases;
    }

    private static Wires wires(Case plan) {
        return WIRES.computeIfAbsent(plan, Case::wires);
    }

    private static RankRange range(int first, int last) {
        return new RankRange(first, last);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void deliversEveryOrderedPairOfAGroupAndBackAlongTheSameHosts(Case plan) {
        Wires wires = wires(plan);
        List<String> names = wires.cabling().hosts();
        for (RankRange group : plan.allGroups()) {
            for (int from = group.first(); from <= group.last(); from++) {
                for (int to = group.first(); to <= group.last(); to++) {
                    for (int plane = 0; from != to && plane < plan.planes(); plane++) {
                        List<List<String>> ways = ways(plan, group, names, from, to);
                        List<List<String>> walked = walked(wires, names.get(from), names.get(to), plane);
                        assertThat(walked)
                                .as("%s to %s on plane %d", names.get(from), names.get(to), plane)
                                .containsExactlyInAnyOrderElementsOf(ways);
                    }
                }
            }
        }
    }

    /** Hosts between two, the shorter way; both ways to the opposite host of an even ring. */
    private static List<List<String>> ways(Case plan, RankRange group, List<String> names, int from, int to) {
        int size = group.last() - group.first() + 1;
        List<List<String>> ways = new ArrayList<>();
        for (int step : new int[] {1, -1}) {
            int distance = plan.isRing(group) ? Math.floorMod(step * (to - from), size) : step * (to - from);
            boolean shorter = plan.isRing(group) ? 2 * distance <= size : distance > 0;
            if (shorter) {
                ways.add(IntStream.range(1, distance)
                        .mapToObj(i -> names.get(Math.floorMod(from + step * i, names.size())))
                        .toList());
            }
        }
        return ways;
    }

    /** The relays of every address of a host that is reached, each with its reverse. */
    private static List<List<String>> walked(Wires wires, String from, String to, int plane) {
        List<List<String>> ways = new ArrayList<>();
        for (Port port : wires.cabling().portsOf(to)) {
            Wires.Fate fate = wires.send(from, port.address());
            if (port.plane() == plane && fate.taken()) {
                assertThat(fate.at()).isEqualTo(port.place());
                ways.add(fate.relays());
                Place out = fate.hops().getFirst().out();
                String source = port(wires, out).address();
                Wires.Fate back = wires.send(to, source);
                assertThat(back.taken()).as("back from %s to %s", to, source).isTrue();
                assertThat(back.at()).isEqualTo(out);
                assertThat(back.relays()).isEqualTo(fate.relays().reversed());
                assertTagsDecrease(fate);
            }
        }
        return ways;
    }

    private static void assertTagsDecrease(Wires.Fate fate) {
        int left = fate.hops().size() - 1;
        for (Wires.Hop hop : fate.hops()) {
            assertThat(hop.frame().type()).isEqualTo(left == 0 ? IPV4 : FIRST_TAG - 1 + left);
            left--;
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void letsNoFrameWithAnotherTagOrMacArrive(Case plan) {
        Wires wires = wires(plan);
        List<String> arrived = new ArrayList<>();
        int forgeries = 0;
        for (Port target : wires.cabling().ports().values()) {
            for (String from : wires.cabling().hosts()) {
                Wires.Fate fate = wires.send(from, target.address());
                if (!fate.taken()) {
                    continue;
                }
                Wires.Hop first = fate.hops().getFirst();
                for (int type : TYPES) {
                    Wires.Frame forged = new Wires.Frame(
                            first.frame().source(), first.frame().mac(), type, target.address());
                    if (type != first.frame().type()) {
                        forgeries++;
                        for (boolean promiscuous : new boolean[] {false, true}) {
                            note(
                                    arrived,
                                    wires.travel(first.out(), forged, promiscuous),
                                    Wires.End.NO_RULE,
                                    Wires.End.WRONG_ADDRESS);
                        }
                    }
                }
                for (Wires.Hop hop : fate.hops()) {
                    Wires.Frame forged = new Wires.Frame(
                            hop.frame().source(), NOBODY, hop.frame().type(), target.address());
                    forgeries++;
                    note(arrived, wires.travel(hop.out(), forged), Wires.End.WRONG_MAC);
                }
            }
        }
        assertThat(arrived).isEmpty();
        assertThat(forgeries).isGreaterThanOrEqualTo(8 * plan.size());
    }

    /**
     * What dies, dies of the rules themselves, and not of a port's own filter, which a packet capture switches off: a wrong
     * tag always, a frame from outside the group whatever its tag and MAC, a plain frame for another MAC. A rule matches no
     * MAC, so that a relay with its filter off passes a frame for another MAC on, but only to where it would have gone.
     */
    @ParameterizedTest
    @MethodSource("cases")
    void needsNoFilterOfAPortToKeepFramesFromStrangers(Case plan) {
        Wires wires = wires(plan);
        List<String> names = wires.cabling().hosts();
        List<String> strayed = new ArrayList<>();
        for (Map.Entry<Place, Place> cable : wires.cabling().cables().entrySet()) {
            Place in = cable.getValue();
            boolean shared = plan.allGroups().stream()
                    .anyMatch(g ->
                            g.contains(names.indexOf(cable.getKey().host())) && g.contains(names.indexOf(in.host())));
            String mac = port(wires, in).mac();
            for (Port target : wires.cabling().ports().values()) {
                for (int type : TYPES) {
                    Wires.Frame right = new Wires.Frame(NOBODY, mac, type, target.address());
                    Wires.Frame wrong = new Wires.Frame(NOBODY, NOBODY, type, target.address());
                    Wires.Fate meant = wires.travel(cable.getKey(), right);
                    Wires.Fate fate = wires.travel(cable.getKey(), wrong, true);
                    boolean fits = type == IPV4
                            ? fate.end() == Wires.End.WRONG_MAC && fate.at().equals(in)
                            : fate.end() == meant.end() && fate.at().equals(meant.at());
                    if (!fits || !shared && type != IPV4 && fate.end() != Wires.End.NO_RULE) {
                        strayed.add(cable.getKey() + " into " + in + ": " + fate);
                    }
                }
            }
        }
        assertThat(strayed).isEmpty();
    }

    private static void note(List<String> surprises, Wires.Fate fate, Wires.End... expected) {
        if (!List.of(expected).contains(fate.end())) {
            surprises.add(fate.toString());
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void keepsFramesWithinTheirGroup(Case plan) {
        Wires wires = wires(plan);
        List<String> names = wires.cabling().hosts();
        List<String> strayed = new ArrayList<>();
        for (Map.Entry<Place, Place> cable : wires.cabling().cables().entrySet()) {
            Place out = cable.getKey();
            Place in = cable.getValue();
            int sender = names.indexOf(out.host());
            int receiver = names.indexOf(in.host());
            Optional<RankRange> shared = plan.allGroups().stream()
                    .filter(g -> g.contains(sender) && g.contains(receiver))
                    .findFirst();
            String mac = port(wires, in).mac();
            for (int type : TYPES) {
                for (Port target : wires.cabling().ports().values()) {
                    Wires.Fate fate = wires.travel(out, new Wires.Frame(NOBODY, mac, type, target.address()));
                    boolean inside = shared.isPresent()
                            ? Stream.concat(
                                            fate.hops().stream()
                                                    .map(h -> h.out().host()),
                                            Stream.of(fate.at().host()))
                                    .allMatch(h -> shared.get().contains(names.indexOf(h)))
                            : fate.at().equals(in);
                    boolean ended = fate.end() != Wires.End.STILL_GOING && fate.end() != Wires.End.NO_CABLE;
                    if (!inside || !ended || shared.isEmpty() && type != IPV4 && fate.end() != Wires.End.NO_RULE) {
                        strayed.add(out + " into " + in + ": " + fate);
                    }
                }
            }
        }
        assertThat(strayed).isEmpty();
    }

    private static Port port(Wires wires, Place place) {
        return Objects.requireNonNull(wires.cabling().ports().get(place));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void reachesNobodyOutsideTheGroupButNeighbours(Case plan) {
        Wires wires = wires(plan);
        List<String> names = wires.cabling().hosts();
        for (int from = 0; from < names.size(); from++) {
            int rank = from;
            for (Port target : wires.cabling().ports().values()) {
                int to = names.indexOf(target.place().host());
                boolean together = plan.allGroups().stream().anyMatch(g -> g.contains(rank) && g.contains(to));
                Wires.Fate fate = wires.send(names.get(from), target.address());
                if (!together && fate.taken()) {
                    assertThat(fate.relays()).as("%d to %d", from, to).isEmpty();
                }
            }
        }
    }

    /** Without any one line some pair is cut off: the walk would notice, and nothing is there for nothing. */
    @ParameterizedTest
    @EnumSource
    void needsEveryObject(Backend backend) {
        RenderedPlan rendered = RenderedPlan.of(6, true, 1, backend, 2, List.of());
        CablingText cabling = CablingText.of(rendered.planJson());
        Map<String, HostText> hosts = new HashMap<>();
        rendered.upScripts().forEach((host, script) -> hosts.put(host, HostText.of(script)));
        int all = taken(new Wires(cabling, hosts));
        int tried = 0;
        for (String host : cabling.hosts()) {
            String script = rendered.upScripts().get(host);
            HostText whole = hosts.get(host);
            assertThat(script).isNotNull();
            for (String line : Objects.requireNonNull(script).split("\n")) {
                for (String less : withoutAnObject(line)) {
                    hosts.put(host, HostText.of(script.replace(line + "\n", less + "\n")));
                    assertThat(taken(new Wires(cabling, hosts)))
                            .as("%s without %s", host, line)
                            .isLessThan(all);
                    tried++;
                }
            }
            hosts.put(host, Objects.requireNonNull(whole));
        }
        assertThat(tried).isEqualTo(6 * 4 * 4);
    }

    /** The line without the object that it sets up; without one rule of a marker each. */
    private static List<String> withoutAnObject(String line) {
        if (line.startsWith("ip ") || line.startsWith("tc filter ")) {
            return List.of("");
        }
        if (!line.startsWith("/")) {
            return List.of();
        }
        return Pattern.compile(" --rule \\S+")
                .matcher(line)
                .results()
                .map(rule -> line.substring(0, rule.start()) + line.substring(rule.end()))
                .map(l -> l.contains(" --rule ") ? l : "")
                .toList();
    }

    private static int taken(Wires wires) {
        int taken = 0;
        for (String from : wires.cabling().hosts()) {
            for (Port target : wires.cabling().ports().values()) {
                taken += wires.send(from, target.address()).taken() ? 1 : 0;
            }
        }
        return taken;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void hasTheObjectsThatWerePublished(Case plan) {
        Wires wires = wires(plan);
        for (String host : wires.cabling().hosts()) {
            HostText text = wires.host(host);
            if (plan.groups().isEmpty() && plan.closed()) {
                assertThat(text.routeCount()).isEqualTo(2 * plan.planes() * plan.relays());
                assertThat(text.relayCount()).isEqualTo(2 * plan.planes() * plan.relays());
            }
            boolean hardware = plan.backend() == Backend.HARDWARE;
            assertThat(hardware ? text.relaysInHardware() : text.relaysInKernel())
                    .isTrue();
            assertThat(text.markerProcesses() > 0).isEqualTo(hardware && text.routeCount() > 0);
        }
    }

    /** The older form: one way round a plane, two of each object a host, and MACs that must both fit. */
    @Test
    void reachesOppositeHostsInTheOlderForm() {
        RenderedPlan rendered = RenderedPlan.ofOlderForm();
        Map<String, HostText> hosts = new HashMap<>();
        rendered.upScripts().forEach((host, script) -> hosts.put(host, HostText.of(script)));
        Wires wires = new Wires(CablingText.of(rendered.planJson()), hosts);
        List<String> names = wires.cabling().hosts();
        for (int from = 0; from < 4; from++) {
            HostText text = wires.host(names.get(from));
            assertThat(List.of(text.routeCount(), text.relayCount(), text.markerProcesses()))
                    .containsExactly(2, 2, 2);
            Map<Integer, String> relayOfPlane = new HashMap<>();
            for (Port target : wires.cabling().portsOf(names.get((from + 2) % 4))) {
                Wires.Fate fate = wires.send(names.get(from), target.address(), true);
                if (fate.taken()) {
                    relayOfPlane.put(target.plane(), fate.relays().getFirst());
                    String source = port(wires, fate.hops().getFirst().out()).address();
                    assertThat(wires.send(target.place().host(), source, true).relays())
                            .isEqualTo(fate.relays());
                    Wires.Hop first = fate.hops().getFirst();
                    Wires.Frame forged = new Wires.Frame(
                            NOBODY, first.frame().mac(), first.frame().type(), target.address());
                    assertThat(wires.travel(first.out(), forged).end()).isEqualTo(Wires.End.NO_RULE);
                    Wires.Frame forAnother = new Wires.Frame(
                            first.frame().source(), NOBODY, first.frame().type(), target.address());
                    assertThat(wires.travel(first.out(), forAnother, true).end())
                            .isEqualTo(Wires.End.NO_RULE);
                }
                assertThat(wires.send(names.get(from), target.address()).taken())
                        .as("another flow label")
                        .isFalse();
            }
            assertThat(relayOfPlane.values())
                    .containsExactlyInAnyOrder(names.get((from + 1) % 4), names.get((from + 3) % 4));
        }
    }
}
