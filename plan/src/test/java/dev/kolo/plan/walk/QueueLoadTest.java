package dev.kolo.plan.walk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.json.JsonArray;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.fabric.json.JsonReader;
import dev.kolo.plan.PlanRequest.Backend;
import dev.kolo.plan.artefact.RenderedPlan;
import dev.kolo.plan.walk.CablingText.Place;
import dev.kolo.plan.walk.CablingText.Port;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Counts what one exchange puts on every queue by walking each relayed lane's frames, both ways, through the text of the
 * artefacts, and holds plan.json's bounds to it.
 */
class QueueLoadTest {
    @ParameterizedTest
    @CsvSource({
        "4, true, 1, 0.5, 0.5",
        "5, true, 1, 0.5, 0.5",
        "6, true, 2, 1.0, 1.5",
        "7, true, 2, 1.5, 1.5",
        "8, true, 3, 2.5, 3.0",
        "12, true, 5, 6.5, 7.5",
        "16, true, 7, 12.5, 14.0",
        "4, false, 2, 1.0, 1.0"
    })
    void isWhatThePlanSaysAndFitsItsBounds(int size, boolean closed, int relays, double load, double published) {
        RenderedPlan rendered = RenderedPlan.of(size, closed, 2, Backend.HARDWARE, relays, List.of());
        JsonObject section = ((JsonObject)
                        JsonReader.read(rendered.planJson()).value().orElseThrow())
                .object("relays")
                .orElseThrow();
        JsonObject group = section.objects("groups").getFirst();
        JsonObject bounds = group.object("bounds").orElseThrow();
        Map<String, Integer> counted = counted(rendered, group);
        Map<String, Integer> stated = new TreeMap<>();
        for (JsonObject queue : bounds.array("queues").map(JsonArray::objects).orElseThrow()) {
            String place = queue.string("host").orElseThrow() + " "
                    + queue.string("ingress").orElseThrow() + " "
                    + queue.string("egress").orElseThrow();
            stated.put(place, queue.integer("lanes").orElseThrow());
        }
        assertThat(counted).isEqualTo(stated);

        int most = counted.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
        assertThat(most / 2.0).isEqualTo(load);
        assertThat(bounds.decimal("worstLoad")).hasValue(load);
        assertThat(group.object("published").orElseThrow().decimal("worstLoad")).hasValue(published);
        long usable = 64L * section.integer("queueSize").orElseThrow() * 3 / 4;
        long operation = section.wholeNumber("operationBytes").orElseThrow();
        assertThat((long) (operation * load)).isLessThanOrEqualTo(usable);
        assertThat((long) ((operation + 1) * load)).isGreaterThanOrEqualTo(usable - 16);
        assertThat(section.wholeNumber("operationBytesAtBestQueueAsPublished"))
                .hasValue((long) (64 * 8192 * 3 / 4 / published));
    }

    /** Lanes on each queue, by host, netdev in and netdev out. */
    private static Map<String, Integer> counted(RenderedPlan rendered, JsonObject group) {
        CablingText cabling = CablingText.of(rendered.planJson());
        Map<String, HostText> hosts = new HashMap<>();
        rendered.upScripts().forEach((host, script) -> hosts.put(host, HostText.of(script)));
        Wires wires = new Wires(cabling, hosts);
        Map<String, Integer> counts = new TreeMap<>();
        for (JsonObject lane : group.objects("lanes")) {
            String low = lane.string("lowAddress").orElseThrow();
            String high = lane.string("highAddress").orElseThrow();
            count(wires, low, high, counts);
            count(wires, high, low, counts);
        }
        return counts;
    }

    private static void count(Wires wires, String from, String to, Map<String, Integer> counts) {
        Port sender = wires.cabling().portWith(from).orElseThrow();
        Wires.Fate fate = wires.send(sender.place().host(), to);
        assertThat(fate.taken()).as("%s to %s", from, to).isTrue();
        Place in = sender.place();
        for (Wires.Hop hop : fate.hops()) {
            if (!hop.out().host().equals(sender.place().host())) {
                counts.merge(
                        hop.out().host() + " " + in.netdev() + " " + hop.out().netdev(), 1, Integer::sum);
            }
            in = Objects.requireNonNull(wires.cabling().cables().get(hop.out()));
        }
    }
}
