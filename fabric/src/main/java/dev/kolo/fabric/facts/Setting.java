package dev.kolo.fabric.facts;

/**
 * One named setting of a host, an engine or a library: an environment variable, a line of nccl.conf, a kernel parameter.
 *
 * @param name e.g. {@code NCCL_IB_HCA}
 * @param value its value, possibly empty
 * @param source what kind of place states it
 * @param evidence where it was read
 */
public record Setting(String name, String value, Source source, Evidence evidence) {
    /** What kind of place states a setting; the process's own environment is what counts in the end. */
    public enum Source {
        /** Seen inside the process: its environment, or its own log. */
        PROCESS,
        /** The environment that a launcher plans to give. */
        PLANNED,
        /** A configuration file such as /etc/nccl.conf. */
        FILE,
        /** The shell of whoever ran the probe. */
        SHELL,
        /** A kernel parameter (sysctl). */
        KERNEL,
        UNKNOWN
    }
}
