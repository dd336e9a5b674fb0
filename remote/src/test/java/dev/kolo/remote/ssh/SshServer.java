package dev.kolo.remote.ssh;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.opentest4j.TestAbortedException;

/**
 * A real ssh server on a loopback port, with keys and a client configuration of its own in one folder, for tests. Aliases
 * {@code spark1} to {@code spark9} lead to it. Where no sshd is installed a test is skipped, but fails in CI.
 */
public final class SshServer implements AutoCloseable {
    private static final Path SSHD = Path.of("/usr/sbin/sshd");
    private static final int ATTEMPTS = 5;

    private final Path folder;
    private final Process sshd;
    private final int port;

    private SshServer(Path folder, Process sshd, int port) {
        this.folder = folder;
        this.sshd = sshd;
        this.port = port;
    }

    /** Starts a server with all of its files in an empty folder. */
    public static SshServer start(Path folder) throws IOException, InterruptedException {
        if (!Files.isExecutable(SSHD)) {
            String missing = "this test needs an ssh server: apt install openssh-server";
            if (System.getenv("CI") != null) {
                throw new AssertionError(missing);
            }
            throw new TestAbortedException(missing);
        }
        if (System.getProperty("user.name").equals("root")) {
            // What the service's own start-up does; sshd refuses to run as root without it.
            Files.createDirectories(Path.of("/run/sshd"));
        }
        makeKey(folder.resolve("host_key"));
        makeKey(folder.resolve("user_key"));
        for (int attempt = 1; ; attempt++) {
            int port = freePort();
            Process sshd = new ProcessBuilder(SSHD.toString(), "-D", "-e", "-f", configure(folder, port))
                    .redirectErrorStream(true)
                    .start();
            if (isListening(sshd)) {
                SshServer server = new SshServer(folder, sshd, port);
                server.writeClientFiles();
                return server;
            }
            sshd.waitFor();
            if (attempt == ATTEMPTS) {
                throw new IOException("sshd did not start in " + ATTEMPTS + " attempts");
            }
        }
    }

    private static void makeKey(Path file) throws IOException, InterruptedException {
        int status = new ProcessBuilder("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file.toString())
                .inheritIO()
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException("ssh-keygen ended with status " + status);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String configure(Path folder, int port) throws IOException {
        Path config = folder.resolve("sshd_config");
        Files.copy(
                folder.resolve("user_key.pub"), folder.resolve("authorized_keys"), StandardCopyOption.REPLACE_EXISTING);
        Files.write(
                config,
                List.of(
                        "ListenAddress 127.0.0.1",
                        "Port " + port,
                        "HostKey " + folder.resolve("host_key"),
                        "AuthorizedKeysFile " + folder.resolve("authorized_keys"),
                        "StrictModes no",
                        "UsePAM no",
                        "PasswordAuthentication no",
                        "PermitRootLogin prohibit-password",
                        "MaxStartups 100",
                        // Whatever a command caches stays with the test.
                        "SetEnv XDG_CACHE_HOME=" + folder.resolve("cache"),
                        "PidFile none"));
        return config.toString();
    }

    /** sshd says so itself, on its first lines; afterwards its log is read and dropped. */
    private static boolean isListening(Process sshd) throws IOException {
        BufferedReader log = new BufferedReader(new InputStreamReader(sshd.getInputStream(), UTF_8));
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            if (line.startsWith("Server listening on 127.0.0.1")) {
                Thread.ofPlatform().daemon().start(() -> readToEnd(log));
                return true;
            }
        }
        return false;
    }

    private static void readToEnd(BufferedReader log) {
        try {
            log.transferTo(Writer.nullWriter());
        } catch (IOException closed) {
            // The server has been stopped.
        }
    }

    private void writeClientFiles() throws IOException {
        Files.writeString(
                folder.resolve("known_hosts"),
                "[127.0.0.1]:" + port + " " + Files.readString(folder.resolve("host_key.pub")));
        Files.write(
                clientConfig(),
                List.of(
                        "Host spark?",
                        "  HostName 127.0.0.1",
                        "  Port " + port,
                        "  IdentityFile " + folder.resolve("user_key"),
                        "  IdentitiesOnly yes",
                        "  UserKnownHostsFile " + folder.resolve("known_hosts"),
                        "  GlobalKnownHostsFile /dev/null"));
    }

    /** The client's configuration; a test may append to it or put lines before it. */
    public Path clientConfig() {
        return folder.resolve("config");
    }

    /** Where commands that run on the server keep what they cache. */
    public Path cache() {
        return folder.resolve("cache");
    }

    public Path knownHosts() {
        return folder.resolve("known_hosts");
    }

    public Path authorizedKeys() {
        return folder.resolve("authorized_keys");
    }

    /** The address as known_hosts has it. */
    public String knownName() {
        return "[127.0.0.1]:" + port;
    }

    @Override
    public void close() {
        sshd.destroy();
        sshd.onExit().join();
    }
}
