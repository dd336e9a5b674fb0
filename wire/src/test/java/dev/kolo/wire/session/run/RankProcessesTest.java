package dev.kolo.wire.session.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.session.run.Ranks.Rank;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions of real processes: what goes well, what can be seen from outside, and how they end. */
class RankProcessesTest {
    @TempDir
    Path folder;

    private Ranks ranks = new Ranks(Path.of("."));

    @BeforeEach
    void begin() {
        ranks = new Ranks(folder);
    }

    @AfterEach
    void end() {
        ranks.close();
    }

    @ParameterizedTest
    @CsvSource({"shm, 2, plain", "shm, 3, ll8", "tcp, 2, ll8", "tcp, 3, plain", "shm, 2, ll16"})
    void everyByteArrivesBetweenProcesses(String nic, int world, String form) throws Exception {
        List<Rank> all = ranks.all(world, "nic=" + nic, "form=" + form);
        for (String size : List.of("0", "6", "1000", "8192", "65536", "65552", "300000")) {
            Ranks.tell(all, "gather " + size + " 5");
        }
        Ranks.tell(all, "reduce 4096");
        Ranks.tell(all, "close");
        for (Rank rank : all) {
            rank.await("ok close");
            assertThat(rank.await("log kolo wire: rank .* not poisoned")).contains("over " + nic + ":");
            rank.await("end");
            assertThat(rank.seen()).filteredOn(l -> l.startsWith("ok gather")).hasSize(7);
            assertThat(rank.seen())
                    .contains("log kolo wire: gathers up to 64 KiB a rank on the wire (" + nic
                            + "), its trial equal to the fallback's");
            assertThat(rank.seen().stream().anyMatch(l -> l.endsWith(" B travels as " + form + " words")))
                    .isEqualTo(!form.equals("plain"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp"})
    void payloadIsWholeUnderItsFlagAndTheSessionSaysSoWhenAsked(String nic) throws Exception {
        for (Rank rank : ranks.all(3, "nic=" + nic, "order-check=on")) {
            assertThat(rank.seen())
                    .anySatisfy(l -> assertThat(l)
                            .contains("256 rounds of 512 stamped lines")
                            .contains("all whole"));
        }
    }

    @Test
    void aWireAndAFallbackOfOneKindAreCountedApart() throws Exception {
        List<Rank> all = ranks.all(2, "nic=tcp");
        assertThat(all.getFirst().seen()).noneMatch(l -> l.contains("nobody can look"));
    }

    @Test
    void aTokenThatDiffersIsToldToTheRankThatHasIt() throws Exception {
        ranks.root(2, "nic=shm");
        Rank one = ranks.start(1, 2, "nic=shm", "token=guess");
        assertThat(one.await("none .*")).contains("does not know the token");
    }

    @Test
    void countersCanBeReadFromOutsideAndGoWithTheSession() throws Exception {
        List<Rank> all = ranks.all(2, "nic=shm");
        Ranks.tell(all, "gather 1000 10");
        all.get(0).await("ok gather .*");
        all.get(1).await("ok gather .*");
        String name = "kolo-wire-.*-r1-shm-" + all.get(1).process.pid();
        try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
            Path file = files.filter(f -> f.getFileName().toString().matches(name))
                    .findFirst()
                    .orElseThrow();
            ByteBuffer page = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder());
            assertThat(page.getLong(0)).isEqualTo(Counters.MAGIC);
            assertThat(page.getLong(16)).as("rank").isEqualTo(1);
            assertThat(page.getLong(32)).as("operations").isEqualTo(13);
            Ranks.tell(all, "close");
            all.get(1).await("end");
            assertThat(file).doesNotExist();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT", "HUP"})
    void aRankThatASignalEndsIsNamedWithItByEveryOther(String signal) throws Exception {
        List<Rank> all = ranks.all(3, "nic=shm");
        all.get(0).tell("gather 1000 1");
        all.get(1).tell("gather 1000 1");
        all.get(2).signal(signal);
        String words = "rank 2 (host2) was ended by SIG" + signal;
        List<String> said = List.of(all.get(0).await("failed .*"), all.get(1).await("failed .*"));
        assertThat(said).allSatisfy(l -> assertThat(l).contains(" root 2 ").contains("in all-gather "));
        // Whoever hears of it second may say that it is blocked behind the first; each tells it in a line of its own.
        assertThat(said).anySatisfy(l -> assertThat(l).contains(words));
        for (int rank : List.of(0, 1)) {
            all.get(rank).tell("close");
            all.get(rank).await("end");
            assertThat(all.get(rank).seen()).contains("log kolo wire: " + words);
        }
    }

    @Test
    void aProcessThatExitsWithoutClosingIsNamedForIt() throws Exception {
        List<Rank> all = ranks.all(2, "nic=tcp");
        all.get(1).tell("exit");
        assertThat(all.get(1).await("log kolo wire: rank 1 of 2, .*"))
                .contains("3 operations")
                .contains("not poisoned");
        String words = "rank 1 (host1) ended its process without closing the session";
        // Its lanes end with it: a call made before the news is read may name the lane instead.
        all.get(0).await("log kolo wire: " + Pattern.quote(words) + ".*");
        all.get(0).tell("gather 1000 1");
        assertThat(all.get(0).await("failed .*")).contains(words);
    }
}
