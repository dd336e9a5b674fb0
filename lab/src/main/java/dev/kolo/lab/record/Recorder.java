package dev.kolo.lab.record;

import dev.kolo.lab.LabException;
import dev.kolo.lab.RunningLab;
import dev.kolo.lab.cable.LabCables;
import dev.kolo.lab.layout.LabHost;
import dev.kolo.lab.layout.LabPort;
import dev.kolo.lab.relay.LabRelays;
import dev.kolo.remote.InParallel;
import dev.kolo.remote.process.Input;
import dev.kolo.remote.process.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Records what the hosts of a lab say to the probe, with a fault or without: {@code HOST.probe.txt}, and for some recordings
 * a folder {@code HOST} with the answers of single commands.
 */
public final class Recorder {
    private static final long COMMAND_NANOS = TimeUnit.MINUTES.toNanos(5);
    private static final long RECORD_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final long LOOK_SECONDS = 2;

    /** A connection that was made just before the interface went away answers nothing. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** How a probe that ran to its end ends. */
    private static final String END = "### done kolo-probe/";

    private final RunningLab lab;
    private final Recording recording;
    private final String probe;

    /**
     * @param lab a fresh one of {@link Recording#spec()}
     * @param probe the text of the probe script
     */
    public Recorder(RunningLab lab, Recording recording, String probe) {
        this.lab = lab;
        this.recording = recording;
        this.probe = probe;
    }

    /**
     * Plants the fault, lets the hosts talk to each other, and writes what they say.
     *
     * @param folder where to; what is there under the same names is replaced
     * @throws LabException when a host does not record to its end
     */
    public void record(Path folder) throws IOException, InterruptedException {
        plant();
        Files.createDirectories(folder);
        onAll(host -> start(host));
        onAll(host -> awaitEnd(host));
        for (LabHost host : lab.layout().hosts()) {
            String text = run(host, "cat /run/kolo-lab/recording/probe.txt");
            if (!text.contains(END)) {
                throw LabException.failed("the probe on " + host.name() + " did not run to its end: "
                        + run(host, "tail -n 3 /run/kolo-lab/recording/probe.err"));
            }
            Files.writeString(folder.resolve(host.name() + ".probe.txt"), text);
            if (recording.hasSingleCommands()) {
                fetch(host, folder.resolve(host.name()));
            }
        }
    }

    private void plant() throws IOException, InterruptedException {
        onAll(host -> {
            for (String line : recording.planted(lab.layout(), host)) {
                run(host, line);
            }
        });
        switch (recording.fault()) {
            case UNPLUGGED -> new LabCables(lab).cut("spark2:0");
            case RELAYED -> relay();
            case NONE, LLDP, SMALL_MTU, SECOND_PLANE_UNADDRESSED, SAME_SUBNETS, PORT_DOWN -> {}
        }
        if (recording.fault() != Recording.Fault.NONE && recording.fault() != Recording.Fault.RELAYED) {
            onAll(host -> run(host, flush(host)));
            lab.greet();
        }
    }

    /** Forgets what the neighbours were before the fault. */
    private static String flush(LabHost host) {
        StringBuilder line = new StringBuilder("true");
        for (LabPort port : host.ports()) {
            line.append("; ip neigh flush dev ").append(port.netdev()).append(" 2>/dev/null");
        }
        return line + "; true";
    }

    /** spark3 writes to spark1 over spark2, so that the rules have counted something. */
    private void relay() throws IOException, InterruptedException {
        new LabRelays(lab).apply();
        LabPort near = lab.host("spark1").port(0, 0);
        LabPort far = lab.host("spark3").port(0, 1);
        String program = "timeout 200 ib_write_lat -x 1 -s 8192 -n 20 -F -d ";
        List<String> hosts = List.of("spark1", "spark3");
        InParallel.map(
                hosts,
                2,
                host -> run(
                        lab.host(host),
                        host.equals("spark1")
                                ? program + near.device()
                                : "for try in 1 2 3 4 5 6 7 8 9 10; do " + program + far.device() + " "
                                        + near.address().orElseThrow() + " && exit; sleep 3; done; exit 1"));
    }

    /** In a session of its own, since the interface goes over which it was told so. */
    private void start(LabHost host) throws InterruptedException {
        run(host, "rm -rf /run/kolo-lab/recording; mkdir -p /run/kolo-lab/recording");
        put(host, "/run/kolo-lab/recording/probe.sh", probe);
        put(host, "/run/kolo-lab/recording/record.sh", script());
        run(
                host,
                "setsid sh /run/kolo-lab/recording/record.sh " + LabHost.MANAGEMENT_NETDEV + " "
                        + (recording.hasSingleCommands() ? "yes" : "no")
                        + " </dev/null >/run/kolo-lab/recording/log 2>&1 &");
    }

    private void awaitEnd(LabHost host) throws InterruptedException {
        long deadline = System.nanoTime() + RECORD_NANOS;
        while (System.nanoTime() - deadline < 0) {
            TimeUnit.SECONDS.sleep(LOOK_SECONDS);
            try {
                Outcome.Exited listed =
                        lab.shell(host.name(), LOOK_NANOS, "ls /run/kolo-lab/recording", new Input.Nothing());
                if (listed.stdout().text().lines().anyMatch("ended"::equals)) {
                    return;
                }
            } catch (LabException notBack) {
                // Its management interface is away while it records.
            }
        }
        throw LabException.failed(host.name() + " did not end its recording within "
                + TimeUnit.NANOSECONDS.toMinutes(RECORD_NANOS) + " minutes");
    }

    private void fetch(LabHost host, Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        for (String name :
                run(host, "ls /run/kolo-lab/recording/single").lines().toList()) {
            if (name.matches("[a-z_-]+\\.(txt|json)")) {
                Files.writeString(folder.resolve(name), run(host, "cat /run/kolo-lab/recording/single/" + name));
            }
        }
    }

    private void put(LabHost host, String file, String content) throws InterruptedException {
        lab.shell(host.name(), COMMAND_NANOS, "cat >" + file, new Input.Text(content));
    }

    private String run(LabHost host, String line) throws InterruptedException {
        Outcome.Exited exited = lab.shell(host.name(), COMMAND_NANOS, line, new Input.Nothing());
        if (exited.status() != 0) {
            throw LabException.failed("`" + line + "` on " + host.name() + " ended with status " + exited.status()
                    + ": " + exited.stderr().text().strip());
        }
        return exited.stdout().text();
    }

    private interface Step {
        void on(LabHost host) throws InterruptedException;
    }

    private void onAll(Step step) throws InterruptedException {
        List<LabHost> hosts = lab.layout().hosts();
        InParallel.map(hosts, hosts.size(), host -> {
            step.on(host);
            return Optional.empty();
        });
    }

    private static String script() {
        try (InputStream in = Recorder.class.getResourceAsStream("record.sh")) {
            if (in == null) {
                throw new IllegalStateException("the resource record.sh is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        }
    }
}
