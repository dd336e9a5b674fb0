package dev.kolo.probe.source;

import dev.kolo.probe.read.InventoryReader;
import dev.kolo.probe.read.SourceText;
import dev.kolo.remote.InParallel;
import dev.kolo.remote.process.ProcessRunner;
import dev.kolo.remote.ssh.Ssh;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reads any number of sources into one inventory: hosts at once, each with its deadline, files one after the other. What
 * cannot be read is part of the result, never an exception. Sends nothing anywhere but the probe script to the hosts named.
 */
public final class Observer {
    private static final int HOSTS_AT_ONCE = 16;

    private final HostProbe probe;
    private final Settings settings;
    private final Consumer<String> progress;

    /**
     * How hosts are asked.
     *
     * @param script the probe script
     * @param timeoutNanos how long one host may take, connection included
     */
    public record Settings(String script, long timeoutNanos) {
        /** The script as it ships; a minute and a half, since a slow tool may take five seconds and there are many. */
        public static Settings usual() {
            return new Settings(ProbeScript.text(), TimeUnit.SECONDS.toNanos(90));
        }
    }

    /**
     * Makes an observer.
     *
     * @param progress takes lines that say what is being read; called from several threads
     */
    public Observer(ProcessRunner processes, Ssh ssh, Settings settings, Consumer<String> progress) {
        this.probe = new HostProbe(processes, ssh, settings.script(), settings.timeoutNanos());
        this.settings = settings;
        this.progress = progress;
    }

    /**
     * Reads all sources.
     *
     * @throws InterruptedException when the caller is interrupted; nothing is left running then
     */
    public Observed observe(List<Source> sources) throws InterruptedException {
        Map<Source, HostProbe.Answer> answers = askHosts(sources);
        InventoryReader reader = new InventoryReader();
        TextTaker taker = new InventoryTaker(reader);
        List<Observed.Rights> rights = new ArrayList<>();
        long fileSources =
                sources.stream().filter(s -> s instanceof Source.Files).count();
        for (Source source : sources) {
            switch (source) {
                case Source.ThisHost host -> take("this host", Optional.empty(), answers, host, reader, rights);
                case Source.RemoteHost host ->
                    take("ssh " + host.name(), Optional.of(host.name()), answers, host, reader, rights);
                case Source.Files files -> {
                    progress.accept("Reading " + files.shownName() + ".");
                    FileTexts.read(files, fileSources > 1, taker);
                }
                case Source.StandardInput input -> {
                    progress.accept("Reading standard input.");
                    new FileIntake(taker).takeStream("standard input", input.stream());
                }
            }
        }
        return new Observed(reader.finish(), rights);
    }

    private Map<Source, HostProbe.Answer> askHosts(List<Source> sources) throws InterruptedException {
        List<Source> hosts = sources.stream()
                .filter(s -> s instanceof Source.ThisHost || s instanceof Source.RemoteHost)
                .distinct()
                .toList();
        if (hosts.isEmpty()) {
            return Map.of();
        }
        progress.accept("Asking " + (hosts.size() == 1 ? name(hosts.getFirst()) : hosts.size() + " hosts")
                + " with the read-only probe script, at most "
                + TimeUnit.NANOSECONDS.toSeconds(settings.timeoutNanos()) + " s each.");
        List<HostProbe.Answer> answers = InParallel.map(hosts, HOSTS_AT_ONCE, this::ask);
        Map<Source, HostProbe.Answer> byHost = new LinkedHashMap<>();
        for (int i = 0; i < hosts.size(); i++) {
            byHost.put(hosts.get(i), answers.get(i));
        }
        return byHost;
    }

    private static String name(Source host) {
        return host instanceof Source.RemoteHost remote ? remote.name() + " by ssh" : "this host";
    }

    private HostProbe.Answer ask(Source host) throws InterruptedException {
        HostProbe.Answer answer =
                host instanceof Source.RemoteHost remote ? probe.ask(remote.target()) : probe.askThisHost();
        progress.accept(
                switch (answer) {
                    case HostProbe.Answer.Said said -> "Read " + name(host) + ", " + said.rights() + ".";
                    case HostProbe.Answer.Silent silent -> "Could not read " + name(host) + ": " + silent.reason();
                });
        return answer;
    }

    private static void take(
            String source,
            Optional<String> host,
            Map<Source, HostProbe.Answer> answers,
            Source asked,
            InventoryReader reader,
            List<Observed.Rights> rights) {
        switch (answers.get(asked)) {
            case HostProbe.Answer.Said said -> {
                reader.add(host.map(name -> SourceText.ofHost(source, name, said.output().stream()))
                        .orElseGet(() -> SourceText.loose(source, said.output().stream())));
                rights.add(new Observed.Rights(source, said.rights()));
            }
            case HostProbe.Answer.Silent silent -> reader.unreachable(host.orElse(source), silent.reason());
            case null -> throw new IllegalStateException(source + " was not asked");
        }
    }
}
