package dev.kolo.plan.artefact;

import dev.kolo.plan.Boxes;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlanJson;
import dev.kolo.plan.PlanRequest;
import dev.kolo.plan.Plans;
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
    /** Plans and renders hosts cabled in a row or ring. */
    public static RenderedPlan of(
            int size,
            boolean closed,
            int planes,
            PlanRequest.Backend backend,
            int relays,
            List<PlanRequest.RankRange> groups) {
        Boxes boxes = (closed ? Boxes.ring(size) : Boxes.path(size)).planes(planes);
        PlanRequest request = PlanRequest.DEFAULT
                .with()
                .backend(backend)
                .marker("/opt/kolo/bin/mlx5-marker")
                .relays(new PlanRequest.Relays.Count(relays))
                .groups(groups)
                .build();
        return of(Plans.of(boxes.fabric(), request));
    }

    /** A ring of four in the older form. */
    public static RenderedPlan ofOlderForm() {
        PlanRequest request = PlanRequest.DEFAULT
                .with()
                .backend(PlanRequest.Backend.HARDWARE)
                .marker("/opt/kolo/bin/mlx5-marker")
                .relays(new PlanRequest.Relays.Count(1))
                .form(PlanRequest.RelayForm.FLOW_LABEL)
                .build();
        return of(Plans.of(Boxes.ring(4).fabric(), request));
    }

    private static RenderedPlan of(Plan plan) {
        Map<String, String> scripts = new LinkedHashMap<>();
        for (Artefact file : Artefacts.of(plan, new RenderOptions(RenderOptions.Renderer.NETPLAN))) {
            if (file.path().endsWith("/up.sh")) {
                scripts.put(file.path().substring(0, file.path().indexOf('/')), file.content());
            }
        }
        return new RenderedPlan(PlanJson.write(plan), scripts);
    }
}
