package dev.kolo.config;

import java.util.List;

/** What came of reading a cluster file. */
public sealed interface ConfigReading {
    /**
     * The file is sound.
     *
     * @param config what it says
     */
    record Sound(KoloConfig config) implements ConfigReading {}

    /**
     * The file cannot be used.
     *
     * @param problems everything that is wrong, in the file's order; at least one
     */
    record Bad(List<ConfigProblem> problems) implements ConfigReading {
        public Bad {
            problems = List.copyOf(problems);
        }
    }
}
