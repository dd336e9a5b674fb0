package dev.kolo.wire.session.star;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.record.RecordWriter;
import dev.kolo.wire.record.SessionId;
import org.junit.jupiter.api.Test;

/** The star after set-up: who is gone, who is silent, and what that means. */
class FateTest {
    private static StarBed settled(int world) {
        StarBed bed = StarBed.formed(world);
        bed.stars.forEach(Star::settle);
        bed.pass(StarBed.SECOND);
        return bed;
    }

    @Test
    void theEndOfAConnectionWithoutGoodbyeIsTheEndOfTheProcess() {
        StarBed bed = settled(4);
        bed.pipe(2).die();
        bed.stars.remove(2);
        bed.poll();
        bed.poll();
        assertThat(bed.heard).containsExactlyInAnyOrder("0 hears 2 GONE", "1 hears 2 GONE", "3 hears 2 GONE");
        assertThat(bed.stars.get(1).fateOf(2).detail()).contains("rank 2 (host2): its process is gone");
    }

    @Test
    void rankZerosDeathIsSeenByAll() {
        StarBed bed = settled(3);
        bed.stars.removeFirst().close();
        bed.poll();
        assertThat(bed.heard).containsExactlyInAnyOrder("1 hears 0 GONE", "2 hears 0 GONE");
    }

    @Test
    void aGoodbyeMakesTheEndMeanNothing() {
        StarBed bed = settled(3);
        Star leaving = bed.stars.remove(1);
        leaving.goodbye();
        leaving.close();
        bed.pass(400 * StarBed.SECOND);
        assertThat(bed.heard).containsExactlyInAnyOrder("0 hears 1 SAID_GOODBYE", "2 hears 1 SAID_GOODBYE");
    }

    @Test
    void aSilentManagementNetworkIsNoDeath() {
        StarBed bed = settled(3);
        bed.pipes.values().forEach(p -> p.silence(true));
        bed.pass(101 * StarBed.SECOND);
        assertThat(bed.stars.get(0).fateOf(1).state()).isEqualTo(Fate.State.SILENT);
        assertThat(bed.stars.get(2).fateOf(0).state()).isEqualTo(Fate.State.SILENT);
        assertThat(bed.heard).noneMatch(h -> h.contains("GONE") || h.contains("LOST"));
        bed.pipes.values().forEach(p -> p.silence(false));
        bed.pass(3 * StarBed.SECOND);
        assertThat(bed.stars.get(0).fateOf(1).state()).isEqualTo(Fate.State.ALIVE);
        assertThat(bed.stars.get(2).fateOf(0).state()).isEqualTo(Fate.State.ALIVE);
    }

    @Test
    void silenceBeyondItsGraceIsALoss() {
        StarBed bed = settled(2);
        bed.pipes.values().forEach(p -> p.silence(true));
        bed.pass(301 * StarBed.SECOND);
        assertThat(bed.heard)
                .containsExactly("0 hears 1 SILENT", "1 hears 0 SILENT", "0 hears 1 LOST", "1 hears 0 LOST");
        assertThat(bed.stars.get(1).fateOf(0).detail()).contains("silent for 300 s, longer than lan-grace");
    }

    @Test
    void aConnectionThatTheNetworkGivesUpIsSilenceNotDeath() {
        StarBed bed = settled(2);
        bed.pipe(1).giveUp();
        bed.pass(60 * StarBed.SECOND);
        assertThat(bed.heard).containsExactlyInAnyOrder("0 hears 1 SILENT", "1 hears 0 SILENT");
    }

    @Test
    void quietSessionsStayAlive() {
        StarBed bed = settled(3);
        bed.pass(2000 * StarBed.SECOND);
        assertThat(bed.heard).isEmpty();
    }

    @Test
    void abortsReachEveryOtherRank() {
        StarBed bed = settled(3);
        bed.stars.get(1).abort(new byte[] {9});
        bed.stars.get(0).abort(new byte[] {7});
        bed.poll();
        bed.poll();
        assertThat(bed.heard)
                .containsExactlyInAnyOrder(
                        "0 hears abort of 1", "2 hears abort of 1", "1 hears abort of 0", "2 hears abort of 0");
        assertThat(bed.records).hasSize(3);
    }

    @Test
    void aProcessThatIsEndedSaysSoBeforeItsConnectionEnds() {
        StarBed bed = settled(3);
        Star ended = bed.stars.remove(2);
        ended.ended("was ended by SIGTERM");
        ended.close();
        bed.poll();
        bed.poll();
        assertThat(bed.heard).containsExactlyInAnyOrder("0 hears 2 GONE", "1 hears 2 GONE");
        assertThat(bed.stars.get(0).fateOf(2).detail()).isEqualTo("rank 2 (host2) was ended by SIGTERM");
        assertThat(bed.stars.get(1).fateOf(2).detail()).isEqualTo("rank 2 (host2) was ended by SIGTERM");
    }

    @Test
    void rankZeroTellsAllThatItIsEnded() {
        StarBed bed = settled(3);
        Star ended = bed.stars.removeFirst();
        ended.ended("was ended by SIGTERM");
        ended.close();
        bed.poll();
        assertThat(bed.heard).containsExactlyInAnyOrder("1 hears 0 GONE", "2 hears 0 GONE");
        assertThat(bed.stars.getLast().fateOf(0).detail()).isEqualTo("rank 0 (host0) was ended by SIGTERM");
    }

    @Test
    void aRankTellsNobodyElsesFate() {
        StarBed bed = settled(3);
        new FrameLink(bed.pipe(1))
                .send(
                        Frame.Kind.FATE,
                        bed.stars.getFirst().session(),
                        Star.fate(2, new Fate(Fate.State.GONE, "rank 2 is gone, believe me")));
        bed.poll();
        bed.poll();
        assertThat(bed.heard).containsExactlyInAnyOrder("0 hears 1 GONE", "1 hears 0 GONE", "2 hears 1 GONE");
        assertThat(bed.stars.get(2).fateOf(1).detail()).contains("the fate 4 of rank 2, which only rank 0 tells");
    }

    @Test
    void aMessageOfAnotherSessionIsRefused() {
        StarBed bed = settled(2);
        new FrameLink(bed.pipe(1))
                .send(
                        Frame.Kind.ABORT,
                        new SessionId(1, 2),
                        new RecordWriter().u32(1).blob(new byte[0]).toBytes());
        bed.poll();
        assertThat(bed.heard).noneMatch(h -> h.contains("abort"));
        assertThat(bed.stars.get(0).takeRemarks())
                .singleElement()
                .asString()
                .contains("of session 00000000, this one is");
    }
}
