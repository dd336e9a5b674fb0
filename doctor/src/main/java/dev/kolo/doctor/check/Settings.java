package dev.kolo.doctor.check;

import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.Setting.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of all hosts by name. A value seen inside a process counts most, then a planned one, then files, then
 * the shell of whoever ran the probe. Settings of the unnamed host stand for all hosts.
 */
public final class Settings {
    private static final List<Source> BY_WEIGHT =
            List.of(Source.PROCESS, Source.PLANNED, Source.UNKNOWN, Source.FILE, Source.SHELL, Source.KERNEL);

    private final Map<String, List<Located>> byName = new LinkedHashMap<>();
    private final Map<String, Map<String, Located>> heaviest = new LinkedHashMap<>();

    Settings(Inventory inventory) {
        for (NodeFacts facts : inventory.hosts()) {
            for (Setting setting : facts.settings()) {
                Located located = new Located(facts.host(), setting);
                byName.computeIfAbsent(setting.name(), n -> new ArrayList<>()).add(located);
                heaviest.computeIfAbsent(setting.name(), n -> new LinkedHashMap<>())
                        .merge(facts.host(), located, (old, now) -> weight(now) < weight(old) ? now : old);
            }
        }
    }

    private static int weight(Located located) {
        return BY_WEIGHT.indexOf(located.setting().source());
    }

    /** Every statement about a name, in host order. */
    public List<Located> all(String name) {
        return byName.getOrDefault(name, List.of());
    }

    /** The names, in the order of their first mention. */
    public List<String> names() {
        return List.copyOf(byName.keySet());
    }

    /** The statement that counts for a host; one of the unnamed host when the host itself says nothing. */
    public Optional<Located> of(String host, String name) {
        Map<String, Located> byHost = heaviest.getOrDefault(name, Map.of());
        return Optional.ofNullable(byHost.get(host)).or(() -> Optional.ofNullable(byHost.get("")));
    }

    /** The statements that count, one a host. */
    public List<Located> effective(String name) {
        return List.copyOf(heaviest.getOrDefault(name, Map.of()).values());
    }

    /**
     * A setting and whose it is.
     *
     * @param host the host, empty for loose files
     * @param setting the statement
     */
    public record Located(String host, Setting setting) {
        public String value() {
            return setting.value().trim();
        }
    }
}
