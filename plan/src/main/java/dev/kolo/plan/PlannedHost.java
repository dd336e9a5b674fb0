package dev.kolo.plan;

import java.util.List;

/**
 * One host of a plan.
 *
 * @param name its name
 * @param rank its rank: its place along the cables
 * @param functions its fabric functions by plane, then port
 */
public record PlannedHost(String name, int rank, List<PlannedFunction> functions) {
    public PlannedHost {
        functions = List.copyOf(functions);
    }
}
