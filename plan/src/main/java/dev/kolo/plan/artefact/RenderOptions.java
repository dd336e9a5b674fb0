package dev.kolo.plan.artefact;

/**
 * How a plan is rendered.
 *
 * @param renderer which program configures the hosts' addresses
 */
public record RenderOptions(Renderer renderer) {
    /** What configures the fabric netdevs. */
    public enum Renderer {
        /** One YAML file a host. */
        NETPLAN,
        /** One keyfile a netdev. */
        NETWORK_MANAGER
    }
}
