package dev.kolo.cli;

import dev.kolo.config.ConfigFile;
import dev.kolo.config.ConfigProblem;
import dev.kolo.config.ConfigReading;
import dev.kolo.config.KoloConfig;
import dev.kolo.page.text.Text;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/** The cluster file as every verb reads it: the one that {@code --config} names, or the one that lies in the caller's folder. */
public final class ClusterFile {
    private ClusterFile() {}

    /**
     * What it says; empty when none is named and none lies here.
     *
     * @param named what {@code --config} says
     * @throws KoloException as bad input with everything that is wrong with it
     */
    public static Optional<KoloConfig> read(Console console, Optional<String> named) {
        String name = named.orElse(KoloConfig.FILE_NAME);
        if (named.isEmpty() && !Files.exists(console.path(name))) {
            return Optional.empty();
        }
        return Optional.of(
                switch (ConfigFile.load(console.path(name), name)) {
                    case ConfigReading.Sound sound -> sound.config();
                    case ConfigReading.Bad bad -> throw refused(bad.problems());
                });
    }

    private static KoloException refused(List<ConfigProblem> problems) {
        List<String> lines =
                problems.stream().map(problem -> Text.quote(problem.toString())).toList();
        return KoloException.badInput(String.join("\n      ", lines));
    }
}
