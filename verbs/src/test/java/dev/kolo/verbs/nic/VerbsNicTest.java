package dev.kolo.verbs.nic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.verbs.abi.VerbsAbi;
import dev.kolo.verbs.device.Devices;
import dev.kolo.verbs.device.FlowLabel;
import dev.kolo.verbs.fake.FakeFabric;
import dev.kolo.verbs.fake.FakeVerbs;
import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.LaneState;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicBed;
import dev.kolo.wire.nic.NicContract;
import dev.kolo.wire.nic.NicEvent;
import dev.kolo.wire.nic.NicException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verbs NIC over devices written in Java: the contract of all NICs, and what only verbs have. */
class VerbsNicTest extends NicContract {
    private static final long FLAGS = 0;
    private static final long FLAG_SOURCES = 8192;
    private static final long SEND = 65_536;
    private static final long RECEIVE = 524_288;

    private final FakeFabric fabric = new FakeFabric();
    private final List<FakeVerbs> hosts = new ArrayList<>();
    private LaneTuning tuning = LaneTuning.USUAL;
    private boolean soft;
    private long maxMessageBytes = 1 << 23;
    private int inlineLimit = 64;

    @TempDir
    private Path folder;

    @Override
    protected List<? extends Nic> open(int world, int lanesPerPeer) throws NicException {
        hosts.clear();
        List<VerbsNic> nics = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            nics.add(nic(rank, world, lanesPerPeer, new RecentNumbers()));
        }
        return nics;
    }

    private VerbsNic nic(int rank, int world, int lanesPerPeer, RecentNumbers recent) {
        FakeVerbs verbs = new FakeVerbs(fabric, rank, List.of("rocep1s0f0"))
                .gid("rocep1s0f0", VerbsAbi.GID_TYPE_ROCE_V2, FakeVerbs.gidOf(10, 10, 0, 10 + rank));
        verbs.lazy = readsLate();
        verbs.inlineLimit = inlineLimit;
        hosts.add(verbs);
        Gid gid = Gid.of(Ipv4Address.of(10, 10, 0, 10 + rank));
        VerbsPort port = new VerbsPort("rocep1s0f0", 1, 3, gid, 4096, maxMessageBytes, 8192, 32_767, soft, false);
        VerbsSettings settings = new VerbsSettings(rank, world, lanesPerPeer, List.of(port), tuning);
        return new VerbsNic(settings, new Devices(verbs, Path.of("/")), recent);
    }

    /** Whether the devices read sources only when they are polled. */
    protected boolean readsLate() {
        return false;
    }

    @Override
    protected int mostLanes() {
        return 2;
    }

    @Override
    protected boolean sever(int rank, int peer) {
        fabric.cut(rank, peer);
        return true;
    }

    @AfterEach
    void noQueueEverOverran() {
        assertThat(fabric.overruns()).as("completions that found no room").isZero();
        assertThat(fabric.overflows()).as("requests that found no room").isZero();
    }

    @Test
    void everythingIsGivenBackOnClose() throws NicException {
        bed(3).close();
        assertThat(hosts).allSatisfy(host -> assertThat(host.leftovers()).isZero());
        assertThat(fabric.pairCount()).isZero();
    }

    @Test
    void exactlyTheOpenedQueuePairsAreReadyToSend() throws NicException {
        try (NicBed bed = bed(3, 2)) {
            assertThat(bed.nics).hasSize(3);
            assertThat(fabric.pairsIn(VerbsAbi.QPS_RTS)).isEqualTo(3 * 2 * 2);
            assertThat(fabric.pairCount()).isEqualTo(3 * 2 * 2);
        }
    }

    @Test
    void queuePairsAreSetUpAsTheSpecificationSays() throws NicException {
        tuning = new LaneTuning(104, 14, OptionalInt.empty(), 256, 16);
        try (NicBed bed = bed(2)) {
            assertThat(bed.nics).hasSize(2);
            for (FakeVerbs host : hosts) {
                assertThat(host.transitions).hasSize(2);
                assertThat(host.transitions.get(0)).startsWith("RTR gid 3 class 104 mtu 5 hops 64 rnr timer 12 label ");
                int label = Integer.parseInt(host.transitions.get(0).replaceAll(".* label ", ""));
                assertThat(label).isPositive();
                assertThat(FlowLabel.udpSourcePort(label)).isNotEqualTo(FlowLabel.RELAY_PORT);
                assertThat(host.transitions.get(1)).isEqualTo("RTS timeout 14 retries 7 rnr 7");
            }
        }
    }

    @Test
    void softRoceRetriesSixTimesBecauseSevenNeverEnds() throws NicException {
        soft = true;
        try (NicBed bed = bed(2)) {
            assertThat(bed.nics).hasSize(2);
            assertThat(hosts.getFirst().transitions.get(1)).isEqualTo("RTS timeout 14 retries 6 rnr 7");
        }
    }

    @Test
    void withoutInlineDataFlagsAreReadFromTheirSource() throws NicException {
        inlineLimit = 0;
        try (NicBed bed = bed(2)) {
            assertThat(bed.nics.getFirst().capabilities().inlineBytes()).isZero();
            bed.setWord(0, FLAG_SOURCES, 4);
            post(bed, 0, bed.lane(1), 1, SEND, 100, RECEIVE, FLAG_SOURCES, FLAGS, Nic.SIGNALED | Nic.INLINE_FLAG);
            bed.setWord(0, FLAG_SOURCES, 5);
            int read = readsLate() ? 5 : 4;
            bed.until("the flag arrives", () -> bed.word(1, FLAGS) == read);
        }
    }

    @Test
    void payloadLongerThanAMessageGoesInSeveral() throws NicException {
        maxMessageBytes = 4096;
        try (NicBed bed = bed(2)) {
            bed.fill(0, SEND, 50_001, 2);
            bed.setWord(0, FLAG_SOURCES, 8);
            post(bed, 0, bed.lane(1), 7, SEND, 50_001, RECEIVE, FLAG_SOURCES, FLAGS, Nic.SIGNALED);
            bed.until("the flag arrives", () -> bed.word(1, FLAGS) == 8);
            assertThat(bed.firstWrong(1, RECEIVE, 50_001, 2)).isEqualTo(-1);
            bed.until("it completes once", () -> bed.logs.getFirst().done.size() == 1);
            assertThat(bed.logs.getFirst().done).containsExactly(7L);
        }
    }

    @Test
    void aFailedLaneNamesPeerDeviceRequestAndCauseBeforeItsCompletions() throws NicException {
        try (NicBed bed = bed(2)) {
            for (int i = 0; i < 3; i++) {
                post(bed, 0, bed.lane(1), i, SEND, 64, RECEIVE, FLAG_SOURCES, FLAGS, Nic.SIGNALED);
            }
            bed.until("all are done", () -> bed.logs.getFirst().done.size() == 3);
            fabric.cut(0, 1);
            post(bed, 0, bed.lane(1), 10, SEND, 64, RECEIVE, FLAG_SOURCES, FLAGS, Nic.SIGNALED);
            post(bed, 0, bed.lane(1), 11, SEND, 64, RECEIVE, 0, Nic.NO_FLAG, 0);
            bed.until("the lane fails", () -> bed.nics.getFirst().laneState(bed.lane(1)) == LaneState.FAILED);
            bed.until("all is told", () -> bed.logs.getFirst().done.size() == 5);
            NicBed.Log log = bed.logs.getFirst();
            assertThat(log.done).containsExactly(0L, 1L, 2L, 10L, 11L);
            assertThat(log.status.subList(3, 5))
                    .containsExactly(CompletionStatus.RETRIES_EXHAUSTED, CompletionStatus.FLUSHED);
            assertThat(log.events)
                    .singleElement()
                    .satisfies(e -> assertThat(e.detail())
                            .contains("rocep1s0f0 port 1 lane 0", "to rank 1", "10.10.0.11", "request 6 of this lane")
                            .contains("IBV_WC_RETRY_EXC_ERR, 12", "vendor error 0x81"));
        }
    }

    @Test
    void aQueueThatTakesHalfAChainEndsTheLane() throws NicException {
        try (NicBed bed = bed(2)) {
            hosts.getFirst().refusing = 12;
            bed.setWord(0, FLAG_SOURCES, 9);
            post(bed, 0, bed.lane(1), 1, SEND, 64, RECEIVE, FLAG_SOURCES, FLAGS, Nic.SIGNALED);
            bed.until("the lane fails", () -> bed.nics.getFirst().laneState(bed.lane(1)) == LaneState.FAILED);
            bed.until("it is told", () -> bed.logs.getFirst().events.size() == 1);
            assertThat(bed.logs.getFirst().events.getFirst().detail())
                    .contains("post_send")
                    .contains("ENOMEM");
            assertThat(bed.logs.getFirst().done).containsExactly(1L);
            assertThat(bed.logs.getFirst().status).containsExactly(CompletionStatus.LOCAL_ERROR);
            assertThat(bed.word(1, FLAGS)).isZero();
        }
    }

    @Test
    void aDeviceThatFailsTakesAllItsLanesWithIt() throws NicException {
        try (NicBed bed = bed(3)) {
            hosts.getFirst().tell("rocep1s0f0", 8, 0);
            bed.until(
                    "the lanes fail",
                    () -> bed.nics.getFirst().laneState(bed.lane(1)) == LaneState.FAILED
                            && bed.nics.getFirst().laneState(bed.lane(2)) == LaneState.FAILED);
            bed.until("it is told", () -> bed.logs.getFirst().events.size() == 4);
            assertThat(bed.logs.getFirst().events)
                    .filteredOn(e -> e.kind() == NicEvent.Kind.DEVICE_FATAL)
                    .extracting(NicEvent::peer)
                    .containsExactly(1, 2);
            assertThat(bed.logs.getFirst().events.getFirst().detail()).contains("IBV_EVENT_DEVICE_FATAL");
            assertThat(bed.nics.get(1).laneState(bed.lane(2))).isEqualTo(LaneState.READY);
        }
    }

    @Test
    void aQueuePairThatFailsTakesItsOwnLaneAlone() throws NicException {
        try (NicBed bed = bed(3)) {
            hosts.getFirst()
                    .tell("rocep1s0f0", 3, hosts.getFirst().pairAddresses().get(1));
            bed.until("the lane fails", () -> bed.nics.getFirst().laneState(bed.lane(2)) == LaneState.FAILED);
            assertThat(bed.nics.getFirst().laneState(bed.lane(1))).isEqualTo(LaneState.READY);
        }
    }

    @Test
    void aPortThatGoesDownIsToldAndStandsInTheFailureThatFollows() throws NicException {
        try (NicBed bed = bed(2)) {
            hosts.getFirst().tell("rocep1s0f0", 10, 1);
            bed.until("it is told", () -> !bed.logs.getFirst().events.isEmpty());
            assertThat(bed.logs.getFirst().events).singleElement().satisfies(e -> {
                assertThat(e.kind()).isEqualTo(NicEvent.Kind.PORT_DOWN);
                assertThat(e.detail()).contains("rocep1s0f0 port 1").contains("lost its link");
            });
            fabric.cut(0, 1);
            post(bed, 0, bed.lane(1), 1, SEND, 64, RECEIVE, FLAG_SOURCES, FLAGS, Nic.SIGNALED);
            bed.until("the lane fails", () -> bed.logs.getFirst().events.size() == 2);
            assertThat(bed.logs.getFirst().events.get(1).detail()).contains("own port has lost its link");
            hosts.getFirst().tell("rocep1s0f0", 9, 1);
            bed.until("it is back", () -> bed.logs.getFirst().events.size() == 3);
            assertThat(bed.logs.getFirst().events.get(2).kind()).isEqualTo(NicEvent.Kind.PORT_UP);
        }
    }

    @Test
    void aCompletionQueueThatBreaksFailsTheDevice() throws NicException {
        try (NicBed bed = bed(2)) {
            post(bed, 0, bed.lane(1), 1, SEND, 64, RECEIVE, FLAG_SOURCES, FLAGS, Nic.SIGNALED);
            hosts.getFirst().breakQueues(-5);
            bed.until("the lane fails", () -> bed.nics.getFirst().laneState(bed.lane(1)) == LaneState.FAILED);
            bed.until("the request ends", () -> bed.logs.getFirst().done.contains(1L));
        }
    }

    @Test
    void aNumberThatWasInUseALittleWhileAgoIsNotOfferedAgain() throws NicException {
        RecentNumbers recent = new RecentNumbers();
        fabric.nextNumberIs(100);
        List<VerbsNic> first = List.of(nic(0, 2, 1, recent), nic(1, 2, 1, new RecentNumbers()));
        new NicBed(first, 1, () -> {}).close();
        fabric.nextNumberIs(100);
        VerbsNic again = nic(0, 2, 1, recent);
        again.register(again.allocate(4096));
        assertThat(again.openLane(LaneRequest.of(0, 1, 0, 1)).queuePair()).isEqualTo(101);
        assertThat(fabric.pairCount()).isEqualTo(1);
        again.close();
    }

    @Test
    void memoryThatCannotBeLockedIsExplained() throws NicException {
        VerbsNic nic = nic(0, 2, 1, new RecentNumbers());
        hosts.getFirst().failing.put("ibv_reg_mr", 12);
        nic.register(nic.allocate(8192));
        assertThatThrownBy(() -> nic.openLane(LaneRequest.of(0, 1, 0, 1)))
                .isInstanceOf(NicException.class)
                .hasMessageContaining("ibv_reg_mr of 8192 bytes")
                .hasMessageContaining("this process may lock")
                .hasMessageContaining("memlock");
        nic.close();
    }

    @Test
    void memoryThatADeviceKeepsStaysMapped() throws NicException {
        VerbsNic nic = nic(0, 2, 1, new RecentNumbers());
        hosts.getFirst().failing.put("ibv_dereg_mr", 16);
        MemorySegment region = nic.allocate(8192);
        nic.register(region);
        nic.openLane(LaneRequest.of(0, 1, 0, 1));
        nic.close();
        assertThat(region.get(ValueLayout.JAVA_BYTE, 0)).isZero();
    }

    @Test
    void aMappedFileIsRegisteredLikeOwnMemory() throws Exception {
        VerbsNic nic = nic(0, 2, 1, new RecentNumbers());
        Path file = folder.resolve("mailbox");
        try (Arena arena = Arena.ofShared();
                FileChannel channel = FileChannel.open(
                        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment mapping = channel.map(FileChannel.MapMode.READ_WRITE, 0, 8192, arena);
            assertThat(nic.register(mapping).bytes()).isEqualTo(8192);
            nic.openLane(LaneRequest.of(0, 1, 0, 1));
            nic.close();
            mapping.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
        }
    }

    @Test
    void memoryThatNoDeviceCanWriteIsRefused() {
        VerbsNic nic = nic(0, 2, 1, new RecentNumbers());
        assertThatThrownBy(() -> nic.register(MemorySegment.ofArray(new byte[8192])))
                .isInstanceOf(NicException.class)
                .hasMessageContaining("Java heap");
        assertThatThrownBy(() -> nic.register(nic.allocate(8192).asReadOnly()))
                .isInstanceOf(NicException.class)
                .hasMessageContaining("read-only");
        nic.close();
    }

    @Test
    void aPeerThatNobodyAnswersForIsNamedWithTheRemedy() throws NicException {
        VerbsNic own = nic(0, 2, 1, new RecentNumbers());
        VerbsNic peer = nic(1, 2, 1, new RecentNumbers());
        own.register(own.allocate(8192));
        var theirs = peer.register(peer.allocate(8192));
        own.openLane(LaneRequest.of(0, 1, 0, 1));
        var end = peer.openLane(LaneRequest.of(1, 0, 0, 1));
        hosts.getFirst().failing.put("ibv_modify_qp 2", 110);
        assertThatThrownBy(() -> own.connect(1, end, theirs))
                .isInstanceOf(NicException.class)
                .hasMessageContaining("to RTR to qp 0x")
                .hasMessageContaining("10.10.0.11")
                .hasMessageContaining("ETIMEDOUT");
        own.close();
        peer.close();
    }

    @Test
    void anEndOfALaneThatIsNoneIsRefused() throws NicException {
        VerbsNic own = nic(0, 2, 1, new RecentNumbers());
        var region = own.register(own.allocate(8192));
        own.openLane(LaneRequest.of(0, 1, 0, 1));
        for (String address : List.of("", "10.0.0.1:4000", ":: key 12", "fe80::1 key zz", "fe80::1 key 123456789")) {
            assertThatThrownBy(() -> own.connect(1, new LaneEndpoint(17, 1, 4096, address), region))
                    .isInstanceOf(NicException.class)
                    .hasMessageContaining("rank 1");
        }
        assertThatThrownBy(() -> own.connect(1, new LaneEndpoint(1 << 24, 1, 4096, "::ffff:10.0.0.1 key 12"), region))
                .isInstanceOf(NicException.class);
        own.close();
    }
}
