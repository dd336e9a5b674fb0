package dev.kolo.cli;

import dev.kolo.config.HostConfig;
import dev.kolo.config.KoloConfig;
import dev.kolo.page.text.Text;
import dev.kolo.probe.source.Observed;
import dev.kolo.probe.source.Observer;
import dev.kolo.probe.source.ProbeScript;
import dev.kolo.probe.source.Source;
import dev.kolo.remote.process.ProcessRunner;
import dev.kolo.remote.ssh.Ssh;
import dev.kolo.remote.ssh.SshSettings;
import dev.kolo.remote.ssh.SshTarget;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Where facts come from, as every verb that needs facts lets its user say: hosts by name, files with {@code --from}, the
 * hosts of a {@code kolo.yaml}, and otherwise this host.
 */
final class SourceOptions {
    /** What a user writes for the machine on which Kolo runs. */
    private static final String LOCALHOST = "localhost";

    @Parameters(
            paramLabel = "HOST",
            arity = "0..*",
            description =
                    "Hosts to ask over ssh, by their names in kolo.yaml or as ssh knows them; localhost is this host.")
    private List<String> hosts = new ArrayList<>();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The cluster file. Default: kolo.yaml in this folder, if hosts are asked.")
    private Optional<String> config = Optional.empty();

    @Option(
            names = "--from",
            paramLabel = "PATH",
            description =
                    "Read files instead of asking: a file, a folder, an archive (zip, tar, gzip), an inventory, or - for"
                            + " standard input. May be given several times.")
    private List<String> from = new ArrayList<>();

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "How long one host may take. Default: ${DEFAULT-VALUE}.",
            defaultValue = "90")
    private int timeoutSeconds;

    /** The cluster file, when one is named or lies here and hosts are asked. */
    Optional<KoloConfig> config(Console console) {
        return config.isPresent() || from.isEmpty() ? ClusterFile.read(console, config) : Optional.empty();
    }

    /** What to read, in the order in which the user named it. */
    List<Source> sources(Console console, Optional<KoloConfig> cluster) {
        List<Source> sources = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>();
        for (String host : hosts) {
            if (!names.add(host)) {
                throw KoloException.badInput("the host \"" + Text.quote(host) + "\" is named twice.");
            }
            sources.add(host(host, cluster));
        }
        boolean stdin = false;
        for (String path : from) {
            if (path.equals("-") && stdin) {
                throw KoloException.badInput("--from - stands twice, and there is one standard input.");
            }
            stdin |= path.equals("-");
            sources.add(file(console, path));
        }
        if (sources.isEmpty() && cluster.isPresent()) {
            cluster.get().hosts().forEach(host -> sources.add(remote(host.name(), host.sshTarget())));
            if (sources.isEmpty()) {
                throw KoloException.badInput(
                        "the cluster file names no hosts: add them under \"hosts:\", or name hosts as arguments.");
            }
        }
        return sources.isEmpty() ? List.of(new Source.ThisHost()) : sources;
    }

    private static Source host(String name, Optional<KoloConfig> cluster) {
        if (name.equals(LOCALHOST)) {
            return new Source.ThisHost();
        }
        Optional<HostConfig> known = cluster.flatMap(
                c -> c.hosts().stream().filter(h -> h.name().equals(name)).findFirst());
        return remote(name, known.map(HostConfig::sshTarget).orElse(name));
    }

    private static Source remote(String name, String target) {
        String problem = SshTarget.problem(target);
        if (!problem.isEmpty()) {
            throw KoloException.badInput(Text.quote(problem) + ".");
        }
        return new Source.RemoteHost(name, new SshTarget(target));
    }

    private static Source file(Console console, String path) {
        if (path.equals("-")) {
            return new Source.StandardInput(console.in());
        }
        if (!Files.exists(console.path(path), LinkOption.NOFOLLOW_LINKS)) {
            throw KoloException.badInput(
                    "there is no file or folder \"" + Text.quote(path) + "\" to read with --from.");
        }
        return new Source.Files(console.path(path), path);
    }

    /** Reads what the user named, with the cluster file where one counts. */
    Observed observe(Console console) {
        return observe(console, sources(console, config(console)));
    }

    /** True when files were named with {@code --from}. */
    boolean readsFiles() {
        return !from.isEmpty();
    }

    /** A file or folder that another option names, as a source. */
    static Source fileOf(Console console, String option, String path) {
        if (!path.equals("-") && !Files.exists(console.path(path), LinkOption.NOFOLLOW_LINKS)) {
            throw KoloException.badInput(
                    "there is no file or folder \"" + Text.quote(path) + "\" to read with " + option + ".");
        }
        return file(console, path);
    }

    /** Reads the sources; what it reads, and with which rights, goes to standard error as it happens. */
    Observed observe(Console console, List<Source> sources) {
        return observe(console, sources, ProbeScript.text(), line -> console.tell(Text.quote(line)));
    }

    /** The same with another form of the probe script, and with progress told to somebody else. */
    Observed observe(Console console, List<Source> sources, String script, Consumer<String> progress) {
        if (timeoutSeconds < 1) {
            throw KoloException.badInput("--timeout takes a positive number of seconds, not " + timeoutSeconds + ".");
        }
        Observer.Settings settings = new Observer.Settings(script, TimeUnit.SECONDS.toNanos(timeoutSeconds));
        SshSettings ssh = SshAccess.settings(console, timeoutSeconds);
        try (ProcessRunner processes = new ProcessRunner()) {
            return new Observer(processes, new Ssh(processes, ssh), settings, progress).observe(sources);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw KoloException.failure("interrupted while reading.");
        }
    }
}
