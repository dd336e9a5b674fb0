package dev.kolo.cli.wire;

import dev.kolo.cli.ClusterFile;
import dev.kolo.cli.Console;
import dev.kolo.cli.ExitCode;
import dev.kolo.cli.KoloException;
import dev.kolo.cli.PlanSource;
import dev.kolo.page.text.Text;
import dev.kolo.verbs.VerbsOffer;
import dev.kolo.verbs.nic.LaneTuning;
import dev.kolo.verbs.nic.RecentNumbers;
import dev.kolo.wire.mailbox.MailboxServer;
import dev.kolo.wire.mailbox.MailboxShape;
import dev.kolo.wire.mailbox.run.MailboxException;
import dev.kolo.wire.mailbox.run.MailboxHost;
import dev.kolo.wire.protocol.WireFailure;
import dev.kolo.wire.session.PlannedLanes;
import dev.kolo.wire.session.TransportOffer;
import dev.kolo.wire.session.run.SessionException;
import dev.kolo.wire.session.run.ShmOffer;
import dev.kolo.wire.session.run.TcpOffer;
import dev.kolo.wire.session.run.WireSession;
import dev.kolo.wire.settings.Endpoint;
import dev.kolo.wire.settings.Setting;
import dev.kolo.wire.settings.SettingsReader;
import dev.kolo.wire.settings.SettingsReading;
import dev.kolo.wire.settings.WireSettings;
import dev.kolo.wire.settings.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code kolo wire serve}: one rank's proxy for a client in any language, from set-up until the client leaves. */
@Command(
        name = "serve",
        description = "Serves one rank's wire to a program in any language, through a mailbox in shared memory.",
        footer = {
            "",
            "Start it once a rank; it prints where its mailbox is, serves one client, and ends when that client leaves.",
            "The token comes from KOLO_WIRE_TOKEN. Clients and their documentation: clients/ and docs/mailbox.md. Example:",
            "  kolo wire serve --world 2 --rank 0 --rendezvous 127.0.0.1:7471 --mailbox r0",
            "  kolo wire serve --world 4 --rank 2 --rendezvous 10.0.0.1:7471 --nic verbs",
            "Exit 0 the client left, 1 the session failed or no client came, 2 bad input, 3 there can be no mailbox."
        })
final class ServeCommand implements Callable<Integer> {
    private static final long LOOK_MILLIS = 20;
    private static final long LAST_WORDS_SECONDS = 10;

    private final Console console;
    private final WireFlags flags = new WireFlags();
    private final CountDownLatch told = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);

    @Option(
            names = "--nic",
            paramLabel = "shm|tcp|verbs",
            description = "What carries the bytes; verbs is RDMA. Default: ${DEFAULT-VALUE}.")
    private String nic = "shm";

    @Option(
            names = "--plan",
            paramLabel = "FILE",
            description = "With verbs: take the lanes of this plan.json, relayed ones among them.")
    private Optional<String> plan = Optional.empty();

    @Option(
            names = "--mailbox",
            paramLabel = "NAME|PATH",
            description = "A name in /dev/shm (kolo-mailbox-NAME), or a path. Default: session and rank.")
    private Optional<String> mailbox = Optional.empty();

    @Option(
            names = "--block",
            paramLabel = "SIZE",
            description = "Largest block of one operation; clients split what is larger. Default: the limit.")
    private Optional<String> block = Optional.empty();

    @Option(
            names = "--heartbeat",
            paramLabel = "TIME",
            description = "A server that gives no sign of life for so long is dead. Default: ${DEFAULT-VALUE}.")
    private String heartbeat = "10s";

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The cluster file, for its settings of the wire. Default: kolo.yaml in this folder.")
    private Optional<String> config = Optional.empty();

    private ServeCommand(Console console) {
        this.console = console;
    }

    /** The verb, with a flag for each setting of the wire but the token: everyone on the machine sees command lines. */
    static CommandLine of(Console console) {
        ServeCommand command = new ServeCommand(console);
        CommandLine line = new CommandLine(command);
        command.flags.addTo(line.getCommandSpec(), EnumSet.complementOf(EnumSet.of(Setting.TOKEN)));
        return line;
    }

    @Override
    public Integer call() {
        WireSettings settings = settings();
        MailboxHost.Wish wish = wish(settings);
        Thread hook = new Thread(this::tellAndWait, "kolo-wire-serve-end");
        Runtime.getRuntime().addShutdownHook(hook);
        try (WireSession session = WireSession.open(settings, new Surroundings(settings), this::say)) {
            return serve(session, settings, wish);
        } catch (SessionException | WireFailure e) {
            throw KoloException.failure(Text.quote(String.valueOf(e.getMessage())));
        } catch (MailboxException e) {
            throw KoloException.refused(Text.quote(String.valueOf(e.getMessage())));
        } finally {
            over.countDown();
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException shuttingDown) {
                // It has done its work.
            }
        }
    }

    private int serve(WireSession session, WireSettings settings, MailboxHost.Wish wish) throws MailboxException {
        String rank = "rank " + settings.rank() + " of " + settings.world();
        try (MailboxHost host = MailboxHost.open(session, settings.rank(), settings.world(), settings.waits(), wish)) {
            console.out().println("mailbox " + Text.quote(host.path().toString()));
            console.out().println("session " + session.id());
            console.out().flush();
            say("kolo wire: " + rank + " waits for its client");
            MailboxServer.State state =
                    await(host, MailboxServer.State.OPEN, settings.waits().startupNanos());
            if (state == MailboxServer.State.ATTACHED) {
                say("kolo wire: " + rank + " serves process " + host.clientPid());
                state = await(host, MailboxServer.State.ATTACHED, Long.MAX_VALUE);
            }
            return end(host, session, state, rank);
        }
    }

    private int end(MailboxHost host, WireSession session, MailboxServer.State state, String rank) {
        boolean asked = told.getCount() == 0;
        switch (state) {
            case LEFT -> say("kolo wire: " + rank + ": the client has left");
            case POISONED -> session.failure().ifPresent(failure -> say("kolo wire: FAILED: " + failure.message()));
            case OPEN, ATTACHED -> {
                if (!asked) {
                    say("kolo wire: FAILED: " + rank + ": no client came within the startup wait");
                }
                host.close("The mailbox's server of " + rank
                        + (asked ? " was told to end." : " waited for a client in vain."));
            }
        }
        return state == MailboxServer.State.LEFT || asked ? ExitCode.FINE : ExitCode.FINDINGS;
    }

    /** Waits as long as the mailbox is in a state and nobody tells this process to end. */
    private MailboxServer.State await(MailboxHost host, MailboxServer.State during, long boundNanos) {
        long sinceNanos = System.nanoTime();
        try {
            while (host.state() == during
                    && System.nanoTime() - sinceNanos < boundNanos
                    && !told.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                // Looks again.
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            told.countDown();
        }
        return host.state();
    }

    /** At SIGTERM and at Ctrl-C: the client and the other ranks are told before the process ends. */
    private void tellAndWait() {
        told.countDown();
        try {
            if (!over.await(LAST_WORDS_SECONDS, TimeUnit.SECONDS)) {
                say("kolo wire: the session did not end in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private WireSettings settings() {
        if (!List.of("shm", "tcp", "verbs").contains(nic)) {
            throw KoloException.badInput("there is no NIC \"" + Text.quote(nic) + "\": --nic takes shm, tcp or verbs.");
        }
        if (plan.isPresent() && !nic.equals("verbs")) {
            throw KoloException.badInput("--plan: only --nic verbs has lanes that a plan could give.");
        }
        Map<String, String> merged = flags.merged(console, ClusterFile.read(console, config), Map.of(), Map.of());
        return switch (SettingsReader.read(merged, Map.of(), Map.of())) {
            case SettingsReading.Good(WireSettings settings) -> settings;
            case SettingsReading.Bad(List<String> problems) ->
                throw KoloException.badInput(Text.quote(String.join("; ", problems)));
        };
    }

    private MailboxHost.Wish wish(WireSettings settings) {
        long blockBytes = block.map(given -> Words.bytes(given)
                        .filter(bytes -> bytes > 0 && bytes <= MailboxShape.MOST_BLOCK_BYTES)
                        .orElseThrow(() -> KoloException.badInput(
                                "--block \"" + Text.quote(given) + "\": give 1 B to 1GiB, e.g. 4MiB.")))
                .orElse((long) settings.limitBytes());
        long heartbeatNanos = Words.nanos(heartbeat)
                .filter(nanos -> nanos >= 100_000_000L)
                .orElseThrow(() -> KoloException.badInput(
                        "--heartbeat \"" + Text.quote(heartbeat) + "\": give 100ms or more, e.g. 10s."));
        Optional<String> place = mailbox.map(given ->
                given.contains("/") ? console.path(given).toAbsolutePath().toString() : given);
        try {
            MailboxHost.path(place, "any");
        } catch (MailboxException e) {
            throw KoloException.badInput("--mailbox \"" + Text.quote(place.orElse("")) + "\": " + e.getMessage() + ".");
        }
        return new MailboxHost.Wish(place, blockBytes, heartbeatNanos);
    }

    private void say(String line) {
        console.tell(Text.quote(line));
    }

    /** The name that the others know this rank's machine by; where it cannot be read, the rank stands for it. */
    private static String hostOf(int rank) {
        try {
            String name = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
            return name.matches("[A-Za-z0-9.-]{1,64}") ? name : "rank" + rank;
        } catch (IOException unknown) {
            return "rank" + rank;
        }
    }

    private final class Surroundings implements WireSession.Surroundings {
        private final WireSettings settings;
        private final String host;
        private final Optional<PlannedLanes> planned;

        Surroundings(WireSettings settings) {
            this.settings = settings;
            this.host = hostOf(settings.rank());
            this.planned = plan.map(file -> PlanSource.read(console, file).wire())
                    .map(wire ->
                            PlannedLanes.of(wire.lanes(), wire.windowBytes().orElse(0)));
        }

        @Override
        public String host() {
            return host;
        }

        @Override
        public TransportOffer wire(WireSession.MeetingPlace place) {
            return switch (nic) {
                case "tcp" -> new TcpOffer(place.token(), place::ownAddress);
                case "verbs" ->
                    new VerbsOffer(
                            host, settings.devices(), LaneTuning.of(settings.nic()), new RecentNumbers(), planned);
                default -> new ShmOffer();
            };
        }

        @Override
        public void listensAt(Endpoint endpoint) {
            say("kolo wire: rank 0 meets the others at " + endpoint);
        }
    }
}
