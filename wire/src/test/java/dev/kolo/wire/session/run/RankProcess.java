package dev.kolo.wire.session.run;

import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.collective.Reduction;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.progress.Communicator;
import dev.kolo.wire.protocol.Safeguard;
import dev.kolo.wire.protocol.Safeguards;
import dev.kolo.wire.protocol.WireFailure;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.session.Outcome;
import dev.kolo.wire.session.TransportOffer;
import dev.kolo.wire.settings.Endpoint;
import dev.kolo.wire.settings.SettingsReader;
import dev.kolo.wire.settings.SettingsReading;
import dev.kolo.wire.tcp.TcpCutter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One rank as a process of its own, for tests: settings as {@code key=value} arguments, one command a line on standard
 * input, one answer a line on standard output.
 */
public final class RankProcess {
    private final int rank;
    private final int world;
    private final AtomicReference<Nic> nic = new AtomicReference<>();
    private long round;

    private RankProcess(int rank, int world) {
        this.rank = rank;
        this.world = world;
    }

    /** Runs until {@code close} or the end of its input. */
    public static void main(String[] arguments) throws Exception {
        Map<String, String> flags = new HashMap<>();
        for (String argument : arguments) {
            flags.put(argument.substring(0, argument.indexOf('=')), argument.substring(argument.indexOf('=') + 1));
        }
        String kind = Optional.ofNullable(flags.remove("nic")).orElse("shm");
        boolean lies = flags.remove("lies") != null;
        Optional<String> without = Optional.ofNullable(flags.remove("without"));
        switch (SettingsReader.read(flags, Map.of(), Map.of())) {
            case SettingsReading.Bad(var problems) -> say("bad " + problems);
            case SettingsReading.Good(var settings) -> {
                RankProcess process = new RankProcess(settings.rank(), settings.world());
                Safeguards safeguards = without.map(name -> Safeguards.ALL.without(Safeguard.valueOf(name)))
                        .orElse(Safeguards.ALL);
                try (WireSession session = WireSession.open(
                        settings, process.surroundings(kind, lies, safeguards), line -> say("log " + line))) {
                    String carrier = session.outcome() instanceof Outcome.OnWire ? "wire" : "fallback";
                    say("ready " + carrier + " " + session.id().label());
                    process.obey(session);
                } catch (SessionException e) {
                    say("none " + e.getMessage());
                }
            }
        }
        say("end");
    }

    private static void say(String line) {
        System.out.println(line.replace('\n', ' '));
        System.out.flush();
    }

    /** Makes the offer of a NIC that this module does not know; has a constructor without arguments. */
    public interface Offering {
        TransportOffer offer(WireSession.MeetingPlace place);
    }

    private static TransportOffer offer(String kind, WireSession.MeetingPlace place) {
        return switch (kind) {
            case "shm" -> new ShmOffer();
            case "tcp" -> new TcpOffer(place.token(), place::ownAddress);
            default -> {
                try {
                    yield Class.forName(kind)
                            .asSubclass(Offering.class)
                            .getDeclaredConstructor()
                            .newInstance()
                            .offer(place);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalArgumentException(kind + " makes no offer", e);
                }
            }
        };
    }

    private WireSession.Surroundings surroundings(String kind, boolean lies, Safeguards safeguards) {
        return new WireSession.Surroundings() {
            @Override
            public String host() {
                return "host" + rank;
            }

            @Override
            public TransportOffer wire(WireSession.MeetingPlace place) {
                return new WatchedOffer(offer(kind, place), lies);
            }

            @Override
            public Safeguards safeguards() {
                return safeguards;
            }

            @Override
            public void listensAt(Endpoint endpoint) {
                say("listens " + endpoint);
            }
        };
    }

    /** Keeps the NIC within reach of the commands. */
    private final class WatchedOffer extends PlainOffer {
        private final boolean lies;

        WatchedOffer(TransportOffer inner, boolean lies) {
            super(inner);
            this.lies = lies;
        }

        @Override
        public Nic open(SessionId session, int ownRank, int ownWorld, int lanesPerPeer) throws NicException {
            Nic plain = super.open(session, ownRank, ownWorld, lanesPerPeer);
            nic.set(plain);
            return lies ? new LyingNic(plain) : plain;
        }
    }

    private Nic nic() {
        return Objects.requireNonNull(nic.get());
    }

    private void obey(WireSession session) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Communicator communicator = session.communicator().orElseThrow();
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ");
            long before = System.nanoTime();
            try {
                switch (words[0]) {
                    case "gather" -> gather(communicator, Integer.parseInt(words[1]), Integer.parseInt(words[2]));
                    case "reduce" -> reduce(communicator, Integer.parseInt(words[1]));
                    case "cut" -> TcpCutter.cut(nic(), Integer.parseInt(words[1]));
                    case "garble" -> TcpCutter.garble(nic(), Integer.parseInt(words[1]));
                    case "account" -> say(session.accountLine());
                    case "exit" -> System.exit(3);
                    case "close" -> {
                        say("ok close");
                        return;
                    }
                    default -> throw new IllegalArgumentException(line);
                }
                say("ok " + line);
            } catch (WireFailure e) {
                say("failed after " + (System.nanoTime() - before) / 1_000_000 + " ms root "
                        + e.failure().root() + " kind " + e.failure().kind() + ": " + e.getMessage());
            }
        }
    }

    /** All-gathers whose every byte is checked; the output holds rubbish before. */
    private void gather(Communicator communicator, int bytes, int times) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment input = arena.allocate(Math.max(1, bytes));
            MemorySegment output = arena.allocate(Math.max(1, (long) world * bytes));
            for (int i = 0; i < times; i++) {
                round++;
                output.fill((byte) 0x55);
                fill(input, 0, bytes, rank);
                communicator.allGather(input, output, bytes);
                for (int from = 0; from < world; from++) {
                    check(output, (long) from * bytes, bytes, from);
                }
            }
        }
    }

    private void fill(MemorySegment to, long at, int bytes, int from) {
        for (int i = 0; i < bytes; i++) {
            to.set(ValueLayout.JAVA_BYTE, at + i, pattern(from, i));
        }
    }

    private void check(MemorySegment seen, long at, int bytes, int from) {
        for (int i = 0; i < bytes; i++) {
            if (seen.get(ValueLayout.JAVA_BYTE, at + i) != pattern(from, i)) {
                say("WRONG byte " + i + " of rank " + from + " in round " + round);
                return;
            }
        }
    }

    private byte pattern(int from, int i) {
        return (byte) (from * 31L + round * 7 + i * 13L + (i >> 8) * 5L);
    }

    private void reduce(Communicator communicator, int bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment data = arena.allocate(bytes);
            communicator.allReduce(data, data, bytes, DataType.F32, Reduction.SUM);
        }
    }
}
