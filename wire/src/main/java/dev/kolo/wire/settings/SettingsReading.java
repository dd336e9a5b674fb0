package dev.kolo.wire.settings;

import java.util.List;

/** What reading the settings gave. */
public sealed interface SettingsReading {
    /**
     * All of them are good.
     *
     * @param settings the settings
     */
    record Good(WireSettings settings) implements SettingsReading {}

    /**
     * Something is wrong, and all that is wrong is listed.
     *
     * @param problems one sentence each: where, the value seen, what is possible
     */
    record Bad(List<String> problems) implements SettingsReading {
        public Bad {
            problems = List.copyOf(problems);
        }
    }
}
