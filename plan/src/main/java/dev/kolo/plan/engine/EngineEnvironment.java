package dev.kolo.plan.engine;

import java.util.List;

/**
 * The environment of one rank.
 *
 * @param rank the rank
 * @param host its host
 * @param set what must be set, in a fixed order
 * @param unset what must not be set
 * @param firstBoot what is set besides on the first start of a plan, so that the log shows what runs
 * @param oneShot what an engine with one-shot RoCE collectives (profile {@code rocenante}) needs besides
 */
public record EngineEnvironment(
        int rank, String host, List<Line> set, List<Unset> unset, List<Line> firstBoot, List<Line> oneShot) {
    public EngineEnvironment {
        set = List.copyOf(set);
        unset = List.copyOf(unset);
        firstBoot = List.copyOf(firstBoot);
        oneShot = List.copyOf(oneShot);
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
