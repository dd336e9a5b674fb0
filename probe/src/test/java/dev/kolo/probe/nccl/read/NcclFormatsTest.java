package dev.kolo.probe.nccl.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.probe.nccl.ChannelPlan;
import dev.kolo.probe.nccl.CompletionError;
import dev.kolo.probe.nccl.ConnectFailure;
import dev.kolo.probe.nccl.Effect;
import dev.kolo.probe.nccl.IbPort;
import dev.kolo.probe.nccl.QueuePair;
import dev.kolo.probe.nccl.RankLog;
import dev.kolo.probe.nccl.Stated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The formats of NCCL's lines, in the versions that print them differently. */
class NcclFormatsTest {
    private static RankLog rank(String... messages) {
        StringBuilder text = new StringBuilder();
        for (String message : messages) {
            text.append("spark1:315:315 [0] NCCL INFO ").append(message).append('\n');
        }
        return Logs.rank(text.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NET/IB : Using [0]rocep1s0f0:1/RoCE [1]roceP2p1s0f0:1/RoCE [RO]; OOB enP7s7:10.0.0.1<0>",
                "NET/IB: Using [0]rocep1s0f0:1:0:-1/RoCE [1]roceP2p1s0f0:1:1:-1/RoCE [RO]; OOB enP7s7:10.0.0.1<0>"
            })
    void readsTheDeviceList(String line) {
        RankLog rank = rank(line);
        assertThat(rank.network().ports())
                .extracting(p -> p.index() + p.name() + ":" + p.port() + "/" + p.linkLayer())
                .containsExactly("0rocep1s0f0:1/RoCE", "1roceP2p1s0f0:1/RoCE");
        assertThat(rank.network().outOfBand()).map(Stated::value).contains("enP7s7:10.0.0.1");
    }

    @Test
    void countsMergedDevicesApartFromTheirPorts() {
        RankLog rank = rank(
                "NET/IB: [0] rocep1s0f0:uverbs0:1/RoCE provider=mlx5 speed=200000 context=0x1 pciPath=/sys/devices ar=0",
                "NET/IB: [1] rocep1s0f1:uverbs1:1/RoCE provider=mlx5 speed=200000 context=0x2 pciPath=/sys/devices ar=0",
                "NET/IB : Made virtual device [0] name=rocep1s0f0+rocep1s0f1 speed=400000 ndevs=2 rail=-1");
        assertThat(rank.network().ports()).extracting(IbPort::name).containsExactly("rocep1s0f0", "rocep1s0f1");
        assertThat(rank.network().devices()).hasSize(1);
        assertThat(rank.network().devices().getFirst().members()).containsExactly("rocep1s0f0", "rocep1s0f1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NET/IB: NCCL Dev 2 IbDev 0 Port 1 qpn 71 mtu 5 GID 3 (0/A000A0AFFFF0000) fifoRkey=0x1 fifoLkey=0x2 | UNKNOWN",
                "NET/IB: ncclIbConnectImpl: NCCL Dev 2 IbDev 0 Port 1 qp_num 71 mtu 5 GID 3 (0/A000A0AFFFF0000) ctsFifoRkey=0x1 | SENDS",
                "NET/IB: ncclIbAccept: NCCL Dev 2 IbDev 0 Port 1 qp_num 71 mtu 5 GID 3 (0/A000A0AFFFF0000) ctsFifoRkey=0x1 | RECEIVES",
                "NET/IB: ncclIbConnectImpl: NCCL MergedDev 2 IbDev 0 Port 1 qp_num 71 mtu 5 GID 3 (0/A000A0AFFFF0000) x=1 | SENDS"
            })
    void readsTheDeviceThatAQueuePairTook(String line, QueuePair.Role role) {
        QueuePair pair = rank(line).paths().queuePairs().getFirst();
        assertThat(pair.role()).isEqualTo(role);
        assertThat(pair.device()).isEqualTo(2);
        assertThat(pair.ibDevice()).isZero();
        assertThat(pair.number()).isEqualTo(71);
        assertThat(pair.mtuBytes()).isEqualTo(4096);
        assertThat(pair.gidIndex()).isEqualTo(3);
        assertThat(pair.gid()).contains(Gid.of(Ipv4Address.of(10, 10, 0, 10)));
    }

    @Test
    void joinsPlannedChannelsWithTheDevicesTheyTook() {
        RankLog rank = rank(
                "Channel 00/0 : 0[0] -> 1[0] [send] via NET/IB/0",
                "Channel 01/0 : 0[0] -> 1[0] [send] via NET/IB/2/GDRDMA(PCI)/Shared",
                "NET/IB: ncclIbConnect: NCCL Dev 0 IbDev 0 Port 1 qp_num 1 mtu 3 GID 3 (0/A000A0AFFFF0000) x",
                "NET/IB: Subnet-aware routing: overriding dev 2 with dev 1",
                "NET/IB: ncclIbConnect: NCCL Dev 1 IbDev 1 Port 1 qp_num 2 mtu 3 GID 3 (0/A000A0AFFFF0000) x");
        assertThat(rank.paths().channels())
                .extracting(c -> c.channel() + ": " + c.device() + " > "
                        + c.landedIbDevice().orElse(-1))
                .containsExactly("0: 0 > 0", "1: 2 > 1");
        assertThat(rank.paths().queuePairs().getFirst().mtuBytes()).isEqualTo(1024);
    }

    @Test
    void claimsNoLandingWhereTheListsDoNotGoTogether() {
        RankLog rank = rank(
                "Channel 00/0 : 0[0] -> 1[0] [send] via NET/IB/0",
                "NET/IB: ncclIbConnect: NCCL Dev 0 IbDev 0 Port 1 qp_num 1 mtu 3 GID 3 (0/A000A0AFFFF0000) x",
                "NET/IB: ncclIbConnect: NCCL Dev 0 IbDev 0 Port 1 qp_num 2 mtu 3 GID 3 (0/A000A0AFFFF0000) x");
        assertThat(rank.paths().channels()).allMatch(c -> c.landedIbDevice().isEmpty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Channel 02/0 : 0[0] -> 1[0] [send] via NET/IB/2 | 2 0 0>1 true IB 2",
                "Channel 02 : 3[1000] -> 0[2000] [receive] via NET/IBext_v10/0/GDRDMA | 2 0 3>0 false IBext_v10 0",
                "Channel 00/1 : 0[0] -> 1[1] [send] via NET/Socket/0 | 0 1 0>1 true Socket 0",
                "Channel 00/0 : 0[0] -> 1[1] [send] via NET/IB/2(3)/GDRDMA | 0 0 0>1 true IB 2"
            })
    void readsPlannedChannels(String line, String expected) {
        ChannelPlan plan = rank(line).paths().channels().getFirst();
        assertThat(plan.channel() + " " + plan.connection() + " " + plan.from() + ">" + plan.to() + " " + plan.sends()
                        + " " + plan.network() + " " + plan.device())
                .isEqualTo(expected);
    }

    @Test
    void addsUpTheRetriesOfOnePair() {
        String call =
                "Call to ibv_modify_qp failed with 110 Connection timed out, on dev rocep1s0f0:1, curr state INIT, next"
                        + " state RTR, local GID index 3, local GID ::ffff:10.10.0.10, remote GID ::ffff:10.10.1.11";
        String[] lines = new String[35];
        for (int i = 1; i <= 34; i++) {
            lines[i - 1] = call + ", retrying " + i + "/35 after " + 100 * i + " msec of sleep";
        }
        lines[34] = call;
        RankLog rank = rank(lines);
        ConnectFailure failure = rank.errors().failures().getFirst();
        assertThat(rank.errors().failures()).hasSize(1);
        assertThat(failure.attempts()).isEqualTo(35);
        assertThat(failure.attemptLimit()).hasValue(35);
        assertThat(failure.sleptMillis()).isEqualTo(59_500);
        assertThat(failure.gaveUp()).isTrue();
        assertThat(failure.evidence().line()).isEqualTo(35);
        assertThat(failure.errnoName()).isEqualTo("110 (ETIMEDOUT)");
        assertThat(failure.device()).isEqualTo("rocep1s0f0");
        assertThat(failure.step()).isEqualTo("INIT to RTR");
        assertThat(failure.gidIndex()).hasValue(3);
        assertThat(failure.localAddress()).isEqualTo("10.10.0.10");
        assertThat(failure.remoteAddress()).isEqualTo("10.10.1.11");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Call to ibv_modify_qp failed with error Connection timed out | 110",
                "Call to ibv_modify_qp failed with 61 No data available, on dev rocep1s0f0:1, local GID N/A | 61",
                "Call to ibv_modify_qp failed with error No such device errno 19 | 19"
            })
    void readsOlderFormsOfTheFailure(String line, int errno) {
        ConnectFailure failure = rank(line).errors().failures().getFirst();
        assertThat(failure.errno()).isEqualTo(errno);
        assertThat(failure.local()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NET/IB: Got completion from peer 10.0.0.2<51234> with status=IBV_WC_RETRY_EXC_ERR(12) opcode=IBV_WC_SEND(0)"
                        + " reqSize=0 vendor_err=129 req_type=Send localGid ::ffff:10.10.0.10 remoteGids::ffff:10.10.0.11 hca rocep1s0f0",
                "NET/IB: Got completion from peer 10.0.0.2<51234> with status=IBV_WC_RETRY_EXC_ERR(12) opcode=IBV_WC_SEND(0)"
                        + " qp_num=77 vendor_err=129  localGid ::ffff:10.10.0.10 remoteGids::ffff:10.10.0.11 hca rocep1s0f0",
                "NET/IB: Got completion from peer 10.0.0.2<51234> with status=12 opcode=0 len=0 vendor err 129 (Send) localGid"
                        + " ::ffff:10.10.0.10 remoteGids::ffff:10.10.0.11 hca rocep1s0f0"
            })
    void readsCompletionErrors(String line) {
        CompletionError error = rank(line).errors().completions().getFirst();
        assertThat(error.peer()).isEqualTo("10.0.0.2<51234>");
        assertThat(error.status()).isEqualTo(12);
        assertThat(error.vendorError()).hasValue(129);
        assertThat(error.local()).contains(Gid.of(Ipv4Address.of(10, 10, 0, 10)));
        assertThat(error.remote()).contains(Gid.of(Ipv4Address.of(10, 10, 0, 11)));
        assertThat(error.device()).isEqualTo("rocep1s0f0");
    }

    @Test
    void seesWhatOnlyPatchedBuildsPrint() {
        RankLog rank = rank(
                "Tree transport setup disabled by NCCL_SWITCHLESS_RING_ONLY",
                "PAT transport setup disabled by NCCL_SWITCHLESS_RING_ONLY",
                "SWITCHLESS: skipping ncclTransportTreeConnect",
                "NET/IB ListenerRouting format=ipv4-v1 advertised=4 observed=4");
        assertThat(rank.loaded().effects().keySet()).containsExactly(Effect.values());
        assertThat(rank.network().listeners().getFirst().advertised()).isEqualTo(4);
        assertThat(rank.errors().tree()).isEmpty();
    }

    @Test
    void readsTheBuildAndTheBindingsVersion() {
        RankLog rank = Logs.rank("""
                [TP0] sglang is using nccl==2.30.7
                spark1:315:315 [0] NCCL INFO NCCL version 2.30.7+cuda13.2
                spark1:315:315 [0] NCCL INFO NCCL git version HEAD 747384637
                """);
        assertThat(rank.loaded().build()).map(Stated::value).contains("HEAD 747384637");
        assertThat(rank.loaded().engineVersion()).map(Stated::value).contains("2.30.7");
        assertThat(rank.loaded().release()).contains("2.30.7");
    }

    @Test
    void seesThePlugin() {
        assertThat(rank("NET/Plugin: Loaded net plugin IBext_v10 (v10)")
                        .network()
                        .plugin())
                .map(Stated::value)
                .contains("IBext_v10");
        assertThat(rank("NET/Plugin: Could not find: libnccl-net.so").network().plugin())
                .isEmpty();
    }
}
