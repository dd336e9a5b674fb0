package dev.kolo.plan.artefact;

/**
 * How a plan is rendered.
 *
 * @param renderer which program configures the hosts' addresses
 * @param identity the SHA-256 of the plan in hex digits, so that each file says which plan it comes from
 */
public record RenderOptions(Renderer renderer, String identity) {
    /** What configures the fabric netdevs. */
    public enum Renderer {
        /** One YAML file a host. */
        NETPLAN,
        /** One keyfile a netdev. */
        NETWORK_MANAGER
    }

    public RenderOptions {
        if (!identity.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException(
                    "a plan's identity is a SHA-256 in hex digits, got " + identity.length() + " characters");
        }
    }
}
