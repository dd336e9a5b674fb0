package dev.kolo.doctor;

import static dev.kolo.doctor.Verdicts.assertSilent;
import static dev.kolo.doctor.Verdicts.codes;
import static dev.kolo.doctor.Verdicts.judge;
import static dev.kolo.doctor.Verdicts.only;
import static dev.kolo.doctor.Verdicts.troubles;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Shape;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What logs tell of libraries, networks, channels and late ranks: each sick input beside its healthy twin. */
class NcclLogChecksTest {
    private static Diagnosis ring(RingLogs logs) {
        return judge(RingFacts.of(4), logs.read());
    }

    private static Diagnosis loose(String text) {
        return judge(Shown.text("paste.log", text));
    }

    private static Setting planned(String name, String value) {
        return new Setting(name, value, Setting.Source.PLANNED, new Evidence("env", 1, name + "=" + value));
    }

    @Test
    void seesRanksOfDifferentVersions() {
        Diagnosis diagnosis = ring(new RingLogs(4).version(2, "2.30.4+cuda13.2"));
        assertThat(codes(diagnosis)).contains(Code.NCCL_VERSIONS_DIFFER).doesNotContain(Code.NCCL_HASHES_DIFFER);
        assertThat(only(diagnosis, Code.NCCL_VERSIONS_DIFFER).seen())
                .isEqualTo("2.30.7+cuda13.2 in rank 0 on spark1, rank 1 on spark2 and rank 3 on spark4 and"
                        + " 2.30.4+cuda13.2 in rank 2 on spark3");
    }

    @Test
    void seesRanksOfDifferentBuilds() {
        Diagnosis diagnosis = ring(new RingLogs(4).build(1, "switchless fab1850"));
        assertThat(troubles(diagnosis)).containsExactly(Code.NCCL_HASHES_DIFFER);
        assertThat(only(diagnosis, Code.NCCL_HASHES_DIFFER).seen()).contains("switchless fab1850 in rank 1 on spark2");
    }

    @Test
    void blamesAnOldLibraryOnlyWhereRoutingIsNeeded() {
        RingLogs failing = new RingLogs(4).version("2.28.9+cuda13.0").cutBefore(0, "Connected all rings");
        assertThat(codes(ring(failing))).contains(Code.NCCL_LACKS_SUBNET_ROUTING);
        RingLogs pair = new RingLogs(2).version("2.28.9+cuda13.0").without("NCCL_IB_SUBNET_AWARE_ROUTING");
        assertThat(codes(judge(RingFacts.pair(), pair.read()))).doesNotContain(Code.NCCL_LACKS_SUBNET_ROUTING);
        RingLogs routes = new RingLogs(4)
                .version("2.29.7+cuda13.2")
                .cutBefore(0, "Connected all rings")
                .rewritten(l -> l + "\n"
                        + "spark1:315:401 [0] NCCL INFO NET/IB: Subnet-aware routing: overriding dev 1 with dev 0");
        assertThat(codes(ring(routes))).doesNotContain(Code.NCCL_LACKS_SUBNET_ROUTING);
    }

    @Test
    void seesASecondCopyOfTheLibrary() {
        Diagnosis warned = ring(
                new RingLogs(4)
                        .say(
                                0,
                                "WARNING: Duplicate NCCL runtime found in the current system: /a/libnccl.so.2 and /b/libnccl.so.2"));
        assertSilent(warned);
        Diagnosis aborted = ring(
                new RingLogs(4)
                        .say(
                                0,
                                "AssertionError: Duplicate NCCL runtime found in the current system: /a/libnccl.so.2 and /b/libnccl.so.2"));
        assertThat(only(aborted, Code.NCCL_DUPLICATE_LIBRARY).severity()).isEqualTo(Severity.ERROR);
        Diagnosis bound = loose("""
                [TP0] sglang is using nccl==2.28.9
                spark1:315:315 [0] NCCL INFO NCCL version 2.30.7+cuda13.2
                """);
        assertThat(only(bound, Code.NCCL_DUPLICATE_LIBRARY).seen())
                .contains("2.28.9")
                .contains("2.30.7");
        assertSilent(loose("""
                [TP0] sglang is using nccl==2.30.7
                spark1:315:315 [0] NCCL INFO NCCL version 2.30.7+cuda13.2
                """));
    }

    @Test
    void seesAVariableThatTheLibraryDoesNotObey() {
        String trees = "spark1:315:315 [0] NCCL INFO Connected all trees";
        Diagnosis stock = judge(
                RingFacts.of(4).also(0, f -> f.setting(planned("NCCL_SWITCHLESS_RING_ONLY", "1"))),
                new RingLogs(4).say(0, trees).read());
        assertThat(troubles(stock)).containsExactly(Code.NCCL_NOT_PATCHED);
        Diagnosis patched = judge(
                RingFacts.of(4).also(0, f -> f.setting(planned("NCCL_SWITCHLESS_RING_ONLY", "1"))),
                new RingLogs(4)
                        .say(
                                0,
                                "spark1:315:315 [0] NCCL INFO Tree transport setup disabled by NCCL_SWITCHLESS_RING_ONLY")
                        .read());
        assertSilent(patched);
        assertSilent(judge(
                RingFacts.of(4).also(0, f -> f.setting(planned("NCCL_SWITCHLESS_RING_ONLY", "1"))),
                new RingLogs(4).read()));
    }

    @Test
    void seesKeysThatOnlyAFileSets() {
        String file = "$ cat /etc/nccl.conf\nNCCL_IB_USE_INLINE=1\n$ true\n";
        Diagnosis diagnosis = loose(file);
        assertThat(troubles(diagnosis)).containsExactly(Code.NCCL_CONF_IN_IMAGE);
        assertThat(only(diagnosis, Code.NCCL_CONF_IN_IMAGE).seen()).startsWith("NCCL_IB_USE_INLINE=1");
        assertSilent(loose(file + "$ cat /proc/1/environ\nNCCL_IB_USE_INLINE=0\n$ true\n"));
    }

    @Test
    void seesDevicesThatAreNotFoundAndSocketsInstead() {
        RingLogs none = new RingLogs(4)
                .rewritten(l -> l.contains("NET/IB : Using")
                        ? l.substring(0, l.indexOf("NET/IB")) + "NET/IB : No device found."
                        : l.replace("Using network IB", "Using network Socket"));
        assertThat(troubles(ring(none))).containsExactly(Code.NET_IB_NO_DEVICE);
        assertThat(only(ring(none), Code.NET_IB_NO_DEVICE).fix())
                .contains("NCCL_IB_HCA==rocep1s0f0,rocep1s0f1,roceP2p1s0f0,roceP2p1s0f1");
        RingLogs socket = new RingLogs(4)
                .rewritten(l -> l.contains("NET/IB") || l.contains("Ring 0")
                        ? ""
                        : l.replace("Using network IB", "Using network Socket"));
        assertThat(troubles(ring(socket))).containsExactly(Code.NET_SOCKET_FALLBACK);
        RingLogs asked = new RingLogs(4)
                .with("NCCL_IB_DISABLE", "1")
                .rewritten(l -> l.contains("NET/IB") ? "" : l.replace("Using network IB", "Using network Socket"));
        assertThat(only(ring(asked), Code.NET_SOCKET_FALLBACK).fix()).startsWith("take NCCL_IB_DISABLE=1 out");
    }

    @Test
    void leavesRanksOfOneHostTheirSockets() {
        for (String name : new String[] {"default", "socket", "ring-lazy", "ring-eager-cumem-off"}) {
            assertSilent(judge(Shown.folder("nccl").only("2.28.9-" + name)));
        }
    }

    @Test
    void seesAPluginInPlaceOfTheNetwork() {
        RingLogs logs = new RingLogs(4)
                .rewritten(l -> l.replace(
                        "NET/Plugin: Could not find: libnccl-net.so", "NET/Plugin: Loaded net plugin IBext_v10 (v10)"));
        assertThat(troubles(ring(logs))).containsExactly(Code.EXTERNAL_NET_PLUGIN);
        assertThat(only(ring(logs), Code.EXTERNAL_NET_PLUGIN).fix()).contains("NCCL_NET_PLUGIN=none");
    }

    @Test
    void seesRingSettingsBehindASwitch() {
        RingFacts facts = RingFacts.of(4).also(0, f -> f.setting(planned("NCCL_SWITCHLESS_RING_ONLY", "1")));
        assertThat(codes(judge(facts, Shape.Kind.SWITCHED))).contains(Code.SWITCHLESS_ON_SWITCHED_FABRIC);
        assertThat(codes(judge(facts, Shape.Kind.RING))).doesNotContain(Code.SWITCHLESS_ON_SWITCHED_FABRIC);
    }

    @Test
    void seesChannelsThatDoNotDivideByTheDevices() {
        Diagnosis diagnosis = ring(new RingLogs(4).channels(6));
        assertThat(troubles(diagnosis)).containsExactly(Code.CHANNELS_NOT_MULTIPLE_OF_DEVICES);
        assertThat(only(diagnosis, Code.CHANNELS_NOT_MULTIPLE_OF_DEVICES).fix()).contains("NCCL_MAX_NCHANNELS=4");
        assertSilent(ring(new RingLogs(4).channels(8)));
    }

    @Test
    void seesWhereQueuePairsLanded() {
        Diagnosis diagnosis = ring(new RingLogs(4).landing(0, 1, 0, 1));
        assertThat(troubles(diagnosis)).containsExactly(Code.DEVICES_CARRY_NOTHING);
        assertThat(only(diagnosis, Code.DEVICES_CARRY_NOTHING).subject()).contains("roceP2p1s0f0, roceP2p1s0f1");
        assertThat(only(diagnosis, Code.DEVICES_CARRY_NOTHING).evidence())
                .anyMatch(e -> e.text().contains("IbDev 0"))
                .noneMatch(e -> e.text().contains("via NET/IB"));
    }

    @Test
    void tellsThatAllChannelsRunOneWayAsAnInfo() {
        Diagnosis diagnosis = ring(new RingLogs(4).oneWay());
        assertSilent(diagnosis);
        assertThat(only(diagnosis, Code.ONE_ORIENTATION).severity()).isEqualTo(Severity.INFO);
        assertThat(codes(ring(new RingLogs(4)))).doesNotContain(Code.ONE_ORIENTATION);
    }

    @Test
    void saysWhenTheRoutingCannotBeSeen() {
        RingLogs hidden =
                new RingLogs(4).with("NCCL_DEBUG_SUBSYS", "INIT,ENV").rewritten(l -> l.contains("IbDev") ? "" : l);
        Diagnosis diagnosis = ring(hidden);
        assertSilent(diagnosis);
        assertThat(codes(diagnosis)).contains(Code.ROUTING_LINES_HIDDEN);
        assertThat(diagnosis.notObserved()).anyMatch(n -> n.askFor().contains("NCCL_DEBUG_SUBSYS=INIT,ENV,NET"));
        assertThat(codes(ring(new RingLogs(4)))).doesNotContain(Code.ROUTING_LINES_HIDDEN);
    }

    @Test
    void namesTheRankThatIsLate() {
        RingLogs late = new RingLogs(4).cutBefore(2, "nRanks 4");
        for (int rank : new int[] {0, 1, 3}) {
            late.cutBefore(rank, "Connected all rings");
        }
        Diagnosis diagnosis = ring(late);
        assertThat(troubles(diagnosis)).containsExactly(Code.NCCL_RANK_LATE);
        assertThat(only(diagnosis, Code.NCCL_RANK_LATE).seen())
                .startsWith("rank 2 on spark3 (last: communicator begun), while rank 0 on spark1");
    }

    @Test
    void namesTheRankThatNeverCame() {
        Map<String, String> files = new RingLogs(4)
                .cutBefore(0, "nRanks 4")
                .cutBefore(1, "nRanks 4")
                .cutBefore(2, "nRanks 4")
                .files();
        files.remove("rank3.log");
        Diagnosis diagnosis = judge(new Shown(files));
        assertThat(only(diagnosis, Code.NCCL_RANK_LATE).seen()).startsWith("no line of rank 3");
    }

    @Test
    void leavesItOpenWhichOfTwoCausesTookTheMemory() {
        String line = "spark1:315:401 [0] NCCL WARN Call to ibv_reg_mr_iova2 failed with error Cannot allocate memory";
        Diagnosis diagnosis = loose(line);
        assertThat(troubles(diagnosis)).containsExactly(Code.REG_MR_ENOMEM);
        assertThat(diagnosis.notObserved()).anyMatch(n -> n.askFor().contains("ulimit -l"));
        assertThat(diagnosis.notObserved()).anyMatch(n -> n.askFor().contains("/proc/meminfo"));
        assertThat(troubles(loose(line + "\nspark1$ ulimit -l\n64\nspark1$ true\n")))
                .containsExactly(Code.MEMLOCK_LOW);
    }

    @Test
    void matchesAContainersLogToItsHostByAddress() {
        RingLogs logs = new RingLogs(4)
                .version(1, "2.28.9+cuda13.0")
                .rewritten(l -> l.replace("spark2:315", "4f1c9a7be2d0:315"));
        assertThat(only(ring(logs), Code.NCCL_VERSIONS_DIFFER).seen()).contains("rank 1 on spark2");
    }

    @Test
    void doesNotTakeAWarningThatIsNotUnderstoodForFine() {
        Diagnosis diagnosis = loose("spark1:1:1 [0] NCCL WARN Cuda failure 'out of memory'");
        assertThat(diagnosis.notObserved()).anyMatch(n -> n.check().contains("Cuda failure"));
        assertThat(troubles(diagnosis)).containsExactly(Code.NCCL_ERROR);
    }

    @Test
    void saysWhatToDoAboutErrorsThatNameTheirCause() {
        assertThat(only(judge(Shown.folder("nccl").only("ifname-missing")), Code.NCCL_ERROR)
                        .fix())
                .startsWith("NCCL_SOCKET_IFNAME=nosuch0 names no interface");
        assertThat(only(judge(Shown.folder("nccl").only("2.28.9-tree")), Code.NCCL_ERROR)
                        .fix())
                .contains("NCCL_ALGO=Ring");
    }
}
