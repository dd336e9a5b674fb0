package dev.kolo.cli.wire;

import dev.kolo.cli.KoloException;
import dev.kolo.config.HostConfig;
import dev.kolo.config.KoloConfig;
import dev.kolo.page.text.Text;
import dev.kolo.remote.ssh.SshTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** On which machines ranks run: those that are named, those of a cluster file that is named, otherwise this one. */
final class HostOptions {
    @Parameters(
            paramLabel = "HOST",
            arity = "0..*",
            description =
                    "Hosts on which the ranks run, started over ssh: names in kolo.yaml or as ssh knows them, rank 0"
                            + " first; localhost is this host. Default: this host, or all hosts of the file that --config names.")
    private List<String> named = new ArrayList<>();

    @Option(names = "--hosts", paramLabel = "A,B,…", split = ",", description = "The same as one list.")
    private List<String> listed = new ArrayList<>();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "The cluster file: its hosts, and its settings of the wire. Default: kolo.yaml in this folder, of"
                            + " which the hosts are then taken only by name.")
    private Optional<String> config = Optional.empty();

    @Option(
            names = "--remote-java",
            paramLabel = "PATH",
            description = "The java (25 or newer) on the other hosts. Default: found there, as the launcher does.")
    private Optional<String> remoteJava = Optional.empty();

    Optional<String> config() {
        return config;
    }

    Optional<String> remoteJava() {
        return remoteJava;
    }

    /** The hosts in the order of their ranks; this one alone when none is meant. */
    List<RankHost> hosts(Optional<KoloConfig> cluster) {
        List<String> names = new ArrayList<>(named);
        names.addAll(listed);
        if (names.isEmpty() && config.isPresent()) {
            cluster.ifPresent(c -> c.hosts().forEach(host -> names.add(host.name())));
        }
        if (names.isEmpty()) {
            return List.of(RankHost.HERE);
        }
        List<RankHost> hosts = new ArrayList<>();
        for (String name : names) {
            if (hosts.stream().anyMatch(h -> h.name().equals(name))) {
                throw KoloException.badInput("the host \"" + Text.quote(name) + "\" is named twice.");
            }
            hosts.add(host(name, cluster));
        }
        return hosts;
    }

    private static RankHost host(String name, Optional<KoloConfig> cluster) {
        Optional<HostConfig> known = cluster.flatMap(
                c -> c.hosts().stream().filter(h -> h.name().equals(name)).findFirst());
        Optional<String> management = known.flatMap(HostConfig::management).map(Object::toString);
        if (name.equals(RankHost.LOCALHOST)) {
            return new RankHost(name, Optional.empty(), management);
        }
        String target = known.map(HostConfig::sshTarget).orElse(name);
        String problem = SshTarget.problem(target);
        if (!problem.isEmpty()) {
            throw KoloException.badInput(Text.quote(problem) + ".");
        }
        return new RankHost(name, Optional.of(new SshTarget(target)), management);
    }
}
