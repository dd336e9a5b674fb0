package dev.kolo.plan.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.codec.Decoded;
import dev.kolo.fabric.json.JsonObject;
import dev.kolo.fabric.json.JsonReader;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.Boxes;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanJson;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.PlanRequest.RankRange;
import dev.kolo.plan.PlanRequest.RelayForm;
import dev.kolo.plan.Plans;
import dev.kolo.plan.wish.Wish;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanJsonTest {
    static Stream<Plan> plans() {
        return Stream.of(
                Plans.ring(4, PlanRequest.DEFAULT),
                Plans.ring(3, PlanRequest.DEFAULT),
                Plans.ring(8, Plans.KERNEL),
                Plans.ring(16, Plans.relays(Plans.HARDWARE, 7)),
                Plans.ring(20, Plans.relays(Plans.HARDWARE, 3)),
                Plans.path(4, Plans.HARDWARE),
                Plans.path(5, PlanRequest.DEFAULT),
                Plans.ring(4, Plans.HARDWARE.with().form(RelayForm.FLOW_LABEL).build()),
                Plans.ring(8, Plans.KERNEL.withGroups(List.of(new RankRange(0, 3), new RankRange(4, 7)))),
                Plans.ring(
                        4,
                        PlanRequest.DEFAULT
                                .with()
                                .transitRoutes(true)
                                .keepApart(true)
                                .build()),
                Plans.of(Fabric.of(new Wish(Shape.Kind.SWITCHED, 4).inventory()), PlanRequest.DEFAULT),
                Plans.of(Fabric.of(new Wish(Shape.Kind.PAIR, 2).inventory()), PlanRequest.DEFAULT),
                Plans.of(Boxes.ring(4).addressed().fabric(), Plans.HARDWARE));
    }

    @ParameterizedTest
    @MethodSource("plans")
    void readsBackWhatItWrites(Plan plan) {
        String json = PlanJson.write(plan);
        assertThat(PlanJson.read(json)).isEqualTo(new Decoded.Whole<>(plan));
        assertThat(PlanJson.write(plan)).isEqualTo(json).endsWith("}\n");
    }

    @Test
    void saysWhatScriptsRelyOn() {
        Plan plan = Plans.of(Boxes.ring(4).addressed().fabric(), Plans.KERNEL);
        JsonObject document = JsonReader.read(PlanJson.write(plan))
                .value()
                .orElseThrow()
                .asObject()
                .orElseThrow();
        assertThat(document.string("schema")).hasValue("kolo.plan/1");
        JsonObject host = document.objects("hosts").get(1);
        assertThat(host.string("name")).hasValue("spark2");
        JsonObject function = host.objects("functions").getFirst();
        assertThat(function.string("netdev")).hasValue("enp1s0f0np0");
        assertThat(function.string("device")).hasValue("rocep1s0f0");
        assertThat(function.string("mac")).hasValue("4c:bb:47:02:00:00");
        assertThat(function.string("address")).hasValue("10.10.1.10");
        assertThat(function.integer("prefixLength")).hasValue(24);
        assertThat(function.integer("port")).hasValue(0);
        assertThat(function.integer("plane")).hasValue(0);
        JsonObject link = document.objects("links").getFirst();
        assertThat(link.object("a").flatMap(a -> a.string("host"))).hasValue("spark1");
        assertThat(link.object("b").flatMap(b -> b.string("netdev"))).hasValue("enp1s0f1np1");
        assertThat(document.object("relays").flatMap(r -> r.string("label"))).hasValue("research-only");
        assertThat(document.string("identity")).hasValue(PlanJson.identity(plan));
        assertThat(PlanJson.identity(plan)).matches("sha256:[0-9a-f]{64}");
    }

    @Test
    void anotherPlanHasAnotherIdentity() {
        assertThat(PlanJson.identity(Plans.ring(4, Plans.KERNEL)))
                .isNotEqualTo(PlanJson.identity(Plans.ring(4, PlanRequest.DEFAULT)));
    }

    @Test
    void refusesAPlanThatWasChangedAfterItWasWritten() {
        String json = PlanJson.write(Plans.ring(4, Plans.KERNEL));
        String changed = json.replace("10.40.0.1", "10.40.0.9");
        assertThat(PlanJson.read(changed))
                .isInstanceOfSatisfying(
                        Decoded.Refused.class,
                        r -> assertThat(r.message()).contains("it was changed after it was written"));
    }

    @Test
    void laidOutOtherwiseItIsTheSamePlan() {
        Plan plan = Plans.ring(4, Plans.KERNEL);
        String compact = PlanJson.write(plan).replaceAll("\n *", "");
        assertThat(PlanJson.read(compact)).isEqualTo(new Decoded.Whole<>(plan));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "[]", "{}", "{\"schema\": \"kolo.plan/2\"}", "{\"schema\": \"kolo.plan/1\"}", "nonsense"})
    void refusesWhatIsNoPlan(String text) {
        assertThat(PlanJson.read(text)).isInstanceOf(Decoded.Refused.class);
    }

    @Test
    void refusesHalfAPlan() {
        String json = PlanJson.write(Plans.ring(4, Plans.KERNEL));
        for (int end : new int[] {10, 100, json.length() / 2, json.length() - 3}) {
            assertThat(PlanJson.read(json.substring(0, end))).isInstanceOf(Decoded.Refused.class);
        }
    }
}
