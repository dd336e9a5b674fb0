package dev.kolo.plan.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanJson;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.Plans;
import dev.kolo.plan.wish.Wish;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PlanPageTest {
    private static Plan switched() {
        return Plans.of(Fabric.of(new Wish(Shape.Kind.SWITCHED, 4).inventory()), PlanRequest.DEFAULT);
    }

    @Test
    void showsRingPathsQueuesLanesEnvironmentAndProofs() {
        Plan plan = Plans.ring(6, Plans.HARDWARE);
        String page = PlanPage.of(plan);
        assertThat(page)
                .startsWith("<!DOCTYPE html>\n")
                .contains("<h1>A ring of 6 hosts</h1>", "12 links, paths over up to 2 relays, hardware backend")
                .contains("<svg", "10.40.0.0/24", "ring of 6")
                .contains(">research-only<", "48 paths", "24 queues", "30 lanes")
                .contains("NCCL_SWITCHLESS_RING_ONLY", "Rank 5 on spark6")
                .contains(PlanJson.identity(plan));
        assertThat(sections(page))
                .containsExactly("fabric", "notes", "hosts", "paths", "queues", "wire", "engine", "proofs");
        assertThat(plan.proofs()).allSatisfy(p -> assertThat(page).contains(">" + p.name() + "<"));
    }

    @Test
    void drawsTheWaysOfTheFirstHostWithTheTypesOnEachCable() {
        String page = PlanPage.of(Plans.ring(8, Plans.KERNEL));
        assertThat(page)
                .contains("The ways from spark1; those of every other host are the same, turned")
                .contains("To spark3 over spark2; to spark7 over spark8;")
                .contains("to spark5 over spark2, spark3, spark4; to spark5 over spark8, spark7, spark6.");
        int start = page.indexOf("id=\"ways0-title\"");
        String drawing = page.substring(start, page.indexOf("</svg>", start));
        assertThat(drawing.split(">0x88b7<", -1))
                .as("the first cable of the two longest ways")
                .hasSize(1 + 2);
        assertThat(drawing.split(">0x0800<", -1))
                .as("the last cable of every way")
                .hasSize(1 + 6);
        assertThat(page)
                .as("the bars of the queues are to be seen at once")
                .contains("<details open=\"\"><summary>32 queues</summary>", "<details><summary>96 paths</summary>");
        String path = PlanPage.of(Plans.path(4, Plans.KERNEL));
        assertThat(path).contains("The ways from spark1. Over each cable");
    }

    @Test
    void saysNothingOfRelaysWhereThereAreNone() {
        String page = PlanPage.of(Plans.ring(3, PlanRequest.DEFAULT));
        assertThat(page).contains("6 links, no relays").doesNotContain("research-only", "Hairpin");
        assertThat(sections(page)).doesNotContain("paths", "queues");
    }

    @Test
    void drawsASwitch() {
        assertThat(PlanPage.of(switched()))
                .contains("<h1>A switched fabric of 4 hosts</h1>", "2 switched networks")
                .contains("no cable of this plan");
    }

    @Test
    void callsTheOpenEndsOfAPathWithoutALink() {
        assertThat(PlanPage.of(Plans.path(4, PlanRequest.DEFAULT)))
                .contains("no link")
                .doesNotContain(">not seen<");
    }

    @Test
    void foldsTheDrawingOfManyHosts() {
        assertThat(PlanPage.of(Plans.ring(32, PlanRequest.DEFAULT))).doesNotContain("The drawing of ");
        assertThat(PlanPage.of(Plans.ring(33, PlanRequest.DEFAULT)))
                .contains("<summary>The drawing of 33 hosts</summary>", "<summary>The functions of 33 hosts</summary>");
    }

    @Test
    void cutsTablesThatNobodyWouldRead() {
        String page =
                PlanPage.of(Plans.of(Fabric.of(new Wish(Shape.Kind.SWITCHED, 64).inventory()), PlanRequest.DEFAULT));
        assertThat(page)
                .contains("4032 lanes", "The first 1000 are shown; all of them are in plan.json.")
                .contains("Rank 15 on ", "The first 16 ranks are shown")
                .doesNotContain("Rank 16 on ")
                .hasSizeLessThan(1_000_000);
    }

    @Test
    void saysThatAWishIsInvented() {
        Plan plan = Plans.ring(4, PlanRequest.DEFAULT);
        Plan invented = new Plan(
                plan.shape(),
                true,
                plan.hosts(),
                plan.links(),
                plan.addresses(),
                plan.lanes(),
                plan.wire(),
                plan.relays(),
                plan.engine(),
                plan.transit(),
                plan.proofs(),
                List.of("a <script>alert(1)</script> & more"));
        assertThat(PlanPage.of(invented))
                .contains("names, addresses and MACs are invented")
                .contains("a &lt;script&gt;alert(1)&lt;/script&gt; &amp; more");
        assertThat(PlanPage.of(plan)).doesNotContain("invented");
    }

    @Test
    void loadsNothingAndGivesTheSameBytesForTheSamePlan() {
        for (PlanRequest request : List.of(Plans.KERNEL, Plans.HARDWARE)) {
            String page = PlanPage.of(Plans.ring(8, request));
            assertThat(page)
                    .isEqualTo(PlanPage.of(Plans.ring(8, request)))
                    .contains("Content-Security-Policy")
                    .doesNotContain("<script", "src=", "http://", "https://", "url(");
        }
    }

    private static List<String> sections(String page) {
        Matcher matcher = Pattern.compile("<section id=\"([a-z]+)\"").matcher(page);
        return matcher.results().map(r -> r.group(1)).toList();
    }
}
