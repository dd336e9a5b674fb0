package dev.kolo.probe.read.format.host;

import dev.kolo.fabric.counters.Moment;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Command;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Names;
import dev.kolo.probe.read.text.Words;
import java.util.List;
import java.util.Optional;

/**
 * Who a host is and what runs on it: {@code uname}, {@code hostname}, {@code hostnamectl}, container engines, and the
 * one-word answers of the probe's small sections.
 */
public final class IdentityReader implements FormatReader {
    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        if (text.startsWith("Linux ")) {
            return uname(line.words(), scope);
        }
        if (text.startsWith("uname -r:") || text.startsWith("Kernel: Linux ")) {
            String release = Words.first(text.substring(text.startsWith("u") ? 9 : 14));
            return release(release, scope);
        }
        if (text.contains(" utility, iproute2-")) {
            scope.understood("tool versions");
            return Claim.KNOWN;
        }
        if (text.startsWith("Static hostname:")) {
            return hostname(text.substring(16).strip(), scope);
        }
        if (text.startsWith("Docker version ") || text.startsWith("podman version ")) {
            List<String> words = line.words();
            scope.facts()
                    .containerEngine(words.get(0).toLowerCase(java.util.Locale.ROOT) + " "
                            + words.get(2).replace(",", ""));
            scope.understood("container engine version");
            return Claim.READ;
        }
        return scope.command().isPresent() ? answer(text, line, scope.command().get(), scope) : Claim.NO;
    }

    /** "Linux spark1 6.1.0-57-amd64 #1 SMP … x86_64 GNU/Linux". */
    private static Claim uname(List<String> words, Scope scope) {
        if (words.size() < 4 || !words.get(3).startsWith("#") || !Names.isHostLike(words.get(1))) {
            return Claim.NO;
        }
        Scope host = scope.ownName(words.get(1));
        host.facts().kernelRelease(words.get(2));
        for (String word : words) {
            switch (word) {
                case "x86_64", "aarch64", "arm64", "ppc64le", "riscv64" ->
                    host.facts().architecture(word);
                default -> {}
            }
        }
        host.understood("uname -a");
        return Claim.READ;
    }

    private static Claim release(String release, Scope scope) {
        if (release.isEmpty() || release.charAt(0) < '0' || release.charAt(0) > '9' || release.indexOf('.') < 0) {
            return Claim.NO;
        }
        scope.facts().kernelRelease(release);
        scope.understood("uname -r");
        return Claim.READ;
    }

    private static Claim hostname(String name, Scope scope) {
        if (!Names.isHostLike(name)) {
            return Claim.NO;
        }
        scope.ownName(name).understood("hostname");
        return Claim.READ;
    }

    /** Lines that mean something only under the command that printed them. */
    private static Claim answer(String text, Line line, Command command, Scope scope) {
        boolean oneWord = text.indexOf(' ') < 0;
        return switch (command.program()) {
            case "hostname" -> oneWord && command.words().size() <= 2 ? hostname(text, scope) : Claim.NO;
            case "uname" -> oneWord && command.has("-r") ? release(text, scope) : Claim.NO;
            case "cat" -> file(text, line, command.lastArgument().orElse(""), scope);
            case "id" -> oneWord && command.has("-u") ? setting("probe.uid", text, line, scope) : Claim.NO;
            case "date" -> setting(Moment.CLOCK_SETTING, text, line, scope);
            default -> Claim.NO;
        };
    }

    private static Claim file(String text, Line line, String path, Scope scope) {
        return switch (path) {
            case "/proc/sys/kernel/hostname", "/etc/hostname" -> hostname(text, scope);
            case "/proc/sys/kernel/random/boot_id" -> setting(Moment.BOOT_SETTING, text, line, scope);
            case "/proc/uptime" -> setting(Moment.UPTIME_SETTING, Words.first(text), line, scope);
            case "/etc/os-release" -> {
                Optional<Words.KeyValue> pair = Words.split(text, '=');
                if (pair.isPresent() && pair.get().key().equals("PRETTY_NAME")) {
                    yield setting("os", Words.unquote(pair.get().value()), line, scope);
                }
                yield Claim.KNOWN;
            }
            case "words)" -> commandLine(text, line, scope);
            default -> path.equals("/proc/cmdline") ? commandLine(text, line, scope) : Claim.NO;
        };
    }

    /** Words of the kernel's command line, one or many on a line. */
    private static Claim commandLine(String text, Line line, Scope scope) {
        for (String word : Words.of(text)) {
            Optional<Words.KeyValue> pair = Words.split(word, '=');
            pair.ifPresent(p -> scope.setting("cmdline." + p.key(), p.value(), Setting.Source.KERNEL, line.evidence()));
        }
        scope.understood("kernel command line");
        return Claim.READ;
    }

    private static Claim setting(String name, String value, Line line, Scope scope) {
        scope.setting(name, value, Setting.Source.KERNEL, line.evidence());
        return Claim.READ;
    }
}
