package dev.kolo.sim.run;

import dev.kolo.sim.core.Agenda;
import dev.kolo.sim.core.Draw;
import dev.kolo.sim.fabric.Cabling;
import dev.kolo.sim.fabric.FabricTerms;
import dev.kolo.sim.fault.Fault;
import dev.kolo.sim.fault.FaultPlan;
import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.collective.Reduction;
import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.protocol.Timing;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.schedule.Reach;
import dev.kolo.wire.schedule.ScheduleKind;
import dev.kolo.wire.schedule.Schedules;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a seed means: a world, its fabric, its calls and its faults.
 *
 * @param seed the seed
 * @param cabling hosts and cables
 * @param lanes lanes per peer
 * @param limitBytes largest payload of a step
 * @param numbers what steps are numbered from, and whether payload bears its step's number
 * @param terms what the fabric is made of
 * @param timing bounds of waiting and repair
 * @param forced the schedule to take wherever it serves; empty: by cost
 * @param depth how many calls a rank has queued at most
 * @param meets whether ranks meet over a star and go through the whole set-up
 * @param windowPicos when the last fault begins, about; calls are spread over it
 * @param clients ranks whose calls come from another process, through a mailbox
 * @param calls what every rank calls, in order
 * @param faults what goes wrong
 */
public record Scenario(
        long seed,
        Cabling cabling,
        int lanes,
        int limitBytes,
        StepNumbers numbers,
        FabricTerms terms,
        Timing timing,
        Optional<ScheduleKind> forced,
        int depth,
        boolean meets,
        long windowPicos,
        List<Integer> clients,
        List<Call> calls,
        List<Fault> faults) {
    /** Calls that begin when everything has healed. */
    static final int CALLS_AFTER = 3;

    /** Moves no bytes: ranks then meet before the first that do. */
    private static final Call NOTHING =
            new Call(0, Collective.BARRIER, DataType.BYTES, Reduction.SUM, 0, -1, List.of());

    private static final DataType[] TYPES = {DataType.F32, DataType.BF16, DataType.F16, DataType.I32};
    private static final Reduction[] REDUCTIONS = {Reduction.SUM, Reduction.MAX, Reduction.MIN};
    private static final Cabling.Form[] FORMS = {Cabling.Form.EVERY_PAIR, Cabling.Form.RING, Cabling.Form.RELAYED};
    private static final int[] LIMITS = {4096, 4096, 8192, 16_384};

    public Scenario {
        clients = List.copyOf(clients);
        calls = List.copyOf(calls);
        faults = List.copyOf(faults);
    }

    public int world() {
        return cabling.world();
    }

    /** Where things lie in every region. */
    public RegionLayout layout() {
        return new RegionLayout(world(), lanes, limitBytes, numbers.form(), numbers.wordsMostBytes());
    }

    /** The same over another fabric. */
    public Scenario withTerms(FabricTerms others) {
        return new Scenario(
                seed,
                cabling,
                lanes,
                limitBytes,
                numbers,
                others,
                timing,
                forced,
                depth,
                meets,
                windowPicos,
                clients,
                calls,
                faults);
    }

    /** The same with other faults. */
    public Scenario withFaults(List<Fault> others) {
        return new Scenario(
                seed,
                cabling,
                lanes,
                limitBytes,
                numbers,
                terms,
                timing,
                forced,
                depth,
                meets,
                windowPicos,
                clients,
                calls,
                others);
    }

    /** The moment from which on nothing is wrong any more that heals at all. */
    public long healedPicos() {
        long last = windowPicos;
        for (Fault fault : faults) {
            if (fault.untilPicos() != Fault.FOR_EVER) {
                last = Math.max(last, fault.untilPicos());
            }
        }
        return last;
    }

    /** In one line, for people. */
    public String words() {
        return String.format(
                Locale.ROOT,
                "%d ranks, %s, %d lane%s a peer, limit %d B%s, %s, %d calls%s, bound %.3f s, %s%s",
                world(),
                cabling.form().word(),
                lanes,
                lanes == 1 ? "" : "s",
                limitBytes,
                numbers.words(),
                forced.map(ScheduleKind::word).orElse("schedules by cost"),
                calls.size(),
                clients.isEmpty() ? "" : ", clients of ranks " + clients,
                timing.waitNanos() / 1e9,
                meets ? "set up over the star" : "set up at once",
                faults.isEmpty() ? ", no faults" : ", " + faults.size() + " faults");
    }

    /** Counts what it lets a run exercise: shape, ways, and every call's kind and size. */
    void countIn(Coverage coverage) {
        coverage.count("cabling " + cabling.form().word());
        coverage.count("ranks " + world());
        coverage.count(numbers.wordsMostBytes() > 0 ? "payload in words" : "payload plain");
        coverage.add("words behind their flags", numbers.flagsFirst() ? 1 : 0);
        coverage.add("words of an earlier round", numbers.oldWords() ? 1 : 0);
        coverage.add("steps near the end of numbers", numbers.firstStep() > 2 ? 1 : 0);
        coverage.count(meets ? "set up over the star" : "set up at once");
        coverage.count(forced.map(k -> "schedule " + k.word()).orElse("schedule by cost"));
        coverage.add("ranks with clients", clients.size());
        for (Call call : calls) {
            coverage.count("calls of " + call.collective().word());
            if (call.collective() != Collective.BARRIER) {
                coverage.count("calls of " + sizeOf(call.bytes()));
            }
        }
    }

    private String sizeOf(long bytes) {
        if (bytes == 0) {
            return "0 bytes";
        }
        if (bytes <= 64) {
            return "1 to 64 bytes";
        }
        return bytes <= limitBytes ? "65 bytes to the limit" : "more than the limit";
    }

    /** What a seed means, given what the user wishes. */
    public static Scenario of(long seed, Wishes wishes) {
        Draw draw = Draw.of(seed, "scenario", 0);
        int world = wishes.world().orElseGet(() -> 2 + draw.below(7));
        Cabling.Form drawn = FORMS[draw.below(FORMS.length)];
        // A NIC without devices has one lane to every peer, so set-ups are tried where every pair is cabled.
        boolean meets = draw.oneIn(5) && wishes.form().orElse(Cabling.Form.EVERY_PAIR) == Cabling.Form.EVERY_PAIR;
        Cabling cabling = new Cabling(
                world, meets ? Cabling.Form.EVERY_PAIR : wishes.form().orElse(drawn));
        int lanes = meets ? 1 : 1 + draw.below(2);
        int limit = LIMITS[draw.below(LIMITS.length)];
        StepNumbers numbers = meets ? StepNumbers.PLAIN : StepNumbers.draw(Draw.of(seed, "form", 0), limit);
        FabricTerms terms = terms(draw);
        long waitPicos = waitPicos(draw, terms);
        Timing timing = timing(draw, waitPicos / Agenda.NANO);
        Reach reach = cabling.reach();
        Optional<ScheduleKind> forced = drawKind(draw, reach);
        int depth = draw.oneIn(3) ? 1 + draw.below(8) : 1;
        long windowPicos = draw.spread(100 * Agenda.MICRO, 20 * Agenda.MILLI);
        List<Call> calls = calls(Draw.of(seed, "calls", 0), reach, forced, limit);
        if (numbers.oldWords()) {
            calls.set(0, NOTHING);
        }
        long flapPicos = terms.ackTimeoutPicos() >> (terms.backsOff() ? 4 : 0);
        FaultPlan.Bounds bounds =
                new FaultPlan.Bounds(windowPicos, waitPicos, flapPicos * terms.retries() / 2 + 1, calls.size());
        List<Fault> faults =
                new ArrayList<>(FaultPlan.draw(Draw.of(seed, "faults", 0), cabling, bounds, wishes.faults()));
        List<Integer> clients = clients(Draw.of(seed, "clients", 0), world, wishes.wantsClients());
        if (!clients.isEmpty()) {
            Draw ofClients = Draw.of(seed, "client faults", 0);
            faults.addAll(FaultPlan.drawForClients(ofClients, clients, bounds, wishes.faults(), faults));
        }
        return new Scenario(
                seed,
                cabling,
                lanes,
                limit,
                numbers,
                terms,
                timing,
                forced,
                depth,
                meets,
                windowPicos,
                clients,
                calls,
                faults);
    }

    /** In one seed of six, unless they are wanted; then some ranks have clients, often one alone. */
    private static List<Integer> clients(Draw draw, int world, boolean wanted) {
        List<Integer> ranks = new ArrayList<>();
        boolean any = draw.oneIn(6) || wanted;
        int one = draw.below(world);
        boolean more = draw.oneIn(2);
        for (int rank = 0; rank < world; rank++) {
            if (any && (rank == one || (more && draw.oneIn(3)))) {
                ranks.add(rank);
            }
        }
        return ranks;
    }

    private static FabricTerms terms(Draw draw) {
        int[] mtus = {256, 1024, 1024, 4096};
        return new FabricTerms(
                draw.spread(20, 400),
                draw.spread(100, 4_000) * Agenda.NANO,
                draw.spread(50, 1_000) * Agenda.NANO,
                draw.spread(100, 4_000) * Agenda.NANO,
                draw.spread(50, 8_000) * Agenda.NANO,
                mtus[draw.below(mtus.length)],
                (int) draw.spread(2, 128),
                (int) draw.spread(8, 128),
                draw.oneIn(3) ? 0 : 8,
                draw.spread(200, 8_000) * Agenda.MICRO,
                7,
                draw.oneIn(2),
                draw.spread(8 << 10, 64 << 10),
                draw.oneIn(2),
                false);
    }

    /** A wait must be able to sit through whole rounds of retries. */
    private static long waitPicos(Draw draw, FabricTerms terms) {
        return Math.max(2 * terms.longestRetryPicos(), draw.spread(500, 60_000) * Agenda.MILLI);
    }

    private static Timing timing(Draw draw, long waitNanos) {
        long grace = Math.min(waitNanos / 4, draw.spread(20_000_000, 1_000_000_000));
        return new Timing(waitNanos, grace, draw.spread(100_000, 5_000_000), 500_000_000);
    }

    private static Optional<ScheduleKind> drawKind(Draw draw, Reach reach) {
        List<ScheduleKind> kinds = Schedules.kindsFor(Collective.ALL_REDUCE, reach);
        ScheduleKind drawn = kinds.get(draw.below(kinds.size()));
        return draw.oneIn(3) ? Optional.empty() : Optional.of(drawn);
    }

    private static List<Call> calls(Draw draw, Reach reach, Optional<ScheduleKind> forced, int limit) {
        int count = 4 + draw.below(16);
        // Some sessions call the same thing again and again, as engines do: slots and words then meet their like.
        boolean monotonous = draw.oneIn(3);
        List<Call> calls = new ArrayList<>();
        for (int number = 0; number < count + CALLS_AFTER; number++) {
            Call fresh = call(draw, number, reach, forced, limit);
            calls.add(monotonous && number > 0 ? again(calls.getFirst(), number) : fresh);
        }
        return calls;
    }

    private static Call again(Call first, int number) {
        return new Call(
                number, first.collective(), first.type(), first.how(), first.bytes(), first.root(), first.lengths());
    }

    private static Call call(Draw draw, int number, Reach reach, Optional<ScheduleKind> forced, int limit) {
        List<Collective> served = new ArrayList<>();
        for (Collective collective : Collective.values()) {
            List<ScheduleKind> kinds = Schedules.kindsFor(collective, reach);
            if (!kinds.isEmpty() && (forced.isEmpty() || kinds.contains(forced.get()) || draw.oneIn(4))) {
                served.add(collective);
            }
        }
        Collective collective = served.get(draw.below(served.size()));
        boolean reduces = collective == Collective.ALL_REDUCE || collective == Collective.REDUCE_SCATTER;
        DataType type = reduces ? TYPES[draw.below(TYPES.length)] : DataType.BYTES;
        Reduction drawn = REDUCTIONS[draw.below(REDUCTIONS.length)];
        Reduction how = reduces ? drawn : Reduction.SUM;
        long bytes = bytes(draw, limit) / type.bytes() * type.bytes();
        List<Long> lengths = new ArrayList<>();
        if (collective == Collective.ALL_GATHER && draw.oneIn(5)) {
            for (int rank = 0; rank < reach.world(); rank++) {
                lengths.add(draw.oneIn(4) ? 0 : draw.between(0, bytes));
            }
        }
        // Blocks that all have one size are no other operation than one of that size.
        if (!lengths.isEmpty() && lengths.stream().distinct().count() == 1) {
            bytes = lengths.getFirst();
            lengths.clear();
        }
        int root = collective == Collective.BROADCAST ? draw.below(reach.world()) : -1;
        return new Call(number, collective, type, how, collective == Collective.BARRIER ? 0 : bytes, root, lengths);
    }

    private static long bytes(Draw draw, int limit) {
        return switch (draw.below(8)) {
            case 0 -> draw.between(0, 3L * limit);
            case 1, 2 -> draw.between(0, limit);
            case 3 -> 0;
            default -> draw.spread(1, 512);
        };
    }
}
