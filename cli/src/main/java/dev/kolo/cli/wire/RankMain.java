package dev.kolo.cli.wire;

import dev.kolo.gpu.cuda.CudaException;
import dev.kolo.gpu.session.DeviceFailure;
import dev.kolo.gpu.suite.DeviceFault;
import dev.kolo.verbs.StartRehearsal;
import dev.kolo.verbs.VerbsOffer;
import dev.kolo.verbs.nic.LaneTuning;
import dev.kolo.verbs.nic.RecentNumbers;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.progress.Communicator;
import dev.kolo.wire.protocol.WireFailure;
import dev.kolo.wire.schedule.Reach;
import dev.kolo.wire.schedule.ScheduleKind;
import dev.kolo.wire.session.PlannedLanes;
import dev.kolo.wire.session.TransportOffer;
import dev.kolo.wire.session.run.PlannedOffer;
import dev.kolo.wire.session.run.SessionException;
import dev.kolo.wire.session.run.ShmOffer;
import dev.kolo.wire.session.run.TcpOffer;
import dev.kolo.wire.session.run.WireSession;
import dev.kolo.wire.settings.Endpoint;
import dev.kolo.wire.settings.SettingsReader;
import dev.kolo.wire.settings.SettingsReading;
import dev.kolo.wire.settings.WireSettings;
import dev.kolo.wire.suite.SuiteCase;
import dev.kolo.wire.suite.SuiteCases;
import dev.kolo.wire.suite.SuiteRank;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One rank of the suite or the benchmark as a process. It talks with its starter in lines: those that begin with {@code @}
 * are for the starter ({@link RankLine}), the others are for people. Arguments are {@code key=value}; what is no key of its
 * own is a setting of the wire. The first line of its input is the token, which no command line may show. When its input
 * ends the starter is gone, and the rank ends, too.
 */
public final class RankMain {
    private final PrintStream out;
    private final BufferedReader in;
    private final Map<String, String> flags;
    private final String job;
    private String nic;
    private final boolean brief;
    private final OptionalLong shuffleSeed;
    private final String sizes;
    private final String host;
    private final Optional<PlannedLanes> planned;
    private final boolean neighbours;
    private final RecentNumbers recent = new RecentNumbers();

    private RankMain(String job, Map<String, String> flags, PrintStream out, BufferedReader in) {
        this.job = job;
        this.flags = flags;
        this.out = out;
        this.in = in;
        nic = flags.getOrDefault("nic", "shm");
        brief = flags.containsKey("short");
        shuffleSeed = flags.containsKey("shuffle")
                ? OptionalLong.of(Long.parseLong(flags.getOrDefault("shuffle", "0")))
                : OptionalLong.empty();
        sizes = flags.getOrDefault("sizes", "");
        host = flags.getOrDefault("host", "localhost");
        planned = Optional.ofNullable(flags.get("planned-lanes")).map(PlannedLanes::parse);
        neighbours = flags.getOrDefault("reach", "").equals("neighbours");
        List.of("nic", "short", "shuffle", "sizes", "host", "planned-lanes", "reach")
                .forEach(flags::remove);
    }

    /** Runs {@code suite}, {@code bench}, {@code beside} and others; exits 0 when all passed, 1 when something failed, 2 for wrong settings. */
    public static void main(String[] arguments) throws IOException {
        Map<String, String> flags = new HashMap<>();
        for (int i = 1; i < arguments.length; i++) {
            int equals = arguments[i].indexOf('=');
            flags.put(arguments[i].substring(0, equals), arguments[i].substring(equals + 1));
        }
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(
                new InputStreamReader(StarterInput.watch(System.in, () -> System.exit(1)), StandardCharsets.UTF_8));
        flags.put("token", Objects.requireNonNullElse(in.readLine(), ""));
        System.exit(new RankMain(arguments[0], flags, out, in).run());
    }

    private int run() throws IOException {
        int world = Integer.parseInt(flags.getOrDefault("world", "2"));
        int rank = Integer.parseInt(flags.getOrDefault("rank", "0"));
        try {
            return switch (job) {
                case "suite" -> suite(rank, world);
                case RankTraining.JOB -> train(rank, world);
                case "beside" -> beside(rank);
                case "demo" -> demo(rank, world);
                case "gpu-suite", "gpu-fault", "gpu-bench" -> gpu(rank);
                default -> bench(rank);
            };
        } catch (WireFailure e) {
            out.println("FAILED " + e.getMessage());
            return 1;
        } catch (SessionException e) {
            out.println("FAILED rank " + rank + ": " + e.getMessage());
            return 1;
        } catch (RuntimeException fault) {
            out.println("FAILED rank " + rank + ": this should not have happened: " + fault);
            fault.printStackTrace(out);
            return 1;
        }
    }

    private int suite(int rank, int world) throws IOException, SessionException {
        Reach reach = planned.map(lanes -> lanes.reach(world))
                .orElseGet(() -> neighbours ? Reach.neighbours(world) : Reach.everyPair(world));
        int passed = 0;
        int failed = 0;
        for (ScheduleKind kind : SuiteCases.kinds(reach)) {
            flags.put("schedule", kind.word());
            WireSettings settings = settings(rank);
            List<SuiteCase> cases = SuiteCases.of(reach, kind, settings.limitBytes(), brief, passed + failed);
            try (WireSession session = open(settings);
                    SuiteRank run = new SuiteRank(
                            communicator(session), settings.limitBytes(), brief, shuffleSeed, out::println)) {
                run.run(cases);
                passed += run.passed();
                failed += run.failed();
            }
            out.println(RankLine.phase(kind.word(), cases.size()));
        }
        out.println("SUMMARY rank " + rank + ": " + passed + " passed, " + failed + " failed");
        return failed == 0 ? 0 : 1;
    }

    /** Does what a start needs, so that its classes are recorded: see {@link RankTraining}. */
    private int train(int rank, int world) throws IOException, SessionException {
        if (rank == 0) {
            try {
                StartRehearsal.run();
            } catch (NicException unusual) {
                out.println("The start with RDMA devices was not rehearsed: " + unusual.getMessage());
            }
        }
        return suite(rank, world);
    }

    private int bench(int rank) throws IOException, SessionException {
        try (WireSession session = open(settings(rank))) {
            new BenchRank(communicator(session), out).run(sizes);
        }
        return 0;
    }

    private int beside(int rank) throws IOException, SessionException {
        try (WireSession session = open(settings(rank))) {
            new BesideRank(communicator(session), in, out).run();
        }
        return 0;
    }

    /** The suite in short over the wire; exchanges over it and over TCP, timed; then exchanges until somebody fails. */
    private int demo(int rank, int world) throws IOException, SessionException {
        if (suite(rank, world) > 0) {
            return 1;
        }
        flags.put("schedule", "auto");
        flags.put("fallback", "tcp");
        for (String kind : List.of("shm", "tcp")) {
            nic = kind;
            try (WireSession session = quietly(settings(rank))) {
                new DemoRank(session, out).measure(kind);
            }
        }
        nic = "shm";
        try (WireSession session = quietly(settings(rank))) {
            return new DemoRank(session, out).exchangeUntilItFails() ? 0 : 1;
        }
    }

    private WireSession quietly(WireSettings settings) throws SessionException {
        return WireSession.open(settings, new Surroundings(settings), line -> out.println(RankLine.session(line)));
    }

    private int gpu(int rank) throws IOException, SessionException {
        Map<String, String> wanted = new HashMap<>();
        for (String key : List.of("gpu-paths", "gpu-fallback", "gpu-proxy-threads", "gpu-fault", "gpu-sweep")) {
            Optional.ofNullable(flags.remove(key)).ifPresent(value -> wanted.put(key, value));
        }
        WireSettings settings = settings(rank);
        Surroundings surroundings = new Surroundings(settings);
        try (WireSession session = WireSession.open(settings, surroundings, out::println)) {
            GpuRank gpu = new GpuRank(session, surroundings.again(), wanted, out);
            return switch (job) {
                case "gpu-suite" -> gpu.suite(brief);
                case "gpu-fault" -> gpu.fault(DeviceFault.of(wanted.getOrDefault("gpu-fault", "")));
                default -> gpu.bench(sizes, wanted.containsKey("gpu-sweep"));
            };
        } catch (CudaException | DeviceFailure e) {
            out.println("FAILED rank " + rank + ": " + e.getMessage());
            return 1;
        }
    }

    private static Communicator communicator(WireSession session) {
        return session.communicator().orElseThrow(() -> new IllegalStateException("the session has no communicator"));
    }

    private WireSettings settings(int rank) throws IOException {
        if (rank > 0) {
            String line = in.readLine();
            if (line == null) {
                throw new IOException("the starter has ended");
            }
            flags.put("rendezvous", line);
        }
        return switch (SettingsReader.read(flags, Map.of(), Map.of())) {
            case SettingsReading.Good(WireSettings settings) -> settings;
            case SettingsReading.Bad(List<String> problems) -> {
                out.println(RankLine.settings(problems));
                System.exit(2);
                throw new IllegalStateException("not reached");
            }
        };
    }

    private WireSession open(WireSettings settings) throws SessionException {
        return WireSession.open(settings, new Surroundings(settings), out::println);
    }

    /** The NIC that was asked for, on this host. */
    private final class Surroundings implements WireSession.Surroundings {
        private final WireSettings settings;
        private Optional<WireSession.MeetingPlace> met = Optional.empty();

        Surroundings(WireSettings settings) {
            this.settings = settings;
        }

        @Override
        public String host() {
            return host;
        }

        @Override
        public TransportOffer wire(WireSession.MeetingPlace place) {
            met = Optional.of(place);
            return switch (nic) {
                case "tcp" -> asPlanned(new TcpOffer(place.token(), place::ownAddress));
                case "verbs" ->
                    new VerbsOffer(host, settings.devices(), LaneTuning.of(settings.nic()), recent, planned);
                default -> asPlanned(new ShmOffer());
            };
        }

        /** The same transport once more, for a second NIC in a running session. */
        TransportOffer again() {
            return wire(met.orElseThrow());
        }

        private TransportOffer asPlanned(TransportOffer offer) {
            return planned.<TransportOffer>map(lanes -> new PlannedOffer(offer, lanes))
                    .orElse(offer);
        }

        @Override
        public void listensAt(Endpoint endpoint) {
            out.println(RankLine.listens(endpoint.toString()));
        }
    }
}
