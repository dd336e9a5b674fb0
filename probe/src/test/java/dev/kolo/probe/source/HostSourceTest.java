package dev.kolo.probe.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.remote.process.ProcessRunner;
import dev.kolo.remote.ssh.Ssh;
import dev.kolo.remote.ssh.SshServer;
import dev.kolo.remote.ssh.SshSettings;
import dev.kolo.remote.ssh.SshTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Asks this machine itself, directly and through a real ssh server. */
@Timeout(value = 300)
class HostSourceTest {
    /** The script as it ships, but for its search of all folders where much may be installed. */
    private static final Observer.Settings USUAL = new Observer.Settings(
            ProbeScript.text().replace("/usr/lib/python3 /usr/local /opt", "/nonexistent"),
            TimeUnit.MINUTES.toNanos(2));

    private final ProcessRunner processes = new ProcessRunner();
    private final List<String> progress = Collections.synchronizedList(new ArrayList<>());

    @TempDir
    Path folder;

    private SshServer server;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        server = SshServer.start(folder);
    }

    @AfterEach
    void stop() {
        processes.close();
        server.close();
    }

    @Test
    void readsThisHost() throws Exception {
        Observed observed = observe(USUAL, new Source.ThisHost());

        NodeFacts host = observed.inventory().hosts().getFirst();
        assertThat(observed.inventory().hosts()).hasSize(1);
        assertThat(host.netdev("lo")).isPresent();
        assertThat(host.system().kernelRelease()).isPresent();
        assertThat(observed.result().understood())
                .singleElement()
                .satisfies(u -> assertThat(u.file()).isEqualTo("this host"));
        assertThat(observed.result().notUnderstood()).isEmpty();
        String rights = System.getProperty("user.name").equals("root") ? "as root" : "without root";
        assertThat(observed.rights())
                .singleElement()
                .satisfies(r -> assertThat(r.text()).contains(rights));
    }

    @Test
    void readsHostsOverSshUnderTheNamesGiven() throws Exception {
        Observed observed = observe(USUAL, remote("spark2"), remote("spark1"));

        assertThat(observed.inventory().hosts()).extracting(NodeFacts::host).containsExactly("spark1", "spark2");
        assertThat(observed.inventory().unreachable()).isEmpty();
        assertThat(observed.rights()).extracting(Observed.Rights::source).containsExactly("ssh spark2", "ssh spark1");
        assertThat(progress).anySatisfy(line -> assertThat(line).startsWith("Asking 2 hosts"));
        assertThat(progress).anySatisfy(line -> assertThat(line).startsWith("Read spark1 by ssh, as "));
    }

    @Test
    void aDeadHostIsReportedAndTheOthersAreRead() throws Exception {
        Observed observed = observe(USUAL, remote("spark1"), remote("no-such-spark.invalid"));

        assertThat(observed.inventory().hosts()).extracting(NodeFacts::host).containsExactly("spark1");
        assertThat(observed.inventory().unreachable()).singleElement().satisfies(u -> {
            assertThat(u.host()).isEqualTo("no-such-spark.invalid");
            assertThat(u.reason()).contains("has no address here").contains("Could not resolve hostname");
        });
    }

    @Test
    void aShellThatDoesNotRunTheProbeIsReported() throws Exception {
        Files.writeString(
                server.authorizedKeys(),
                "command=\"echo This account is not available; exit 1\" "
                        + Files.readString(folder.resolve("user_key.pub")));

        Inventory inventory = observe(USUAL, remote("spark1")).inventory();

        assertThat(inventory.hosts()).isEmpty();
        assertThat(inventory.unreachable().getFirst().reason())
                .isEqualTo("The shell of spark1 did not run the probe. It ended with status 1:"
                        + " This account is not available");
    }

    @Test
    void aGreetingBeforeTheProbeDoesNoHarm() throws Exception {
        Files.writeString(
                server.authorizedKeys(),
                "command=\"echo Welcome; echo to spark1; sh -s\" " + Files.readString(folder.resolve("user_key.pub")));

        assertThat(observe(USUAL, remote("spark1")).inventory().hosts())
                .extracting(NodeFacts::host)
                .containsExactly("spark1");
    }

    @Test
    void aHostThatAnswersNothingIsCutOff() throws Exception {
        Files.writeString(
                server.authorizedKeys(),
                "command=\"exec tail -f /dev/null\" " + Files.readString(folder.resolve("user_key.pub")));
        Observer.Settings hasty = new Observer.Settings(USUAL.script(), TimeUnit.SECONDS.toNanos(3));

        Inventory inventory = observe(hasty, remote("spark1")).inventory();

        assertThat(inventory.unreachable())
                .containsExactly(
                        new Inventory.Unreachable("spark1", "spark1 did not finish in time, and was cut off."));
    }

    @Test
    void readsHostsAndFilesTogether() throws Exception {
        Files.writeString(server.clientConfig(), "\n", StandardOpenOption.APPEND);

        Observed observed = observe(
                USUAL, remote("spark1"), new Source.Files(Scene.recorded("samples/ring4-two-planes/spark2"), "spark2"));

        assertThat(observed.inventory().hosts()).extracting(NodeFacts::host).containsExactly("spark1", "spark2");
    }

    private static Source remote(String name) {
        return new Source.RemoteHost(name, new SshTarget(name));
    }

    private Observed observe(Observer.Settings settings, Source... sources) throws InterruptedException {
        Ssh ssh = new Ssh(processes, new SshSettings("ssh", Optional.of(server.clientConfig()), 20));
        return new Observer(processes, ssh, settings, progress::add).observe(List.of(sources));
    }
}
