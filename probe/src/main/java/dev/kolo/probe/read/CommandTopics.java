package dev.kolo.probe.read;

import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.text.Command;
import java.util.List;
import java.util.Optional;

/** Which topic a command's whole answer settles. One table, for what people type and for the probe's sections. */
final class CommandTopics {
    private CommandTopics() {}

    /** The topic that the complete output of a typed command settles; empty for anything filtered or about one device only. */
    static Optional<Topic> answered(Command command) {
        if (!command.isWhole()) {
            return Optional.empty();
        }
        return switch (command.program()) {
            case "ip" -> ofIp(command);
            case "ifconfig" -> command.words().size() == 1 ? Optional.of(Topic.ADDRESSES) : Optional.empty();
            case "ibstat", "ibv_devinfo" -> plain(command) ? Optional.of(Topic.RDMA_PORTS) : Optional.empty();
            case "rdma" ->
                command.has("link") && command.words().size() <= 4 ? Optional.of(Topic.RDMA_PORTS) : Optional.empty();
            case "show_gids" -> plain(command) ? Optional.of(Topic.GIDS) : Optional.empty();
            case "lldpctl" -> Optional.of(Topic.LLDP);
            case "env", "printenv" -> plain(command) ? Optional.of(Topic.ENVIRONMENT) : Optional.empty();
            case "iptables" -> command.has("-S") || command.has("-L") ? Optional.of(Topic.FIREWALL) : Optional.empty();
            case "cat" -> command.has("/proc/meminfo") ? Optional.of(Topic.MEMORY) : Optional.empty();
            case "ps" ->
                command.words().stream().anyMatch(w -> w.contains("e") && w.startsWith("-") || w.startsWith("aux"))
                        ? Optional.of(Topic.PROCESSES)
                        : Optional.empty();
            case "pgrep" ->
                command.has("--rule") || command.text().contains("marker")
                        ? Optional.of(Topic.PROCESSES)
                        : Optional.empty();
            case "df" -> Optional.of(Topic.DISKS);
            case "timedatectl", "chronyc" -> Optional.of(Topic.CLOCK);
            case "ulimit" -> command.has("-l") || command.has("-a") ? Optional.of(Topic.LIMITS) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static boolean plain(Command command) {
        return command.words().stream().skip(1).allMatch(w -> w.startsWith("-"));
    }

    private static Optional<Topic> ofIp(Command command) {
        if (command.has("dev")
                || command.has("-4") && !command.has("route")
                || command.has("-6")
                || command.has("get")) {
            return Optional.empty();
        }
        for (String word : command.words()) {
            switch (word) {
                case "a", "addr", "address" -> {
                    return Optional.of(Topic.ADDRESSES);
                }
                case "r", "route" -> {
                    return Optional.of(Topic.ROUTES);
                }
                case "n", "neigh", "neighbor", "neighbour" -> {
                    return Optional.of(Topic.NEIGHBOURS);
                }
                case "l", "link" -> {
                    return Optional.of(Topic.LINKS);
                }
                default -> {}
            }
        }
        return Optional.empty();
    }

    /** The topics that a section of the probe's output speaks of. */
    static List<Topic> ofSection(String name) {
        int slash = name.indexOf('/');
        String kind = slash < 0 ? name : name.substring(0, slash);
        return switch (kind) {
            case "ip-j-addr", "ip-addr" -> List.of(Topic.ADDRESSES);
            case "ip-j-link", "ip-link", "sysfs-net" -> List.of(Topic.LINKS);
            case "ip-j-route", "ip-route" -> List.of(Topic.ROUTES);
            case "ip-j-neigh", "ip-neigh" -> List.of(Topic.NEIGHBOURS);
            case "sysfs-infiniband" -> List.of(Topic.RDMA_PORTS, Topic.GIDS, Topic.COUNTERS);
            case "rdma-j-link", "rdma-link" -> List.of(Topic.RDMA_PORTS);
            case "ethtool", "ethtool-k" -> List.of(Topic.ETHTOOL);
            case "devlink-j-param", "devlink-j-eswitch" -> List.of(Topic.DEVLINK);
            case "tc-j-filter-ingress", "tc-filter-ingress" -> List.of(Topic.FILTERS);
            case "lldpctl-json", "lldpctl" -> List.of(Topic.LLDP);
            case "meminfo" -> List.of(Topic.MEMORY);
            case "memlock", "limits" -> slash < 0 ? List.of(Topic.LIMITS) : List.of();
            case "nccl-libraries" -> List.of(Topic.NCCL_LIBRARIES);
            case "environment" -> List.of(Topic.ENVIRONMENT);
            case "netplan", "nmcli-connection" -> List.of(Topic.NETWORK_CONFIG);
            case "processes" -> List.of(Topic.PROCESSES);
            case "disks" -> List.of(Topic.DISKS);
            case "clock-synchronized" -> List.of(Topic.CLOCK);
            case "iptables-forward" -> List.of(Topic.FIREWALL);
            default -> List.of();
        };
    }
}
