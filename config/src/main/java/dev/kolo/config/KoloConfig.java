package dev.kolo.config;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a {@code kolo.yaml} says.
 *
 * @param hosts the hosts in the file's order, names unique
 * @param fabric what is wanted of the fabric
 * @param wire the settings of the wire by key, as they stand there; their values are the wire's to judge
 */
public record KoloConfig(List<HostConfig> hosts, FabricPolicy fabric, Map<String, PlacedText> wire) {
    /** The name of the file where none is given. */
    public static final String FILE_NAME = "kolo.yaml";

    public KoloConfig {
        hosts = List.copyOf(hosts);
        wire = Collections.unmodifiableMap(new TreeMap<>(wire));
    }
}
