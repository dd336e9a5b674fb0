package dev.kolo.cli.lab.verbs;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.verbs.StartRehearsal;
import dev.kolo.verbs.VerbsOffer;
import dev.kolo.verbs.nic.LaneTuning;
import dev.kolo.verbs.nic.RecentNumbers;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.progress.Communicator;
import dev.kolo.wire.protocol.WireFailure;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.schedule.CostModel;
import dev.kolo.wire.session.Outcome;
import dev.kolo.wire.session.TransportOffer;
import dev.kolo.wire.session.run.LyingNic;
import dev.kolo.wire.session.run.SessionException;
import dev.kolo.wire.session.run.WireSession;
import dev.kolo.wire.settings.Endpoint;
import dev.kolo.wire.settings.SettingsReader;
import dev.kolo.wire.settings.SettingsReading;
import dev.kolo.wire.settings.WireSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One rank in a guest that gathers 8 KiB again and again over RDMA: for so many operations, or until it fails. Its first line
 * of input is the token, for all ranks but the first the second one is where rank 0 listens.
 */
public final class LoopRank {
    private static final int BYTES = 8192;

    private final Map<String, String> flags;
    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    /** When the exchange under way began. */
    private long lastNanos = System.nanoTime();

    private LoopRank(Map<String, String> flags) {
        this.flags = flags;
    }

    /** Exits 0 when all operations are done, 3 after a failure, 4 when there was no session. */
    public static void main(String[] arguments) throws IOException {
        Map<String, String> flags = new HashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            flags.put(argument.substring(0, equals), argument.substring(equals + 1));
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        flags.put("token", String.valueOf(in.readLine()));
        if (!flags.containsKey("rendezvous")) {
            flags.put("rendezvous", String.valueOf(in.readLine()));
        }
        Thread.ofPlatform().daemon().start(() -> endWith(in));
        System.exit(new LoopRank(flags).run());
    }

    /** Without its starter a rank has nobody to tell. */
    private static void endWith(BufferedReader in) {
        try {
            while (in.readLine() != null) {
                // Nothing more is expected.
            }
        } catch (IOException gone) {
            // As good as the end.
        }
        Runtime.getRuntime().halt(5);
    }

    private int run() {
        long operations =
                Long.parseLong(Optional.ofNullable(flags.remove("ops")).orElse("1000000000"));
        boolean lies = flags.remove("lie") != null;
        if (flags.remove("rehearse") != null) {
            rehearse();
        }
        String host = Optional.ofNullable(flags.remove("host")).orElse("localhost");
        WireSettings settings = settings();
        // How long the JVM took to get here, and then until there was a session, which waits for the other ranks, too.
        out.println("STARTED after " + sinceStartMillis() + " ms");
        try (WireSession session = WireSession.open(settings, new Surroundings(host, settings, lies), out::println)) {
            out.println("MET after " + sinceStartMillis() + " ms, " + mostResident());
            out.println("OUTCOME "
                    + switch (session.outcome()) {
                        case Outcome.OnWire wire -> "wire";
                        case Outcome.OnFallback fallback -> "fallback: " + fallback.reason();
                        case Outcome.Failed failed -> "failed: " + failed.reason();
                    });
            exchange(session.communicator().orElseThrow(), operations);
            out.println("DONE");
            return 0;
        } catch (WireFailure failure) {
            out.println("FAILED " + failure.getMessage());
            out.println("LASTED " + (System.nanoTime() - lastNanos) / 1_000_000 + " ms, " + mostResident());
            return 3;
        } catch (SessionException refused) {
            out.println("REFUSED " + refused.getMessage());
            return 4;
        }
    }

    /** Only in the run from which a cache is recorded: see {@link LiveRanks}. */
    private void rehearse() {
        try {
            StartRehearsal.run();
        } catch (NicException unusual) {
            out.println("NOT REHEARSED " + unusual.getMessage());
        }
    }

    private void exchange(Communicator communicator, long operations) {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment own = arena.allocate(BYTES, 64).fill((byte) 1);
            MemorySegment all = arena.allocate((long) BYTES * communicator.world(), 64);
            for (long done = 1; done <= operations; done++) {
                lastNanos = System.nanoTime();
                communicator.allGather(own, all, BYTES);
                if ((done & done - 1) == 0) {
                    out.println("PROGRESS " + done);
                }
            }
        }
    }

    private static long sinceStartMillis() {
        return ProcessHandle.current()
                .info()
                .startInstant()
                .map(start -> Duration.between(start, Instant.now()).toMillis())
                .orElse(-1L);
    }

    /** The most memory that this process has had, as the kernel says it. */
    private static String mostResident() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("VmHWM"))
                    .findFirst()
                    .orElse("VmHWM not known")
                    .replaceAll("\\s+", " ");
        } catch (IOException unreadable) {
            return "VmHWM not known";
        }
    }

    private WireSettings settings() {
        return switch (SettingsReader.read(flags, Map.of(), Map.of())) {
            case SettingsReading.Good(WireSettings settings) -> settings;
            case SettingsReading.Bad(List<String> problems) -> throw new IllegalArgumentException(problems.toString());
        };
    }

    private final class Surroundings implements WireSession.Surroundings {
        private final String host;
        private final WireSettings settings;
        private final boolean lies;

        Surroundings(String host, WireSettings settings, boolean lies) {
            this.host = host;
            this.settings = settings;
            this.lies = lies;
        }

        @Override
        public String host() {
            return host;
        }

        @Override
        public TransportOffer wire(WireSession.MeetingPlace place) {
            TransportOffer honest = new VerbsOffer(
                    host, settings.devices(), LaneTuning.of(settings.nic()), new RecentNumbers(), Optional.empty());
            return lies ? new LyingOffer(honest) : honest;
        }

        @Override
        public void listensAt(Endpoint endpoint) {
            out.println("LISTENS " + endpoint);
        }
    }

    /** Its NIC flips a bit of its payloads. */
    private record LyingOffer(TransportOffer honest) implements TransportOffer {
        @Override
        public String kind() {
            return honest.kind();
        }

        @Override
        public List<DeviceRecord> devices() throws NicException {
            return honest.devices();
        }

        @Override
        public Nic open(SessionId session, int rank, int world, int lanesPerPeer) throws NicException {
            return new LyingNic(honest.open(session, rank, world, lanesPerPeer));
        }

        @Override
        public Map<String, String> linkAddresses() {
            return honest.linkAddresses();
        }

        @Override
        public Optional<String> whoAnswers(DeviceRecord own, Ipv4Address peer) {
            return honest.whoAnswers(own, peer);
        }

        @Override
        public CostModel cost() {
            return honest.cost();
        }
    }
}
