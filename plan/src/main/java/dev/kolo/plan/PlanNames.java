package dev.kolo.plan;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which names a plan may hold. They come from outside and stand in shell scripts, configuration files and paths; every artefact
 * quotes them besides. Each method gives the name back when it is fit.
 */
public final class PlanNames {
    /** RFC 1123 labels with dots, and the underscore that people use nevertheless; 64 bytes are Linux's HOST_NAME_MAX. */
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_])?");

    /** At most 15 characters, as the kernel has it (IFNAMSIZ), of those that predictable names are made of. */
    private static final Pattern NETDEV = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,14}");

    /** At most 63 characters (IB_DEVICE_NAME_MAX), likewise. */
    private static final Pattern DEVICE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    /** An absolute path without blanks or characters that mean something to a shell. */
    private static final Pattern PATH = Pattern.compile("(?:/[A-Za-z0-9._+@-]+){1,64}");

    /** Names that stand for many netdevs in sysctl. */
    private static final List<String> NO_NETDEVS = List.of("all", "default");

    private PlanNames() {}

    /** A host name. */
    public static Optional<String> host(String name) {
        return Optional.of(name).filter(n -> HOST.matcher(n).matches() && !n.contains(".."));
    }

    /** A netdev name. */
    public static Optional<String> netdev(String name) {
        return Optional.of(name).filter(n -> NETDEV.matcher(n).matches() && !NO_NETDEVS.contains(n));
    }

    /** An RDMA device name; also what stands for a function whose netdev nobody saw. */
    public static Optional<String> device(String name) {
        return Optional.of(name).filter(n -> DEVICE.matcher(n).matches());
    }

    /** The path of a program on the hosts. */
    public static Optional<String> path(String path) {
        return Optional.of(path)
                .filter(p -> p.length() <= 1024 && PATH.matcher(p).matches())
                .filter(p -> !("/" + p + "/").contains("/../") && !("/" + p + "/").contains("/./"));
    }
}
