package dev.kolo.probe.read.format.stated;

import dev.kolo.fabric.address.Subnet;
import dev.kolo.fabric.facts.StatedCable;
import dev.kolo.fabric.names.DeviceName;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.DeviceWords;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Names;
import dev.kolo.probe.read.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Cables as people describe them: "c1  node1:p0(enp1s0f0np0)  node2:p0(enp1s0f0np0)  10.50.12.0/24",
 * "1 | Spark 1 Port 0 | Spark 2 Port 1", "spark1 p0 &lt;-&gt; spark2 p1", "cable 1: rank0 CX7-0 -- rank1 CX7-1".
 */
public final class CableReader implements FormatReader {
    private static final String[] JOINTS = {
        "<-->", "<->", "<=>", "↔", "→", "⇔", " --- ", " -- ", " -> ", " – ", " — ", " to ", "|"
    };

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        if (text.length() > 300 || !mayHoldPort(text)) {
            return Claim.NO;
        }
        List<String> cells = cells(text);
        if (cells.size() < 2) {
            return Claim.NO;
        }
        Optional<StatedCable.End> a = end(cells.get(0));
        Optional<StatedCable.End> b = end(cells.get(1));
        if (a.isEmpty() || b.isEmpty()) {
            return Claim.NO;
        }
        Optional<Subnet> subnet = cells.size() > 2 ? Subnet.parse(Words.first(cells.get(2))) : Optional.empty();
        scope.cable(new StatedCable(a.get(), b.get(), subnet, line.evidence()));
        scope.understood("cable list");
        return Claim.READ;
    }

    /** Ports are named p0, port 1, CX7-0, QSFP 0 or by a netdev's name: all hold a p, c or q with a digit or letter of these behind it. */
    private static boolean mayHoldPort(String text) {
        boolean digit = false;
        boolean letter = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            digit |= c >= '0' && c <= '9';
            if ((c == 'p' || c == 'P' || c == 'x' || c == 'X') && i + 1 < text.length()) {
                char next = text.charAt(i + 1);
                letter |= next >= '0' && next <= '9'
                        || next == 'o'
                        || next == 'O'
                        || next == ' '
                        || next == '-'
                        || next == '_';
            }
        }
        return digit && letter && hasJoint(text);
    }

    private static boolean hasJoint(String text) {
        for (String joint : JOINTS) {
            if (text.contains(joint)) {
                return true;
            }
        }
        return text.contains("  ") || text.indexOf('\t') >= 0;
    }

    /** The two ends and what follows, without the cable's own name in front. */
    private static List<String> cells(String text) {
        String joined = text;
        for (String joint : JOINTS) {
            joined = joined.replace(joint, "  ");
        }
        List<String> cells = new ArrayList<>();
        for (String cell : Words.cells(joined)) {
            cells.add(cell);
        }
        if (!cells.isEmpty()) {
            String first = withoutLabel(cells.get(0));
            if (first.isEmpty()) {
                cells.remove(0);
            } else {
                cells.set(0, first);
            }
        }
        return cells;
    }

    /** Without "c1", "3", "cable 2:", "1." in front. */
    private static String withoutLabel(String cell) {
        List<String> words = Words.of(cell);
        int drop = 0;
        if (words.get(0).equalsIgnoreCase("cable") || words.get(0).equalsIgnoreCase("link")) {
            drop = words.size() > 1
                            && Words.number(words.get(1).replace(":", "")).isPresent()
                    ? 2
                    : 1;
        } else {
            String bare = words.get(0)
                    .replace(":", "")
                    .replace(".", "")
                    .replace(")", "")
                    .replace("#", "");
            boolean number = Words.number(bare).isPresent();
            boolean lettered = bare.length() > 1
                    && (bare.charAt(0) == 'c' || bare.charAt(0) == 'C')
                    && Words.number(bare.substring(1)).isPresent()
                    && (words.size() == 1 || words.get(0).endsWith(":"));
            drop = number || lettered ? 1 : 0;
        }
        return String.join(" ", words.subList(Math.min(drop, words.size()), words.size()));
    }

    /** "Spark 1 Port 0", "node1:p0(enp1s0f0np0)", "rank0 CX7-0", "spark1 enp1s0f0np0". */
    private static Optional<StatedCable.End> end(String cell) {
        Optional<String> netdev = Optional.empty();
        String body = cell;
        int open = cell.indexOf('(');
        if (open > 0) {
            String inside = cell.substring(open + 1).replace(")", "").strip();
            netdev =
                    DeviceWords.canBeNetdev(inside) && inside.indexOf(' ') < 0 ? Optional.of(inside) : Optional.empty();
            body = cell.substring(0, open);
        }
        List<String> words = Words.of(
                body.replace(':', ' ').replace('/', ' ').replace(',', ' ').replace("'s ", " "));
        if (words.size() < 2) {
            return Optional.empty();
        }
        String last = words.get(words.size() - 1);
        OptionalInt port = port(last);
        int hostWords = words.size() - 1;
        String before = words.get(words.size() - 2).toLowerCase(Locale.ROOT);
        if (port.isEmpty()
                && words.size() > 2
                && (before.equals("port") || before.equals("qsfp") || before.equals("cx7"))) {
            port = Words.number(last);
            hostWords--;
        }
        Optional<DeviceName> device = DeviceName.ofNetdev(last).or(() -> DeviceName.ofRdmaDevice(last));
        if (port.isEmpty() && device.filter(DeviceName::hasPort).isPresent()) {
            port = OptionalInt.of(device.get().portNumber());
            netdev = netdev.isPresent() || DeviceName.ofNetdev(last).isEmpty() ? netdev : Optional.of(last);
        }
        String host = String.join(" ", words.subList(0, hostWords));
        return port.isPresent() && isHost(host)
                ? Optional.of(new StatedCable.End(host, port, netdev))
                : Optional.empty();
    }

    private static boolean isHost(String host) {
        List<String> words = Words.of(host);
        return words.size() == 1
                        && Names.isHostLike(host)
                        && !Names.isNoHost(host)
                        && !DeviceWords.isNetdev(host)
                        && !DeviceWords.isRdmaDevice(host)
                || words.size() == 2
                        && Words.number(words.get(1)).isPresent()
                        && Names.isSurelyHost(words.get(0) + words.get(1));
    }

    /** "p0", "port1", "CX7-0", "qsfp0". */
    private static OptionalInt port(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        for (String start : new String[] {"port", "cx7-", "cx7_", "qsfp", "p"}) {
            if (lower.startsWith(start)) {
                OptionalInt number = Words.number(lower.substring(start.length()));
                if (number.isPresent() && number.getAsInt() < 64) {
                    return number;
                }
            }
        }
        return OptionalInt.empty();
    }
}
