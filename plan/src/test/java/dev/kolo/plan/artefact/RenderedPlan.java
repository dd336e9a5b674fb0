package dev.kolo.plan.artefact;

import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanJson;
import dev.kolo.plan.PlanRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A plan as text, for tests that may know nothing else of it.
 *
 * @param planJson plan.json
 * @param upScripts up.sh of every host, by host name
 */
public record RenderedPlan(String planJson, Map<String, String> upScripts) {
    static final RenderOptions OPTIONS =
            new RenderOptions(RenderOptions.Renderer.NETPLAN, "0123456789abcdef".repeat(4));

    /** Plans and renders hosts cabled in a row or ring. */
    public static RenderedPlan of(
            int size,
            boolean closed,
            int planes,
            PlanRequest.Backend backend,
            int relays,
            List<PlanRequest.RankRange> groups) {
        Plan plan = (closed ? Plans.ring(size) : Plans.path(size))
                .planes(planes)
                .backend(backend)
                .relays(relays)
                .groups(groups)
                .plan();
        Map<String, String> scripts = new LinkedHashMap<>();
        for (Artefact file : Artefacts.of(plan, OPTIONS)) {
            if (file.path().endsWith("/up.sh")) {
                scripts.put(file.path().substring(0, file.path().indexOf('/')), file.content());
            }
        }
        return new RenderedPlan(PlanJson.write(plan), scripts);
    }
}
