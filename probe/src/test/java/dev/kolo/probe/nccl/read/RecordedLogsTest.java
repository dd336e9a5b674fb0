package dev.kolo.probe.nccl.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.probe.nccl.NcclLogs;
import dev.kolo.probe.nccl.RankLog;
import dev.kolo.probe.nccl.Stage;
import dev.kolo.probe.nccl.Stated;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs of NCCL 2.28.9 as two ranks of one host printed them into one file. */
class RecordedLogsTest {
    private static NcclLogs recorded(String name) {
        return Logs.of(Logs.resource("nccl/2.28.9-" + name + ".log"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "socket", "ring-lazy", "ring-eager-cumem-off", "tree"})
    void tellsTheTwoRanksApart(String name) {
        NcclLogs logs = recorded(name);
        assertThat(logs.ranks()).extracting(r -> r.rank().orElse(-1)).containsExactly(0, 1);
        for (RankLog rank : logs.ranks()) {
            assertThat(rank.host()).isEqualTo("vm");
            assertThat(rank.rankCount()).hasValue(2);
            assertThat(rank.loaded().version()).map(Stated::value).contains("2.28.9+cuda13.0");
            assertThat(rank.network().network()).map(Stated::value).contains("Socket");
            assertThat(rank.network().noIbDevice()).isPresent();
            assertThat(rank.has(Stage.COMPLETE)).isTrue();
            assertThat(rank.errors().isEmpty()).isEqualTo(!name.equals("tree"));
            assertThat(rank.communicators()).hasSize(1);
        }
        assertThat(logs.communicators()).hasSize(1);
        assertThat(logs.communicators().getFirst().isComplete()).isTrue();
        assertThat(logs.communicators().getFirst().unseen()).isEmpty();
    }

    @Test
    void readsRingsTreesAndChannels() {
        RankLog rank = recorded("socket").ranks().getFirst();
        assertThat(rank.paths().orders())
                .extracting(o -> o.channel() + ":" + o.ranks())
                .containsExactly("0:[0, 1]", "1:[0, 1]");
        assertThat(rank.paths().places())
                .extracting(p -> p.previous() + ">" + p.rank() + ">" + p.next())
                .containsExactly("1>0>1", "1>0>1");
        assertThat(rank.paths().channelCount()).hasValue(2);
        assertThat(rank.paths().channels())
                .extracting(
                        c -> c.channel() + (c.sends() ? " to " : " from ") + c.peer() + " " + c.network() + c.device())
                .containsExactly("0 from 1 Socket0", "1 from 1 Socket0", "0 to 1 Socket0", "1 to 1 Socket0");
    }

    @Test
    void seesWhetherTheTreeWasConnected() {
        assertThat(recorded("ring-lazy").ranks()).noneMatch(r -> r.has(Stage.TREES_CONNECTED));
        assertThat(recorded("ring-eager-cumem-off").ranks()).allMatch(r -> r.has(Stage.TREES_CONNECTED));
        assertThat(recorded("tree").ranks())
                .allMatch(r -> r.has(Stage.TREES_CONNECTED) && !r.has(Stage.RINGS_CONNECTED));
    }

    @Test
    void readsAStartThatFoundNoInterface() {
        RankLog rank = recorded("ifname-missing").ranks().getFirst();
        assertThat(rank.process()).isEqualTo(967);
        assertThat(rank.variable("NCCL_SOCKET_IFNAME")).contains("nosuch0");
        assertThat(rank.errors().others())
                .extracting(Stated::value)
                .startsWith("Bootstrap : no socket interface found");
        Stated trouble = rank.errors().others().getFirst();
        assertThat(trouble.evidence().line()).isEqualTo(5);
        assertThat(trouble.evidence().file()).isEqualTo("rank.log");
        assertThat(trouble.time()).map(Object::toString).contains("2026-11-29 17:29:54");
        assertThat(rank.furthest()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "ifname-missing", "ring-eager-cumem-off", "tree"})
    void readsTheSameHoweverTheBytesAreCut(String name) {
        byte[] bytes = Logs.resource("nccl/2.28.9-" + name + ".log");
        NcclLogs whole = Logs.of(bytes);
        for (int size : new int[] {1, 7, 64, 1000, 65_537}) {
            NcclLogReader reader = new NcclLogReader();
            NcclLogReader.Feed feed = reader.open("rank.log", "");
            for (int at = 0; at < bytes.length; at += size) {
                byte[] piece = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + size));
                feed.feed(piece, 0, piece.length);
            }
            feed.end();
            assertThat(reader.logs()).as("pieces of %d bytes", size).isEqualTo(whole);
        }
        NcclLogReader byLine = new NcclLogReader();
        int number = 0;
        for (String line : new String(bytes, java.nio.charset.StandardCharsets.UTF_8).split("\n", -1)) {
            byLine.line("rank.log", "", ++number, line);
        }
        assertThat(byLine.logs().ranks()).isEqualTo(whole.ranks());
    }
}
