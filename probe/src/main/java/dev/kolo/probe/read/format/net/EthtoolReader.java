package dev.kolo.probe.read.format.net;

import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.NetdevBuilder;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Command;
import dev.kolo.probe.read.text.DeviceWords;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code ethtool NETDEV} and its {@code -i -k -S -a}: the netdev is in the first line, or only in the command. */
public final class EthtoolReader implements FormatReader {
    /** Which of ethtool's answers is being read. */
    private enum Part {
        NONE,
        SETTINGS,
        DRIVER,
        FEATURES,
        STATISTICS,
        PAUSE
    }

    private Part part = Part.NONE;
    private @Nullable NetdevBuilder netdev;
    private String driver = "";
    private String firmware = "";

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        Claim claim = Claim.NO;
        if (text.startsWith("Settings for ")) {
            claim = start(Part.SETTINGS, subject(text, 13), "ethtool", line, scope);
        } else if (text.startsWith("Features for ")) {
            claim = start(Part.FEATURES, subject(text, 13), "ethtool -k", line, scope);
        } else if (text.startsWith("Pause parameters for ")) {
            claim = start(Part.PAUSE, subject(text, 21), "ethtool -a", line, scope);
        } else if (text.equals("NIC statistics:")) {
            claim = start(Part.STATISTICS, commanded(scope), "ethtool -S", line, scope);
        } else if (text.startsWith("driver: ") || text.startsWith("hw-tc-offload: ")) {
            boolean feature = text.charAt(0) == 'h';
            claim = start(
                    feature ? Part.FEATURES : Part.DRIVER,
                    commanded(scope),
                    feature ? "ethtool -k" : "ethtool -i",
                    line,
                    scope);
            return claim.isMine() ? attribute(text, line, scope) : claim;
        } else if (isCommand(scope, "-S") && text.indexOf(": ") > 0) {
            claim = start(Part.STATISTICS, commanded(scope), "ethtool -S", line, scope);
            return claim.isMine() ? attribute(text, line, scope) : claim;
        }
        return claim;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim claim = begin(line, scope);
        return claim.isMine() || part == Part.NONE ? claim : attribute(line.body(), line, scope);
    }

    private Claim start(Part next, Optional<String> name, String kind, Line line, Scope scope) {
        netdev = name.map(n -> scope.facts().netdev(n, line.evidence())).orElse(null);
        if (netdev == null && next != Part.DRIVER) {
            return Claim.NO;
        }
        part = next;
        scope.facts().observe(Topic.ETHTOOL, Observation.PARTIAL);
        scope.understood(kind);
        return Claim.READ;
    }

    private static Optional<String> subject(String text, int from) {
        String name = text.endsWith(":") ? text.substring(from, text.length() - 1) : text.substring(from);
        return DeviceWords.canBeNetdev(name) ? Optional.of(name) : Optional.empty();
    }

    /** The netdev that the command over the lines was about. */
    private static Optional<String> commanded(Scope scope) {
        Optional<Command> command = scope.command().filter(c -> c.program().equals("ethtool"));
        return command.flatMap(c -> c.words().stream()
                .skip(1)
                .filter(w -> !w.startsWith("-"))
                .findFirst()
                .filter(DeviceWords::canBeNetdev));
    }

    private static boolean isCommand(Scope scope, String option) {
        return scope.command()
                .filter(c -> c.program().equals("ethtool") && c.has(option))
                .isPresent();
    }

    private Claim attribute(String text, Line line, Scope scope) {
        Optional<Words.KeyValue> pair = Words.split(text, ':');
        if (pair.isEmpty()) {
            // Link modes go on over several lines.
            return part == Part.SETTINGS && line.indent() > 8 ? Claim.KNOWN : Claim.NO;
        }
        String key = pair.get().key();
        String value = pair.get().value();
        NetdevBuilder current = netdev;
        if (part == Part.DRIVER) {
            return driver(key, value, line, scope);
        }
        if (current == null) {
            return Claim.NO;
        }
        return switch (part) {
            case SETTINGS -> line.indent() > 0 ? settings(key, value, current) : Claim.NO;
            case FEATURES -> {
                if (key.equals("hw-tc-offload")) {
                    current.feature(key, Words.first(value));
                }
                yield key.indexOf(' ') < 0 && (value.startsWith("on") || value.startsWith("off"))
                        ? Claim.READ
                        : Claim.NO;
            }
            case STATISTICS -> {
                if (Words.counter(value).isEmpty()) {
                    yield Claim.NO;
                }
                current.feature("stat." + key, value);
                yield Claim.READ;
            }
            case PAUSE -> {
                current.feature("pause." + key.toLowerCase(java.util.Locale.ROOT), value);
                yield key.length() <= 12 ? Claim.READ : Claim.NO;
            }
            default -> Claim.NO;
        };
    }

    private static Claim settings(String key, String value, NetdevBuilder netdev) {
        switch (key) {
            case "Speed" -> {
                int unit = value.indexOf("Mb/s");
                if (unit > 0) {
                    Words.number(value.substring(0, unit)).ifPresent(netdev::speedMbps);
                }
            }
            case "Link detected" -> {
                boolean up = value.startsWith("yes");
                netdev.carrier(up).state(up ? LinkState.UP : LinkState.DOWN);
            }
            case "Active FEC encodings", "Port", "Duplex" -> {
                if (!value.startsWith("Unknown")) {
                    netdev.feature("ethtool." + key.replace(' ', '_'), value);
                }
            }
            default -> {
                return Claim.KNOWN;
            }
        }
        return Claim.READ;
    }

    /** Without the netdev's name the PCI address at the end says whose driver it is. */
    private Claim driver(String key, String value, Line line, Scope scope) {
        NetdevBuilder current = netdev;
        switch (key) {
            case "driver" -> {
                driver = value;
                if (current != null) {
                    current.driver(value);
                }
            }
            case "version" -> {
                if (current != null && !value.isEmpty()) {
                    current.feature("driver.version", value);
                }
            }
            case "firmware-version" -> {
                firmware = value;
                if (current != null && !value.isEmpty()) {
                    current.feature("firmware", value);
                }
            }
            case "bus-info" -> {
                Optional<PciAddress> pci = PciAddress.parse(value);
                if (current != null) {
                    pci.ifPresent(current::pci);
                } else {
                    pci.ifPresent(p -> scope.ofPci(p, "driver", driver, line.evidence()));
                    if (!firmware.isEmpty()) {
                        pci.ifPresent(p -> scope.ofPci(p, "firmware", firmware, line.evidence()));
                    }
                }
            }
            default -> {
                return key.equals("expansion-rom-version") || key.startsWith("supports-") ? Claim.KNOWN : Claim.NO;
            }
        }
        return Claim.READ;
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        part = Part.NONE;
        netdev = null;
        driver = "";
        firmware = "";
    }
}
