package dev.kolo.fabric.topology;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Groups edges that hang together, in the order of their smallest edge. */
final class Components {
    private final Map<FunctionId, FunctionId> parent = new LinkedHashMap<>();

    private Components() {}

    static List<List<PhysicalLinks.Edge>> of(Collection<PhysicalLinks.Edge> edges) {
        Components components = new Components();
        edges.forEach(e -> components.join(e.a(), e.b()));
        Map<FunctionId, List<PhysicalLinks.Edge>> groups = new LinkedHashMap<>();
        for (PhysicalLinks.Edge edge : edges) {
            groups.computeIfAbsent(components.rootOf(edge.a()), r -> new ArrayList<>())
                    .add(edge);
        }
        return List.copyOf(groups.values());
    }

    private void join(FunctionId x, FunctionId y) {
        FunctionId a = rootOf(x);
        FunctionId b = rootOf(y);
        if (!a.equals(b)) {
            parent.put(a, b);
        }
    }

    private FunctionId rootOf(FunctionId id) {
        FunctionId at = id;
        FunctionId up = parent.getOrDefault(at, at);
        while (!up.equals(at)) {
            FunctionId above = parent.getOrDefault(up, up);
            parent.put(at, above);
            at = up;
            up = above;
        }
        return at;
    }
}
