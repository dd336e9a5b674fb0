package dev.kolo.sim.run;

import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.sim.check.SetUpCheck;
import dev.kolo.sim.core.Agenda;
import dev.kolo.wire.collective.Engine;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.protocol.Safeguards;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.schedule.CostModel;
import dev.kolo.wire.schedule.ScheduleKind;
import dev.kolo.wire.session.FateWatch;
import dev.kolo.wire.session.Outcome;
import dev.kolo.wire.session.SessionSetUp;
import dev.kolo.wire.session.TransportOffer;
import dev.kolo.wire.session.star.Pipe;
import dev.kolo.wire.session.star.Star;
import dev.kolo.wire.settings.SettingsReader;
import dev.kolo.wire.settings.SettingsReading;
import dev.kolo.wire.settings.WireSettings;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The wire's whole set-up of one rank over the simulated star, and what the star tells of others afterwards. */
final class StarSetUp implements SimProcess.SetUp {
    private final SimProcess process;
    private final Star star;
    private final FateWatch fates;
    private final SessionSetUp setUp;
    private final List<SimPipe> pipes = new ArrayList<>();
    private Optional<Outcome> outcome = Optional.empty();

    /**
     * A set-up that has not begun.
     *
     * @param nic makes this process's NIC when it is time
     * @param safeguards the protections that are on
     */
    StarSetUp(
            Scenario scenario,
            SimProcess process,
            Star star,
            FateWatch fates,
            NicMaker nic,
            int lastTag,
            Safeguards safeguards) {
        this.process = process;
        this.star = star;
        this.fates = fates;
        SessionSetUp.Offers offers = new SessionSetUp.Offers(
                offer(nic),
                Optional.empty(),
                false,
                false,
                lastTag,
                (session, rank, kind) -> Arena.ofAuto().allocate(Counters.BYTES, Long.BYTES));
        setUp = new SessionSetUp(star, settings(scenario, process.rank), offers, safeguards);
    }

    /** Makes the NIC of a process. */
    @FunctionalInterface
    interface NicMaker {
        Nic open(int lanesPerPeer);
    }

    /** The settings of a rank: bounds in whole microseconds, nothing but the wire. */
    static WireSettings settings(Scenario scenario, int rank) {
        Map<String, String> flags = new TreeMap<>();
        flags.put("world", "" + scenario.world());
        flags.put("rank", "" + rank);
        flags.put("rendezvous", "127.0.0.1:1");
        flags.put("use", "on");
        flags.put("fallback", "refuse");
        flags.put("limit", "" + scenario.limitBytes());
        flags.put("wait", micros(scenario.timing().waitNanos()));
        flags.put("grace", micros(scenario.timing().graceNanos()));
        flags.put("schedule", scenario.forced().map(ScheduleKind::word).orElse("auto"));
        return switch (SettingsReader.read(flags, Map.of(), Map.of())) {
            case SettingsReading.Good(WireSettings good) -> good;
            case SettingsReading.Bad(List<String> problems) ->
                throw new IllegalStateException("the simulator's own settings are refused: " + problems);
        };
    }

    private static String micros(long nanos) {
        return nanos / 1_000 + "us";
    }

    private static TransportOffer offer(NicMaker nic) {
        return new TransportOffer() {
            @Override
            public String kind() {
                return "sim";
            }

            @Override
            public List<DeviceRecord> devices() {
                return List.of();
            }

            @Override
            public Nic open(SessionId session, int rank, int world, int lanesPerPeer) {
                return nic.open(lanesPerPeer);
            }

            @Override
            public CostModel cost() {
                return CostModel.CONNECTX7;
            }
        };
    }

    void uses(SimPipe pipe) {
        pipes.add(pipe);
    }

    Star star() {
        return star;
    }

    /** Pipes of a host without power. */
    void silence() {
        pipes.forEach(SimPipe::silence);
    }

    @Override
    public boolean poll(long nowNanos) {
        if (outcome.isEmpty()) {
            outcome = setUp.poll(nowNanos);
            outcome.ifPresent(this::take);
        }
        if (hasFailed()) {
            star.poll(nowNanos);
            return star.isFlushed();
        }
        return outcome.isPresent();
    }

    private void take(Outcome result) {
        if (result instanceof Outcome.OnWire wire) {
            Engine engine = wire.transport().engine();
            fates.activate(engine.poison(), engine::tell);
            process.begin(engine);
        }
    }

    @Override
    public void watch(long nowNanos) {
        fates.poll(star, nowNanos);
        fates.takeLines();
        star.takeRemarks();
    }

    /** How it ended, in words that must be the same on all ranks; empty while it has not. */
    Optional<String> ending() {
        return outcome.map(o -> switch (o) {
            case Outcome.OnWire wire -> SetUpCheck.ON_WIRE;
            case Outcome.OnFallback fallback -> "on the fallback: " + fallback.reason();
            case Outcome.Failed(String reason) -> SetUpCheck.FAILED + reason;
        });
    }

    @Override
    public boolean hasFailed() {
        return outcome.isPresent() && outcome.get() instanceof Outcome.Failed;
    }

    @Override
    public void die() {
        pipes.forEach(Pipe::close);
    }

    /** How long one connection takes to carry something. */
    static long flightPicos(long drawn) {
        return 20 * Agenda.MICRO + drawn;
    }
}
