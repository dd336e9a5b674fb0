package dev.kolo.wire.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.protocol.Safeguard;
import dev.kolo.wire.protocol.Safeguards;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.session.Outcome;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Faults of set-up and of the management network over any NIC: every rank on the wire or every rank on the fallback, and a
 * lost management network is no lost fabric. A test class of each NIC extends this one.
 */
public abstract class SetUpFaults {
    private static final long SECOND = SetUpBed.SECOND;

    /** A new world begins. */
    protected abstract void begin(int world);

    /** The NIC of one rank of it, with one lane to each other. */
    protected abstract Nic open(SessionId session, int rank) throws NicException;

    /** Lets the time of a NIC pass that has one of its own. */
    protected void advance() {}

    private SetUpBed bed(int world, Map<Integer, Map<String, String>> more, int liar, Safeguards safeguards) {
        begin(world);
        SetUpBed.Wires wires = new SetUpBed.Wires() {
            @Override
            public Nic open(SessionId session, int rank) throws NicException {
                return SetUpFaults.this.open(session, rank);
            }

            @Override
            public void advance() {
                SetUpFaults.this.advance();
            }
        };
        return new SetUpBed(world, wires, more, liar, safeguards);
    }

    private SetUpBed sound(int world) {
        return bed(world, Map.of(), -1, Safeguards.ALL);
    }

    @Test
    void withoutAFaultEveryRankIsOnTheWire() {
        try (SetUpBed bed = sound(3)) {
            assertThat(bed.run()).allSatisfy(o -> assertThat(o).isInstanceOf(Outcome.OnWire.class));
        }
    }

    @Test
    void settingsThatDifferLeaveNoSessionAndNameTheSettingAndBothValues() {
        try (SetUpBed bed = bed(3, Map.of(1, Map.of("limit", "64KiB")), -1, Safeguards.ALL)) {
            assertThat(bed.run())
                    .allSatisfy(o -> assertThat(o)
                            .isInstanceOfSatisfying(
                                    Outcome.Failed.class,
                                    f -> assertThat(f.reason())
                                            .contains(
                                                    "rank 1 (host1) has limit=65536, rank 0 (host0) has limit=8192")));
        }
    }

    private List<Class<?>> kindsWithALiar(Safeguards safeguards) {
        try (SetUpBed bed = bed(3, Map.of(), 1, safeguards)) {
            return bed.run().stream().map(Object::getClass).collect(Collectors.toList());
        }
    }

    @Test
    void aTrialThatDiffersOnOneRanksDataPutsEveryRankOnTheFallback() {
        assertThat(kindsWithALiar(Safeguards.ALL)).hasSize(3).containsOnly(Outcome.OnFallback.class);
        // Without the comparison all run on a wire that lies; without the shared verdict some do and some do not.
        assertThat(kindsWithALiar(Safeguards.ALL.without(Safeguard.TRIAL))).containsOnly(Outcome.OnWire.class);
        assertThat(kindsWithALiar(Safeguards.ALL.without(Safeguard.SHARED_VERDICT)))
                .contains(Outcome.OnFallback.class, Outcome.OnWire.class);
    }

    @Test
    void theRefusalOfATrialNamesRankAndByte() {
        try (SetUpBed bed = bed(3, Map.of(), 1, Safeguards.ALL)) {
            assertThat(bed.run())
                    .allSatisfy(o -> assertThat(o)
                            .isInstanceOfSatisfying(
                                    Outcome.OnFallback.class,
                                    f -> assertThat(f.reason())
                                            .startsWith("tried trial failed; rank")
                                            .contains("the trial differs from the fallback's")
                                            .contains("rank 1's block in the all-gather is 0x")));
        }
    }

    @Test
    void aRankThatEndsDuringSetUpFailsTheOthers() {
        try (SetUpBed bed = sound(3)) {
            bed.poll(3);
            bed.pipe(2).die();
            List<Outcome> outcomes = bed.run();
            assertThat(outcomes.subList(0, 2))
                    .allSatisfy(o -> assertThat(o)
                            .isInstanceOfSatisfying(
                                    Outcome.Failed.class,
                                    f -> assertThat(f.reason()).contains("rank 2")));
        }
    }

    @Test
    void aManagementNetworkThatIsSilentFor101SecondsEndsNothing() {
        try (SetUpBed bed = sound(3)) {
            bed.run();
            bed.pass(SECOND);
            bed.pipe(1).silence(true);
            bed.pipe(2).silence(true);
            for (int second = 0; second < 101; second += 20) {
                bed.pass(20 * SECOND);
                bed.gather();
                bed.pass(SECOND);
                assertThat(bed.allOver()).isTrue();
            }
            for (int rank = 0; rank < 3; rank++) {
                assertThat(bed.failure(rank)).isEmpty();
                assertThat(bed.told(rank)).anySatisfy(l -> assertThat(l).contains("has not been heard"));
            }
            bed.pass(300 * SECOND);
            for (int rank = 0; rank < 3; rank++) {
                assertThat(bed.failure(rank).orElseThrow().message()).contains("longer than lan-grace");
            }
        }
    }

    @Test
    void aProcessThatTheManagementNetworkReportsGoneFailsTheOperationThatNeedsIt() {
        try (SetUpBed bed = sound(3)) {
            bed.run();
            bed.pass(SECOND);
            bed.pipe(1).die();
            bed.pass(3 * SECOND);
            for (int rank : List.of(0, 2)) {
                assertThat(bed.failure(rank).orElseThrow().root()).isEqualTo(1);
                assertThat(bed.failure(rank).orElseThrow().message()).contains("its process is gone");
            }
        }
    }
}
