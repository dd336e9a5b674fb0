package dev.kolo.probe.read.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A command that somebody typed, or that stands over its output: outputs such as a bare number mean nothing without it.
 *
 * @param text what was typed, without sudo and ssh in front
 * @param words its words
 * @param host the host that {@code ssh HOST} sent it to
 * @param insideContainer true when {@code docker exec} or {@code nsenter} ran it in a process's own surroundings
 */
public record Command(String text, List<String> words, Optional<String> host, boolean insideContainer) {
    private static final Set<String> KNOWN = Set.of(
            "ip",
            "ibstat",
            "ibstatus",
            "ibv_devinfo",
            "ibv_devices",
            "ibdev2netdev",
            "show_gids",
            "rdma",
            "ethtool",
            "devlink",
            "tc",
            "lldpctl",
            "lldpcli",
            "cat",
            "uname",
            "ulimit",
            "hostname",
            "hostnamectl",
            "docker",
            "podman",
            "env",
            "printenv",
            "grep",
            "for",
            "ls",
            "ifconfig",
            "arp",
            "nmcli",
            "netplan",
            "lspci",
            "iptables",
            "sudo",
            "ssh",
            "networkctl",
            "mlxconfig",
            "nvidia-smi",
            "ps",
            "pgrep",
            "df",
            "du",
            "timedatectl",
            "chronyc",
            "sha256sum",
            "numactl",
            "echo",
            "cd",
            "sysctl",
            "ping",
            "iperf3",
            "ib_write_bw",
            "ib_write_lat",
            "ib_read_bw",
            "ib_send_bw",
            "dmesg",
            "journalctl",
            "watch",
            "python",
            "python3",
            "uptime",
            "date",
            "export",
            "find",
            "ldconfig",
            "head",
            "tail",
            "sed",
            "awk",
            "mst",
            "mlxlink",
            "cma_roce_mode",
            "netstat",
            "route",
            "nft",
            "systemctl",
            "vllm",
            "sglang",
            "mpirun",
            "torchrun",
            "free",
            "lsmod",
            "modinfo",
            "curl",
            "bash",
            "sh",
            "nsenter",
            "bridge",
            "while",
            "type",
            "which",
            "strings",
            "vi",
            "vim",
            "nano",
            "mlnx_qos");

    private static final Set<String> SSH_OPTIONS_WITH_VALUE =
            Set.of("-o", "-p", "-i", "-l", "-F", "-J", "-L", "-R", "-D");

    public Command {
        words = List.copyOf(words);
    }

    /** True for a word that starts a command whose output people paste. */
    public static boolean isKnown(String word) {
        String name = word.substring(word.lastIndexOf('/') + 1);
        return KNOWN.contains(name) || name.endsWith("probe.sh");
    }

    /** Takes a typed command apart; sudo, ssh and docker exec are seen through. */
    public static Command of(String typed) {
        List<String> words = new ArrayList<>(Words.of(typed));
        Optional<String> host = Optional.empty();
        boolean inside = false;
        for (int layer = 0; layer < 6 && !words.isEmpty(); layer++) {
            String first = words.get(0);
            if (first.equals("sudo") || first.equals("time") || first.equals("command") || first.equals("LC_ALL=C")) {
                drop(words, 1, Set.of("-u", "-g"));
            } else if (first.equals("ssh")) {
                drop(words, 1, SSH_OPTIONS_WITH_VALUE);
                if (words.isEmpty()) {
                    break;
                }
                String target = words.remove(0);
                host = Optional.of(target.substring(target.indexOf('@') + 1));
                unquote(words);
            } else if ((first.equals("docker") || first.equals("podman"))
                    && words.size() > 2
                    && words.get(1).equals("exec")) {
                drop(words, 2, Set.of("-e", "-u", "-w", "--env", "--user"));
                if (!words.isEmpty()) {
                    words.remove(0);
                }
                inside = true;
            } else if ((first.equals("bash") || first.equals("sh"))
                    && words.size() > 2
                    && words.get(1).startsWith("-")
                    && words.get(1).endsWith("c")) {
                words.subList(0, 2).clear();
                unquote(words);
            } else {
                break;
            }
        }
        return new Command(String.join(" ", words), words, host, inside);
    }

    /** Removes some words and the options after them. */
    private static void drop(List<String> words, int count, Set<String> withValue) {
        words.subList(0, count).clear();
        while (!words.isEmpty() && words.get(0).startsWith("-")) {
            String option = words.remove(0);
            if (withValue.contains(option) && !words.isEmpty()) {
                words.remove(0);
            }
        }
    }

    private static void unquote(List<String> words) {
        String joined = Words.unquote(String.join(" ", words));
        words.clear();
        words.addAll(Words.of(joined));
    }

    /** The program's name without its folder; empty when nothing was typed. */
    public String program() {
        return words.isEmpty() ? "" : words.get(0).substring(words.get(0).lastIndexOf('/') + 1);
    }

    public boolean has(String word) {
        return words.contains(word);
    }

    /** The word after another one, as in {@code tc filter show dev X}. */
    public Optional<String> after(String word) {
        return Words.after(words, word);
    }

    /** The last word that is no option: what most tools take as their subject. */
    public Optional<String> lastArgument() {
        for (int i = words.size() - 1; i > 0; i--) {
            if (!words.get(i).startsWith("-")) {
                return Optional.of(words.get(i));
            }
        }
        return Optional.empty();
    }

    /** False when a pipe or a second command makes the output something else than the program's whole answer. */
    public boolean isWhole() {
        for (String word : words) {
            if (word.equals("|") || word.equals("&&") || word.equals("||") || word.equals(";") || word.endsWith(";")) {
                return false;
            }
        }
        return !words.isEmpty() && text.indexOf('|') < 0;
    }
}
