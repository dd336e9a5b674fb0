package dev.kolo.cli.wire;

import dev.kolo.cli.Console;
import dev.kolo.cli.KoloException;
import dev.kolo.config.KoloConfig;
import dev.kolo.page.text.Text;
import dev.kolo.wire.settings.Setting;
import dev.kolo.wire.settings.SettingsReader;
import dev.kolo.wire.settings.SettingsReading;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The settings of the wire as a verb takes them: a flag each, then the variables {@code KOLO_WIRE_…}, then the section
 * {@code wire} of the cluster file. The flags are made from {@link Setting}, the one list of them.
 */
final class WireFlags {
    private final Map<Setting, String> given = new EnumMap<>(Setting.class);

    /**
     * Adds a flag for each of some settings to a verb.
     *
     * @param verb the verb
     * @param settings those that its user may choose; the verb says the others itself
     */
    void addTo(CommandSpec verb, Set<Setting> settings) {
        ArgGroupSpec.Builder group = ArgGroupSpec.builder()
                .exclusive(false)
                .validate(false)
                .heading("%nSettings of the wire (also KOLO_WIRE_… variables, and keys under wire: in kolo.yaml):%n");
        for (Setting setting : settings) {
            group.addArg(OptionSpec.builder(setting.flag())
                    .paramLabel("VALUE")
                    .type(String.class)
                    .description(sentence(setting))
                    .setter(new Keeper(setting))
                    .build());
        }
        verb.addArgGroup(group.build());
    }

    private static String sentence(Setting setting) {
        String meaning = setting.meaning();
        return Character.toUpperCase(meaning.charAt(0))
                + meaning.substring(1)
                + (setting.usual().isEmpty() ? "." : ". Default: " + setting.usual() + ".");
    }

    /**
     * What the three sources say together, checked.
     *
     * @param cluster the cluster file
     * @param fixed what the verb itself says, which goes before everything
     * @param otherwise what the verb says where nobody else does
     * @return values by key, only those that somebody gave
     * @throws KoloException as bad input with everything that is wrong
     */
    Map<String, String> merged(
            Console console, Optional<KoloConfig> cluster, Map<String, String> fixed, Map<String, String> otherwise) {
        Map<String, String> flags = new TreeMap<>();
        given.forEach((setting, text) -> flags.put(setting.key(), text));
        flags.putAll(fixed);
        Map<String, String> file = new TreeMap<>(otherwise);
        Map<String, String> places = new TreeMap<>();
        cluster.map(KoloConfig::wire).orElse(Map.of()).forEach((key, value) -> {
            file.put(key, value.text());
            places.put(key, value.place());
        });
        if (SettingsReader.read(flags, file, places, console.environment())
                instanceof SettingsReading.Bad(var problems)) {
            throw KoloException.badInput(
                    String.join("\n      ", problems.stream().map(Text::quote).toList()));
        }
        Map<String, String> all = new TreeMap<>(file);
        for (Setting setting : Setting.values()) {
            Optional.ofNullable(console.environment().get(setting.variable()))
                    .ifPresent(text -> all.put(setting.key(), text));
        }
        all.putAll(flags);
        return all;
    }

    /** Takes one flag's value. */
    private final class Keeper implements ISetter {
        private final Setting setting;

        private Keeper(Setting setting) {
            this.setting = setting;
        }

        @Override
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the shape of picocli's interface
        public <T> @Nullable T set(@Nullable T value) {
            String before = value instanceof String text ? given.put(setting, text) : given.remove(setting);
            return (T) before;
        }
    }
}
