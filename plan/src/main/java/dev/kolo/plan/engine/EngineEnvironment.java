package dev.kolo.plan.engine;

import java.util.List;

/**
 * The environment of one rank.
 *
 * @param rank the rank
 * @param host its host
 * @param set what must be set, in a fixed order
 * @param unset what must not be set
 */
public record EngineEnvironment(int rank, String host, List<Line> set, List<Unset> unset) {
    public EngineEnvironment {
        set = List.copyOf(set);
        unset = List.copyOf(unset);
    }

    /**
     * One variable.
     *
     * @param name its name
     * @param value its value
     * @param reason why
     */
    public record Line(String name, String value, String reason) {}

    /**
     * A variable that would do harm.
     *
     * @param name its name
     * @param reason why
     */
    public record Unset(String name, String reason) {}
}
