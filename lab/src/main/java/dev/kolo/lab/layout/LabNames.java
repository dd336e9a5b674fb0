package dev.kolo.lab.layout;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What hosts, interfaces and RoCE devices of a lab are called: as on DGX Sparks, or as a file says.
 *
 * <p>The file has one name a line: {@code host NAME} in rank order, {@code port PLANE PORT NETDEV DEVICE} for an interface
 * that every host has. What it leaves out is called as on a Spark. {@code #} begins a comment.
 *
 * @param hosts names of the first hosts, in order
 * @param ports names of interfaces, at most one a plane and port
 */
public record LabNames(List<String> hosts, List<PortName> ports) {
    /** As on a Spark, whose second PCIe half is domain 2. */
    public static final LabNames SPARK = new LabNames(List.of(), List.of());

    /** The kernel takes no longer ones (IFNAMSIZ less the terminating zero). */
    private static final int LONGEST_NETDEV = 15;

    private static final String HOST = "[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";
    private static final String DEVICE = "[a-zA-Z0-9_.-]+";

    public LabNames {
        hosts = List.copyOf(hosts);
        ports = List.copyOf(ports);
    }

    /**
     * The names of one function of every host.
     *
     * @param plane 0 or 1
     * @param port 0 or 1
     * @param netdev the interface
     * @param device the RoCE device
     */
    public record PortName(int plane, int port, String netdev, String device) {}

    /** The name of a host by its place, counted from 0. */
    public String host(int index) {
        return index < hosts.size() ? hosts.get(index) : "spark" + (index + 1);
    }

    /** The names of a function. */
    public PortName port(int plane, int port) {
        String half = plane == 0 ? "" : "P2";
        return ports.stream()
                .filter(name -> name.plane() == plane && name.port() == port)
                .findFirst()
                .orElseGet(() -> new PortName(
                        plane, port, "en" + half + "p1s0f" + port + "np" + port, "roce" + half + "p1s0f" + port));
    }

    /**
     * Reads a file of names.
     *
     * @throws IllegalArgumentException when a line is none; the message has its number and says what is wrong
     */
    public static LabNames parse(String text) {
        List<String> hosts = new ArrayList<>();
        List<PortName> ports = new ArrayList<>();
        Set<String> seen = new LinkedHashSet<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            String[] words = line.replaceFirst("#.*", "").strip().split("\\s+");
            if (words[0].isEmpty()) {
                continue;
            }
            Optional<String> problem = problem(words).or(() -> repeated(words, seen));
            if (problem.isPresent()) {
                throw new IllegalArgumentException("line " + number + ": " + problem.get());
            }
            if (words[0].equals("host")) {
                hosts.add(words[1]);
            } else {
                ports.add(new PortName(Integer.parseInt(words[1]), Integer.parseInt(words[2]), words[3], words[4]));
            }
        }
        return new LabNames(hosts, ports);
    }

    private static Optional<String> problem(String[] words) {
        if (words[0].equals("host") && words.length == 2) {
            return words[1].matches(HOST)
                    ? Optional.empty()
                    : Optional.of(
                            "\"" + words[1] + "\" is no host name: letters, digits and inner hyphens, at most 63");
        }
        if (!words[0].equals("port") || words.length != 5) {
            return Optional.of("a line is \"host NAME\" or \"port PLANE PORT NETDEV DEVICE\"");
        }
        if (!words[1].matches("[01]") || !words[2].matches("[01]")) {
            return Optional.of("plane and port are 0 or 1, not \"" + words[1] + "\" and \"" + words[2] + "\"");
        }
        if (!words[3].matches(DEVICE) || words[3].length() > LONGEST_NETDEV || words[3].matches("\\.\\.?|lo|eth.*")) {
            return Optional.of("\"" + words[3] + "\" cannot be an interface of a lab: letters, digits and _.-, at most "
                    + LONGEST_NETDEV + ", not beginning with eth");
        }
        return words[4].matches(DEVICE) && words[4].length() < 64
                ? Optional.empty()
                : Optional.of("\"" + words[4] + "\" cannot be a RoCE device: letters, digits and _.-, at most 63");
    }

    private static Optional<String> repeated(String[] words, Set<String> seen) {
        List<String> names = words[0].equals("host")
                ? List.of("host " + words[1])
                : List.of("place " + words[1] + " " + words[2], "interface " + words[3], "device " + words[4]);
        for (String name : names) {
            if (!seen.add(name)) {
                return Optional.of(name + " stands twice");
            }
        }
        return Optional.empty();
    }
}
