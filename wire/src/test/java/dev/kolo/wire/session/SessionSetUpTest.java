package dev.kolo.wire.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.session.star.StarBed;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All ranks on the wire, or all on the fallback, or all failed with one sentence; never anything between. */
class SessionSetUpTest {
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 8, 16})
    void bringsEveryRankOntoTheWireItsTrialEqualToTheFallbacks(int world) {
        SessionBed bed = new SessionBed(SessionBed.ranks(world));
        assertThat(bed.run())
                .allSatisfy(o -> assertThat(o).isInstanceOfSatisfying(Outcome.OnWire.class, w -> {
                    assertThat(w.trialEqualTo()).isEqualTo("the fallback's");
                    assertThat(w.transport().deviceLines()).hasSize(world - 1);
                }));
        assertThat(bed.lines).isEmpty();
    }

    @Test
    void aRankThatIsDoneWithItsTrialStillRepairsTheFlagsThatOthersWaitFor() {
        SessionBed bed = new SessionBed(SessionBed.ranks(2));
        bed.wire.sendStaleFlags(6);
        assertThat(bed.run()).allSatisfy(o -> assertThat(o).isInstanceOf(Outcome.OnWire.class));
    }

    @Test
    void noRankBeginsBeforeAllHaveAcknowledged() {
        SessionBed bed = new SessionBed(SessionBed.ranks(3));
        while (bed.wire.placed() < 12) {
            bed.poll();
        }
        // The trial is under way; from here on rank 2 cannot say that it is content.
        bed.stars.pipe(2).silence(true);
        for (int i = 0; i < 10_000; i++) {
            bed.poll();
        }
        assertThat(bed.outcomes).isEmpty();
        bed.stars.pass(300 * StarBed.SECOND);
        assertThat(bed.run()).allSatisfy(o -> assertThat(o).isInstanceOf(Outcome.Failed.class));
    }

    @Test
    void aRankThatDoesNotHearTheLastVerdictKeepsAllOthersFromBeginning() {
        SessionBed bed = new SessionBed(SessionBed.ranks(3));
        while (!bed.stars.gatheringOf(2).equals("verdict on scripted trial")) {
            bed.poll();
        }
        // Its vote is on the way, and it is content; only the verdict does not reach it.
        bed.stars.pipe(2).deafen();
        for (int i = 0; i < 10_000; i++) {
            bed.poll();
        }
        assertThat(bed.stars.gatheringOf(0)).isEqualTo("acknowledgement of the last verdict");
        assertThat(bed.outcomes).isEmpty();
        bed.stars.pass(300 * StarBed.SECOND);
        assertThat(bed.run()).allSatisfy(o -> assertThat(o).isInstanceOf(Outcome.Failed.class));
    }

    @Test
    void aTrialThatDiffersOnOneRankOnlyPutsEveryRankOnTheFallback() {
        List<SessionBed.Rank> ranks = SessionBed.ranks(3);
        SessionBed bed = new SessionBed(ranks);
        bed.wire.corruptTo(2);
        List<Outcome> outcomes = bed.run();
        assertThat(outcomes)
                .allSatisfy(o -> assertThat(o).isInstanceOfSatisfying(Outcome.OnFallback.class, f -> {
                    assertThat(f.reason())
                            .startsWith("scripted trial failed; rank 2: the trial differs from the fallback's")
                            .contains("block in the all-gather is 0x");
                    assertThat(f.transport()).isPresent();
                }));
    }

    @Test
    void withoutFallbackAFailedStageFailsEveryRankWithTheSameSentence() {
        List<SessionBed.Rank> ranks = SessionBed.ranks(3);
        ranks.forEach(r -> r.flags = Map.of("fallback", "refuse"));
        ranks.get(2).refusal = "no memory may be registered: memlock is 64 KiB";
        List<Outcome> outcomes = new SessionBed(ranks).run();
        assertThat(outcomes)
                .allSatisfy(o -> assertThat(o)
                        .isInstanceOfSatisfying(
                                Outcome.Failed.class,
                                f -> assertThat(f.reason())
                                        .contains("region and lanes failed; rank 2: no memory may be registered")
                                        .contains("fallback is refuse")));
    }

    @Test
    void aNicThatCannotBeMadeOnOneRankPutsAllOnTheFallback() {
        List<SessionBed.Rank> ranks = SessionBed.ranks(4);
        ranks.get(3).refusal = "libibverbs.so.1 is not installed";
        assertThat(new SessionBed(ranks).run())
                .allSatisfy(
                        o -> assertThat(o)
                                .isInstanceOfSatisfying(
                                        Outcome.OnFallback.class,
                                        f -> assertThat(f.reason())
                                                .isEqualTo(
                                                        "scripted region and lanes failed; rank 3: libibverbs.so.1 is not installed")));
    }

    @Test
    void aLaneThatCarriesNothingIsNamedWithinTwoSeconds() {
        List<SessionBed.Rank> ranks = SessionBed.ranks(3);
        SessionBed bed = new SessionBed(ranks);
        bed.wire.hold(1, 2, 0);
        long before = bed.stars.now;
        List<Outcome> outcomes = bed.run();
        assertThat(bed.stars.now - before).isLessThan(5 * StarBed.SECOND);
        assertThat(outcomes)
                .allSatisfy(o -> assertThat(o)
                        .isInstanceOfSatisfying(
                                Outcome.OnFallback.class,
                                f -> assertThat(f.reason())
                                        .startsWith(
                                                "scripted lane check failed; rank 2: nothing came within 2 s over lane 0 from"
                                                        + " rank 1")));
    }

    @Test
    void settingsThatDifferNameTheSettingAndBothValues() {
        List<SessionBed.Rank> ranks = SessionBed.ranks(3);
        ranks.get(1).flags = Map.of("limit", "64KiB");
        assertThat(new SessionBed(ranks).run())
                .allSatisfy(o -> assertThat(o)
                        .isInstanceOfSatisfying(
                                Outcome.Failed.class,
                                f -> assertThat(f.reason())
                                        .contains("rank 1 (host1) has limit=65536, rank 0 (host0) has limit=8192")));
    }

    @Test
    void nicsOfDifferentKindsAreNamed() {
        List<SessionBed.Rank> ranks = SessionBed.ranks(2);
        ranks.get(1).kind = "other";
        SessionBed bed = new SessionBed(ranks);
        assertThat(bed.run())
                .allSatisfy(o -> assertThat(o)
                        .isInstanceOfSatisfying(
                                Outcome.Failed.class,
                                f -> assertThat(f.reason()).contains("other").contains("scripted")));
    }

    @Test
    void autoAboveTwoRanksBesideNcclStaysOnTheFallbackUntilAReceiptIsThere() {
        List<SessionBed.Rank> ranks = SessionBed.ranks(3);
        ranks.forEach(r -> {
            r.flags = Map.of("fallback", "nccl");
            r.engineHasNccl = true;
            r.hasFallback = false;
        });
        assertThat(new SessionBed(ranks).run())
                .allSatisfy(o -> assertThat(o).isInstanceOfSatisfying(Outcome.OnFallback.class, f -> {
                    assertThat(f.transport()).isEmpty();
                    assertThat(f.reason()).contains("no receipt for this world");
                }));
        ranks.forEach(r -> r.receipt = true);
        assertThat(new SessionBed(ranks).run()).allMatch(o -> o instanceof Outcome.OnWire);
    }

    @Test
    void autoBesideNcclTakesTheTcpFallbackOrRefusesAsTheSettingsSay() {
        List<SessionBed.Rank> ranks = SessionBed.ranks(3);
        ranks.forEach(r -> r.engineHasNccl = true);
        SessionBed bed = new SessionBed(ranks);
        assertThat(bed.run())
                .allSatisfy(o -> assertThat(o).isInstanceOfSatisfying(Outcome.OnFallback.class, f -> {
                    assertThat(f.transport()).isPresent();
                    assertThat(f.reason()).contains("3 ranks beside an engine's NCCL", "use = on tries the wire");
                }));
        assertThat(bed.wire.placed()).isZero();
        ranks.forEach(r -> r.flags = Map.of("fallback", "refuse"));
        assertThat(new SessionBed(ranks).run())
                .allSatisfy(o -> assertThat(o)
                        .isInstanceOfSatisfying(
                                Outcome.Failed.class,
                                f -> assertThat(f.reason()).contains("fallback is refuse", "give a receipt")));
    }

    @Test
    void ranksThatDisagreeAboutAReceiptAreRefused() {
        List<SessionBed.Rank> ranks = SessionBed.ranks(3);
        ranks.get(2).receipt = true;
        assertThat(new SessionBed(ranks).run())
                .allSatisfy(o -> assertThat(o)
                        .isInstanceOfSatisfying(
                                Outcome.Failed.class,
                                f -> assertThat(f.reason()).contains("receipt=true")));
    }

    @Test
    void aWireThatIsSwitchedOffIsNeverTouched() {
        List<SessionBed.Rank> ranks = SessionBed.ranks(2);
        ranks.forEach(r -> r.flags = Map.of("use", "off"));
        SessionBed bed = new SessionBed(ranks);
        assertThat(bed.run())
                .allSatisfy(o -> assertThat(o)
                        .isInstanceOfSatisfying(
                                Outcome.OnFallback.class,
                                f -> assertThat(f.reason()).isEqualTo("use is off")));
        assertThat(bed.wire.placed()).isZero();
    }

    @Test
    void aFallbackThatFailsIsToldAndTheWireIsTriedAgainstPlainArithmetic() {
        SessionBed bed = new SessionBed(SessionBed.ranks(2));
        bed.fallback.hold(0, 1, 0);
        assertThat(bed.run())
                .allSatisfy(o -> assertThat(o)
                        .isInstanceOfSatisfying(
                                Outcome.OnWire.class,
                                w -> assertThat(w.trialEqualTo()).startsWith("plain arithmetic")));
        assertThat(bed.lines)
                .hasSize(2)
                .allSatisfy(l ->
                        assertThat(l).startsWith("there is no fallback in this session: standby lane check failed"));
    }

    @Test
    void aRankThatDiesDuringSetUpFailsTheOthersAtOnceAndNobodyFallsBack() {
        SessionBed bed = new SessionBed(SessionBed.ranks(3));
        while (bed.fallback.placed() < 12) {
            bed.poll();
        }
        bed.stars.pipe(1).die();
        bed.outcomes.put(1, new Outcome.Failed("dead"));
        long before = bed.stars.now;
        List<Outcome> outcomes = bed.run();
        assertThat(bed.stars.now - before).isLessThan(StarBed.SECOND);
        assertThat(outcomes.get(0))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        f -> assertThat(f.reason()).contains("rank 1 (host1): its process is gone"));
        assertThat(outcomes.get(2)).isInstanceOf(Outcome.Failed.class);
    }

    @Test
    void aTagOfTheLastSessionIsNotTakenAgain() {
        SessionBed first = new SessionBed(SessionBed.ranks(2));
        first.run();
        int tag = tagOf(first);
        List<SessionBed.Rank> ranks = SessionBed.ranks(2);
        ranks.get(1).tag = tag;
        SessionBed second = new SessionBed(ranks);
        second.run();
        assertThat(tagOf(second)).isNotEqualTo(tag).isNotZero();
    }

    private static int tagOf(SessionBed bed) {
        return bed.engine(0).member().tag();
    }

    private static DeviceRecord device(String address, int prefixLength, boolean active) {
        return new DeviceRecord(
                "rocep1s0f0",
                "enp1s0f0np0",
                1,
                0,
                new PciAddress(0, 1, 0, 0),
                0,
                OptionalInt.of(3),
                Ipv4Address.parse(address).orElseThrow(),
                prefixLength,
                4096,
                active);
    }

    @Test
    void devicesArePairedUnderTheirOwnPrefixBeforeAnyNicExists() {
        List<SessionBed.Rank> ranks = SessionBed.ranks(2);
        ranks.get(0).devices = List.of(device("10.10.0.1", 24, true));
        ranks.get(1).devices = List.of(device("10.10.0.2", 24, true));
        assertThat(new SessionBed(ranks).run())
                .allSatisfy(o -> assertThat(o)
                        .isInstanceOfSatisfying(
                                Outcome.OnWire.class,
                                w -> assertThat(w.transport()
                                                .table()
                                                .orElseThrow()
                                                .lanes())
                                        .hasSize(1)));
        ranks.get(1).devices = List.of(device("10.10.0.2", 30, true));
        SessionBed refused = new SessionBed(ranks);
        assertThat(refused.run())
                .allSatisfy(o -> assertThat(o).isInstanceOfSatisfying(Outcome.OnFallback.class, f -> {
                    assertThat(f.reason()).startsWith("scripted pairing failed; all ranks: PAIRING_NO_SHARED_LINK");
                    assertThat(f.refusal().orElseThrow().code()).isEqualTo(Code.PAIRING_NO_SHARED_LINK);
                }));
        assertThat(refused.wire.placed()).isZero();
    }

    @Test
    void sixteenByteWordsAreRefusedWhereANicWritesByItselfAndEightByteWordsAreNot() {
        List<SessionBed.Rank> ranks = SessionBed.ranks(2);
        ranks.forEach(r -> r.flags = Map.of("form", "ll16"));
        SessionBed bed = new SessionBed(ranks);
        bed.wire.nic(0).writesByItself();
        bed.wire.nic(1).writesByItself();
        assertThat(bed.run())
                .allSatisfy(o -> assertThat(o)
                        .isInstanceOfSatisfying(
                                Outcome.OnFallback.class,
                                f -> assertThat(f.reason())
                                        .contains("region and lanes failed; all ranks: form is ll16")
                                        .contains("set form to ll8 or plain")));
        ranks.forEach(r -> r.flags = Map.of("form", "ll8"));
        SessionBed words = new SessionBed(ranks);
        words.wire.nic(0).writesByItself();
        words.wire.nic(1).writesByItself();
        assertThat(words.run()).allSatisfy(o -> assertThat(o).isInstanceOf(Outcome.OnWire.class));
        assertThat(words.engine(0).counters().get(Counters.Total.WORD_STEPS)).isPositive();
    }

    @Test
    void aStampThatArrivesDamagedIsNotCalledLate() {
        SessionBed bed = new SessionBed(ranks(2, "on"));
        bed.wire.corruptTo(1);
        assertThat(bed.run())
                .allSatisfy(o -> assertThat(o)
                        .isInstanceOfSatisfying(
                                Outcome.OnFallback.class,
                                f -> assertThat(f.reason())
                                        .contains("order check failed; rank 0: ")
                                        .contains("rank 1: in round 1 of 256 line 0 of 128 over lane 0 from rank 0")
                                        .contains("arrived damaged: 0x5354414c")));
    }

    private static List<SessionBed.Rank> ranks(int world, String orderCheck) {
        List<SessionBed.Rank> ranks = SessionBed.ranks(world);
        ranks.forEach(r -> r.flags = Map.of("order-check", orderCheck));
        return ranks;
    }

    @Test
    void aNicWhoseOrderIsUnprovenIsStampedAndTheSessionSaysSo() {
        SessionBed bed = new SessionBed(SessionBed.ranks(3));
        // One such NIC is enough: it takes all ranks to try it.
        bed.wire.nic(2).writesByItself();
        assertThat(bed.run())
                .allSatisfy(o -> assertThat(o)
                        .isInstanceOfSatisfying(
                                Outcome.OnWire.class,
                                w -> assertThat(w.transport().orderChecked().orElseThrow())
                                        .contains("256 rounds of 128 stamped lines over each lane")
                                        .contains("all whole")));
    }

    @Test
    void noLineIsStampedWhereTheCpuKeepsTheOrderOrNobodyWantsIt() {
        for (String wish : List.of("auto", "off")) {
            SessionBed bed = new SessionBed(ranks(2, wish));
            if (wish.equals("off")) {
                bed.wire.nic(0).writesByItself();
            }
            assertThat(bed.run())
                    .allSatisfy(o -> assertThat(o)
                            .isInstanceOfSatisfying(
                                    Outcome.OnWire.class,
                                    w -> assertThat(w.transport().orderChecked())
                                            .isEmpty()));
        }
    }

    @Test
    void aFlagThatComesBeforeItsPayloadIsFoundByItsStampsAndKeepsAllRanksOffTheWire() {
        SessionBed bed = new SessionBed(ranks(2, "on"));
        bed.wire.flagsFirst();
        bed.slowly = true;
        assertThat(bed.run())
                .allSatisfy(o -> assertThat(o)
                        .isInstanceOfSatisfying(
                                Outcome.OnFallback.class,
                                f -> assertThat(f.reason())
                                        .contains("scripted order check failed")
                                        .contains("was not there when its flag was")
                                        .contains("scripted0 lane 0")));
    }

    @Test
    void aPortThatIsDownHasARefusalOfItsOwn() {
        List<SessionBed.Rank> ranks = SessionBed.ranks(2);
        ranks.get(0).devices = List.of(device("10.10.0.1", 24, true));
        ranks.get(1).devices = List.of(device("10.10.0.2", 24, false));
        assertThat(new SessionBed(ranks).run())
                .allSatisfy(o -> assertThat(o)
                        .isInstanceOfSatisfying(
                                Outcome.OnFallback.class,
                                f -> assertThat(f.refusal().orElseThrow().code())
                                        .isEqualTo(Code.PAIRING_PORT_NOT_ACTIVE)));
    }

    @Test
    void aFlagThatIsHeldBackFor44SecondsIsWaitedFor() {
        SessionBed bed = new SessionBed(SessionBed.ranks(3));
        bed.run();
        Exchange exchange = new Exchange(bed);
        bed.wire.hold(1, 0, 0);
        exchange.pass(44 * StarBed.SECOND);
        assertThat(exchange.isOver(0)).isFalse();
        bed.wire.release(1, 0, 0);
        exchange.pass(StarBed.SECOND);
        assertThat(exchange.isOver(0)).isTrue();
        exchange.assertRight();
    }

    @Test
    void aPeerThatNeverComesIsNamedAfterTheBound() {
        SessionBed bed = new SessionBed(SessionBed.ranks(3));
        bed.run();
        bed.engine(0).waitAtMost(60 * StarBed.SECOND, 60 * StarBed.SECOND);
        Exchange exchange = new Exchange(bed, 0, 2);
        exchange.pass(59 * StarBed.SECOND);
        assertThat(exchange.isOver(0)).isFalse();
        exchange.pass(4 * StarBed.SECOND);
        assertThat(exchange.failure(0).orElseThrow().root()).isEqualTo(1);
        assertThat(exchange.failure(2).orElseThrow().message())
                .contains("rank 1")
                .contains("did not arrive");
    }
}
