package dev.kolo.config;

import java.util.List;

/**
 * What a {@code kolo.yaml} says.
 *
 * @param hosts the hosts in the file's order, names unique
 * @param fabric what is wanted of the fabric
 */
public record KoloConfig(List<HostConfig> hosts, FabricPolicy fabric) {
    /** The name of the file where none is given. */
    public static final String FILE_NAME = "kolo.yaml";

    public KoloConfig {
        hosts = List.copyOf(hosts);
    }
}
