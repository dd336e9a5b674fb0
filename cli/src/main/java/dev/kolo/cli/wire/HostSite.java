package dev.kolo.cli.wire;

import dev.kolo.cli.KoloException;
import dev.kolo.fabric.names.ShellWord;
import dev.kolo.page.text.Text;
import dev.kolo.remote.InParallel;
import dev.kolo.remote.process.Input;
import dev.kolo.remote.process.Outcome;
import dev.kolo.remote.process.ProcessRunner;
import dev.kolo.remote.ssh.Ssh;
import dev.kolo.remote.ssh.SshOutcome;
import dev.kolo.remote.ssh.SshSettings;
import dev.kolo.remote.ssh.SshTarget;
import dev.kolo.wire.settings.Endpoint;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Ranks on other machines, over the user's own ssh: rank r runs on host r, counted round and round. Before the first one
 * starts every host has been asked for a Java, and has the program: one jar in the user's cache folder there, copied when it
 * is not there yet. A rank's process ends when its connection does, since it reads that all the time.
 */
final class HostSite implements RankSite {
    private static final int AT_ONCE = 16;
    private static final int OUTPUT_LIMIT_BYTES = 1 << 20;

    private final List<Ready> hosts;
    private final Ssh ssh;

    /**
     * What a host must have.
     *
     * @param java where its Java is, when the user says it
     * @param devices RDMA devices that a plan uses on a host, by the host's name
     */
    record Needs(Optional<String> java, Function<String, List<String>> devices) {}

    /** A host, and what it said; nothing for this machine. */
    private record Ready(RankHost host, Optional<HostScript.Answer> answer) {}

    private HostSite(List<Ready> hosts, Ssh ssh) {
        this.hosts = hosts;
        this.ssh = ssh;
    }

    /**
     * Makes all hosts ready.
     *
     * @param hosts in the order of their ranks
     * @param needs what each must have
     * @param timeoutSeconds how long one host may take
     * @param progress takes a line for people
     * @throws KoloException refused, with a sentence for each host that cannot run a rank
     */
    static HostSite prepare(
            List<RankHost> hosts, Needs needs, SshSettings settings, long timeoutSeconds, Consumer<String> progress) {
        try (ProcessRunner processes = new ProcessRunner()) {
            Ssh ssh = new Ssh(processes, settings);
            Preparation preparation =
                    new Preparation(ssh, RankBundle.make(), needs, TimeUnit.SECONDS.toNanos(timeoutSeconds), progress);
            List<Prepared> prepared = InParallel.map(hosts, AT_ONCE, preparation::prepare);
            List<String> problems =
                    prepared.stream().flatMap(p -> p.problem().stream()).toList();
            if (!problems.isEmpty()) {
                throw KoloException.refused(String.join("\n      ", problems));
            }
            List<Ready> ready = new ArrayList<>();
            for (int i = 0; i < hosts.size(); i++) {
                ready.add(new Ready(hosts.get(i), prepared.get(i).answer()));
            }
            return new HostSite(ready, ssh);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KoloException.failure("interrupted while the hosts were made ready.");
        } catch (IOException e) {
            throw KoloException.failure("the rank's program could not be packed: " + Text.quote(e.toString()));
        }
    }

    /** How one host's preparation went. */
    private record Prepared(Optional<HostScript.Answer> answer, Optional<String> problem) {}

    /** Makes one host ready. */
    private record Preparation(Ssh ssh, RankBundle bundle, Needs needs, long timeoutNanos, Consumer<String> progress) {
        Prepared prepare(RankHost host) throws InterruptedException {
            if (host.isHere()) {
                return new Prepared(Optional.empty(), Optional.empty());
            }
            SshTarget target = host.target().orElseThrow();
            SshOutcome looked = ssh.run(
                    target,
                    "sh -s",
                    new Input.Text(HostScript.look(bundle, needs.java())),
                    timeoutNanos,
                    OUTPUT_LIMIT_BYTES);
            if (!(looked instanceof SshOutcome.Answered(Outcome.Exited exited))) {
                return failed(looked, host);
            }
            Optional<HostScript.Answer> answer = HostScript.read(exited.stdout().text());
            if (answer.isEmpty()) {
                return problem(
                        host,
                        "its shell did not run the script to its end (status " + exited.status() + "): "
                                + lastLine(exited.stderr().text()));
            }
            if (answer.get().java().isEmpty()) {
                return problem(host, withoutJava(answer.get()));
            }
            List<String> missing = needs.devices().apply(host.name()).stream()
                    .filter(device -> !answer.get().devices().contains(device))
                    .toList();
            if (!missing.isEmpty()) {
                return problem(
                        host,
                        "the plan uses the RDMA devices " + String.join(", ", missing)
                                + ", which it does not have (it has "
                                + (answer.get().devices().isEmpty()
                                        ? "none"
                                        : String.join(", ", answer.get().devices()))
                                + "): plan again from facts of today");
            }
            return answer.get().hasJar() ? new Prepared(answer, Optional.empty()) : copy(host, target, answer.get());
        }

        private String withoutJava(HostScript.Answer answer) {
            String seen = answer.others().isEmpty() ? "none" : String.join(", ", answer.others());
            return needs.java()
                            .map(path -> "there is no Java " + HostScript.JAVA + " at " + path + " (--remote-java)")
                            .orElse("there is no Java " + HostScript.JAVA + " or newer")
                    + "; found: " + seen + ". Install one there (`sudo apt install openjdk-25-jre-headless`, or Temurin"
                    + " 25), or name it with --remote-java PATH";
        }

        private Prepared copy(RankHost host, SshTarget target, HostScript.Answer answer) throws InterruptedException {
            progress.accept("  " + host.name() + ": copying the rank's program (" + bundle.bytes().length / 1024
                    + " KiB) to " + answer.jar());
            SshOutcome copied = ssh.run(
                    target,
                    HostScript.receive(bundle, answer.jar()),
                    new Input.Stream(new ByteArrayInputStream(bundle.bytes())),
                    timeoutNanos,
                    OUTPUT_LIMIT_BYTES);
            if (!(copied instanceof SshOutcome.Answered(Outcome.Exited exited))) {
                return failed(copied, host);
            }
            return exited.status() == 0
                    ? new Prepared(Optional.of(answer), Optional.empty())
                    : problem(
                            host,
                            "the rank's program could not be written to " + answer.jar() + ": "
                                    + lastLine(exited.stderr().text())
                                    + ". Free some space there, or make the folder writable");
        }

        private static Prepared failed(SshOutcome outcome, RankHost host) {
            return outcome instanceof SshOutcome.Failed(var kind, String sentence, String quoted)
                    ? new Prepared(
                            Optional.empty(),
                            Optional.of(Text.quote(sentence + (quoted.isEmpty() ? "" : " (ssh: " + quoted + ")"))))
                    : problem(host, "it did not answer");
        }

        private static Prepared problem(RankHost host, String sentence) {
            return new Prepared(Optional.empty(), Optional.of(Text.quote(host.name() + ": " + sentence) + "."));
        }

        private static String lastLine(String text) {
            return text.lines().filter(l -> !l.isBlank()).reduce((a, b) -> b).orElse("it said nothing");
        }
    }

    @Override
    public List<String> command(int rank, List<String> jvm, List<String> arguments) {
        Ready place = place(rank);
        if (place.answer().isEmpty()) {
            return THIS_HOST.command(rank, jvm, arguments);
        }
        HostScript.Answer answer = place.answer().get();
        String line = Stream.of(
                        List.of("exec", answer.java().orElseThrow()),
                        JVM,
                        jvm,
                        List.of("-cp", answer.jar(), RankMain.class.getName()),
                        arguments)
                .flatMap(List::stream)
                .map(ShellWord::quote)
                .collect(Collectors.joining(" "));
        return ssh.conversation(place.host().target().orElseThrow(), line);
    }

    @Override
    public String rendezvous() {
        Ready first = hosts.getFirst();
        if (hosts.stream().allMatch(h -> h.host().isHere())) {
            return THIS_HOST.rendezvous();
        }
        return first.host()
                .management()
                .or(() -> first.answer().flatMap(HostScript.Answer::address))
                .filter(address -> !address.contains("%"))
                .map(address -> new Endpoint(address, 0).toString())
                .orElseThrow(() -> KoloException.badInput("the address at which the other ranks reach rank 0 on "
                        + Text.quote(first.host().name())
                        + " is not known: give --rendezvous ADDRESS:0, or its management"
                        + " address in kolo.yaml."));
    }

    @Override
    public String host(int rank) {
        return place(rank).host().name();
    }

    @Override
    public Optional<String> ending(int rank, int status, String told) {
        return place(rank)
                .host()
                .target()
                .flatMap(target -> Ssh.failure(target, status, told)
                        .map(f -> f.sentence() + " (ssh: " + f.quoted() + ")")
                        .or(() -> RankSite.endingOverSsh(status)));
    }

    private Ready place(int rank) {
        return hosts.get(rank % hosts.size());
    }
}
