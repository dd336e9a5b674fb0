package dev.kolo.wire.schedule.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.schedule.Instruction;
import dev.kolo.wire.schedule.Instruction.Receive;
import dev.kolo.wire.schedule.Instruction.Send;
import dev.kolo.wire.schedule.Piece;
import dev.kolo.wire.schedule.Program;
import dev.kolo.wire.schedule.Proof;
import dev.kolo.wire.schedule.Reach;
import dev.kolo.wire.schedule.ScheduleKind;
import dev.kolo.wire.schedule.Schedules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Proves every schedule for worlds 2 to 16, and shows that the prover finds what is planted. */
class SymbolicExecutorTest {
    private static final long MOST_STATES = 400_000;

    static List<Program> programs(ScheduleKind kind, Collective collective, Reach reach, int root) {
        return IntStream.range(0, reach.world())
                .mapToObj(rank -> Schedules.program(
                        kind,
                        collective,
                        reach,
                        rank,
                        collective == Collective.PAIR_EXCHANGE ? partner(rank, reach) : root))
                .toList();
    }

    private static int partner(int rank, Reach reach) {
        int partner = rank ^ 1;
        return partner < reach.world() && reach.joins(rank, partner) ? partner : -1;
    }

    /** Beyond eight ranks one reach is enough: the programs of a ring are the same whether others have lanes or not. */
    private static List<Reach> reaches(int world) {
        if (world <= 3 || world > 8) {
            return List.of(Reach.everyPair(world));
        }
        List<Integer> odd = new ArrayList<>(IntStream.range(0, world).boxed().toList());
        odd.add(odd.removeFirst());
        odd.add(1, odd.removeLast());
        return List.of(Reach.everyPair(world), new Reach(world, false, odd));
    }

    @TestFactory
    Stream<DynamicTest> provesEverySchedule() {
        return IntStream.rangeClosed(2, 16)
                .boxed()
                .flatMap(world -> reaches(world).stream())
                .flatMap(reach -> Stream.of(Collective.values())
                        .flatMap(collective -> Schedules.kindsFor(collective, reach).stream()
                                .map(kind -> DynamicTest.dynamicTest(
                                        reach + ": " + collective.word() + " by " + kind.word(),
                                        () -> proveInARow(kind, collective, reach)))));
    }

    /** A ring uses its slots many times in one operation; the others take three to come round. */
    private static void proveInARow(ScheduleKind kind, Collective collective, Reach reach) {
        List<Program> one = programs(kind, collective, reach, reach.world() - 1);
        int times = kind == ScheduleKind.RING && reach.world() > 6 ? 1 : 3;
        List<List<Program>> row = Collections.nCopies(times, one);
        assertThat(SymbolicExecutor.prove(row, false, 1)).isEmpty();
        if (reach.world() <= 6) {
            assertThat(SymbolicExecutor.prove(row, true, 1)).isEmpty();
        }
        if (reach.world() <= 4) {
            assertThat(SymbolicExecutor.prove(row, false, 2)).isEmpty();
        }
    }

    @TestFactory
    Stream<DynamicTest> provesAnyScheduleAfterAnyOther() {
        return Stream.of(Reach.everyPair(3), Reach.neighbours(4))
                .flatMap(reach -> all(reach).stream()
                        .map(first -> DynamicTest.dynamicTest(reach + ": after " + name(first), () -> {
                            for (List<Program> second : all(reach)) {
                                List<List<Program>> row = List.of(first, second, first);
                                assertThat(SymbolicExecutor.prove(row, false, 1))
                                        .as(name(second))
                                        .isEmpty();
                                assertThat(SymbolicExecutor.prove(row, true, 1))
                                        .as(name(second))
                                        .isEmpty();
                            }
                        })));
    }

    private static List<List<Program>> all(Reach reach) {
        List<List<Program>> all = new ArrayList<>();
        for (Collective collective : Collective.values()) {
            for (ScheduleKind kind : Schedules.kindsFor(collective, reach)) {
                all.add(programs(kind, collective, reach, 1));
            }
        }
        return all;
    }

    private static String name(List<Program> programs) {
        return programs.getFirst().collective().word() + " by "
                + programs.getFirst().kind().word();
    }

    @Test
    void everyInterleavingOfSmallWorldsAgreesWithTheQuickProof() {
        Reach two = Reach.everyPair(2);
        Reach three = Reach.everyPair(3);
        List<Program> pair = programs(ScheduleKind.ONE_SHOT, Collective.ALL_GATHER, two, -1);
        List<Program> twoShot = programs(ScheduleKind.TWO_SHOT, Collective.ALL_REDUCE, two, -1);
        List<Program> cast = programs(ScheduleKind.ONE_SHOT, Collective.BROADCAST, two, 0);
        for (boolean announces : new boolean[] {false, true}) {
            explored(List.of(pair, pair, pair, pair), announces, 1);
            explored(List.of(pair, twoShot, cast, pair), announces, 1);
            explored(List.of(cast, cast, cast, pair, cast), announces, 1);
            explored(List.of(programs(ScheduleKind.ONE_SHOT, Collective.ALL_GATHER, three, -1)), announces, 1);
            explored(
                    List.of(
                            programs(ScheduleKind.RING, Collective.BROADCAST, three, 0),
                            programs(ScheduleKind.RING, Collective.BROADCAST, three, 1)),
                    announces,
                    1);
        }
        explored(List.of(pair, pair, pair), false, 2);
    }

    private static void explored(List<List<Program>> operations, boolean announces, int lanes) {
        SymbolicExecutor.Explored all = SymbolicExecutor.explore(operations, announces, lanes, MOST_STATES);
        assertThat(all.wrong()).isEmpty();
        assertThat(all.states()).isGreaterThan(20);
        assertThat(SymbolicExecutor.prove(operations, announces, lanes)).isEmpty();
    }

    // What is planted is found, by both

    private static List<Program> mutated(List<Program> programs, UnaryOperator<Instruction> mutation) {
        return programs.stream()
                .map(p -> new Program(
                        p.kind(),
                        p.collective(),
                        p.rank(),
                        p.world(),
                        p.root(),
                        p.parts(),
                        p.instructions().stream().map(mutation).toList()))
                .toList();
    }

    private static UnaryOperator<Instruction> withProofs(List<Proof> slot, List<Proof> stage) {
        return i ->
                i instanceof Send s ? new Send(s.peer(), s.step(), s.first(), s.count(), s.oneWay(), slot, stage) : i;
    }

    private static final List<Proof> ANY = List.of(Proof.LATER_FLAG, Proof.CREDIT, Proof.COMPLETION);
    private static final List<Proof> CONSUMED = List.of(Proof.LATER_FLAG, Proof.CREDIT);

    @Test
    void aSlotWrittenWithoutProofIsFound() {
        List<Program> ring = programs(ScheduleKind.RING, Collective.ALL_GATHER, Reach.everyPair(3), -1);
        List<List<Program>> row = List.of(mutated(ring, withProofs(List.of(), ANY)));
        assertThat(SymbolicExecutor.prove(row, false, 1))
                .anySatisfy(w -> assertThat(w).contains("may overwrite"));
    }

    @Test
    void aCompletionDoesNotProveConsumption() {
        List<Program> cast = programs(ScheduleKind.ONE_SHOT, Collective.BROADCAST, Reach.everyPair(2), 0);
        List<Program> wrong = mutated(cast, withProofs(List.of(Proof.COMPLETION), ANY));
        List<List<Program>> row = List.of(wrong, wrong, wrong);
        assertThat(SymbolicExecutor.prove(row, false, 1))
                .anySatisfy(w -> assertThat(w).contains("may overwrite"));
        assertThat(SymbolicExecutor.explore(row, false, 1, MOST_STATES).wrong())
                .hasValueSatisfying(w -> assertThat(w).contains("may overwrite"));
    }

    @Test
    void aSendSlotWrittenTooEarlyIsFound() {
        List<Program> cast = programs(ScheduleKind.ONE_SHOT, Collective.BROADCAST, Reach.everyPair(2), 0);
        List<Program> wrong = mutated(cast, withProofs(CONSUMED, List.of()));
        List<List<Program>> row = List.of(wrong, wrong, wrong);
        assertThat(SymbolicExecutor.prove(row, false, 1))
                .anySatisfy(w -> assertThat(w).contains("may still be read"));
        assertThat(SymbolicExecutor.explore(row, false, 1, MOST_STATES).wrong())
                .hasValueSatisfying(w -> assertThat(w).contains("may still be read"));
    }

    @Test
    void matchingsWithoutCompletionsWouldWaitForEver() {
        List<Program> row = programs(ScheduleKind.MATCHINGS, Collective.ALL_GATHER, Reach.neighbours(4), -1);
        List<Program> wrong = mutated(row, withProofs(CONSUMED, List.of(Proof.LATER_FLAG)));
        assertThat(SymbolicExecutor.prove(List.of(wrong, wrong), false, 1))
                .anySatisfy(w -> assertThat(w).contains("nothing can happen any more"));
    }

    @Test
    void aFlagThatProvesTooMuchIsFound() {
        List<Program> twoShot = programs(ScheduleKind.TWO_SHOT, Collective.ALL_REDUCE, Reach.everyPair(3), -1);
        List<Program> wrong = twoShot.stream()
                .map(p -> {
                    List<Instruction> order = new ArrayList<>(p.instructions());
                    Instruction reduce = order.stream()
                            .filter(i -> i instanceof Instruction.Reduce)
                            .findFirst()
                            .orElseThrow();
                    order.remove(reduce);
                    order.add(reduce);
                    return new Program(p.kind(), p.collective(), p.rank(), p.world(), p.root(), p.parts(), order);
                })
                .toList();
        assertThat(SymbolicExecutor.prove(List.of(wrong), false, 1))
                .anySatisfy(w -> assertThat(w).contains("proves too much"));
    }

    @Test
    void aWrongBlockAndAMissingBlockAreFound() {
        Reach five = Reach.neighbours(5);
        List<Program> good = programs(ScheduleKind.BOTH_WAYS, Collective.ALL_GATHER, five, -1);
        List<Program> wrong = mutated(
                good,
                i -> i instanceof Receive r && r.step() == 1
                        ? new Receive(r.peer(), r.step(), List.of(Piece.raw(0, 0)), r.action(), r.oneWay())
                        : i);
        assertThat(SymbolicExecutor.prove(List.of(wrong), false, 1))
                .anySatisfy(w -> assertThat(w).contains("it carries"));
        List<Program> none = programs(ScheduleKind.ONE_SHOT, Collective.ALL_GATHER, Reach.everyPair(3), -1).stream()
                .map(p -> new Program(p.kind(), p.collective(), p.rank(), p.world(), p.root(), p.parts(), List.of()))
                .toList();
        assertThat(SymbolicExecutor.prove(List.of(none), false, 1))
                .anySatisfy(w -> assertThat(w).contains("ends without"));
    }

    @Test
    void sumsInDifferentOrdersAreFound() {
        Reach three = Reach.everyPair(3);
        List<Program> mixed = new ArrayList<>(programs(ScheduleKind.ONE_SHOT, Collective.ALL_REDUCE, three, -1));
        List<Program> ring = programs(ScheduleKind.RING, Collective.ALL_REDUCE, three, -1);
        assertThat(SymbolicExecutor.prove(List.of(ring), false, 1)).isEmpty();
        mixed.set(0, ring.getFirst());
        assertThat(SymbolicExecutor.prove(List.of(mixed), false, 1)).isNotEmpty();
    }
}
