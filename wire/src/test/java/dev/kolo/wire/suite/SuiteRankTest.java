package dev.kolo.wire.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.progress.ShmRanks;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.schedule.Reach;
import dev.kolo.wire.schedule.ScheduleKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the suite passes a sound wire, and does not pass one whose bytes are others. */
class SuiteRankTest {
    @TempDir
    Path folder;

    @Test
    void passesASoundWireWithShuffledBuffers() throws Exception {
        List<SuiteCase> cases = SuiteCases.of(Reach.everyPair(3), ScheduleKind.ONE_SHOT, ShmRanks.LIMIT, true, 0);
        List<String> failures = run(3, OptionalLong.of(5), List.of(cases, cases, cases));
        assertThat(failures).isEmpty();
    }

    @Test
    void reportsRanksThatSendOtherBytesThanTheyShould() throws Exception {
        List<SuiteCase> cases = SuiteCases.of(Reach.everyPair(2), ScheduleKind.ONE_SHOT, ShmRanks.LIMIT, true, 0);
        List<SuiteCase> others = cases.stream()
                .map(c -> new SuiteCase(
                        c.number() + 2 * cases.size(),
                        c.collective(),
                        c.kind(),
                        c.type(),
                        c.how(),
                        c.bytes(),
                        c.placement(),
                        c.variable()))
                .toList();
        List<String> failures = run(2, OptionalLong.empty(), List.of(cases, others));
        for (Collective collective :
                List.of(Collective.ALL_GATHER, Collective.ALL_REDUCE, Collective.PAIR_EXCHANGE, Collective.BROADCAST)) {
            assertThat(failures).anyMatch(f -> f.startsWith("FAILED rank 0 ") && f.contains(collective.word()));
        }
        assertThat(failures).anyMatch(f -> f.contains("of rank 1's block is not what that rank sent"));
    }

    @Test
    void coversEveryCollectiveSizeTypeAndPlacement() {
        List<SuiteCase> all = new ArrayList<>();
        for (ScheduleKind kind : SuiteCases.kinds(Reach.everyPair(4))) {
            all.addAll(SuiteCases.of(Reach.everyPair(4), kind, 262_144, false, all.size()));
        }
        assertThat(all.stream().map(SuiteCase::kind).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(ScheduleKind.values());
        assertThat(all.stream().map(SuiteCase::collective).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(Collective.values());
        assertThat(all.stream()
                        .filter(c -> c.collective() == Collective.ALL_GATHER)
                        .map(SuiteCase::bytes))
                .contains(6L, 1000L, 4096L, 65_536L, 262_144L, 262_160L, 1_048_576L, 4_194_304L);
        assertThat(all.stream().map(SuiteCase::placement).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(Placement.values());
        assertThat(all).extracting(SuiteCase::number).doesNotHaveDuplicates();
    }

    private List<String> run(int world, OptionalLong shuffle, List<List<SuiteCase>> cases) throws Exception {
        List<String> failures = Collections.synchronizedList(new ArrayList<>());
        try (ShmRanks ranks = new ShmRanks(folder, world, 17, false)) {
            ranks.run(comm -> {
                try (SuiteRank rank = new SuiteRank(comm, ShmRanks.LIMIT, true, shuffle, failures::add)) {
                    rank.run(cases.get(comm.rank()));
                    assertThat(rank.passed() + rank.failed())
                            .isEqualTo(cases.getFirst().size());
                }
            });
        }
        return failures;
    }
}
