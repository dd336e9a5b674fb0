package dev.kolo.wire.tcp;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.LaneState;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicBed;
import dev.kolo.wire.nic.NicContract;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.nic.RegionRecord;
import dev.kolo.wire.record.SessionId;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TcpNicTest extends NicContract {
    private static final SessionId SESSION = new SessionId(0x1234_5678_9abc_def0L, 42);
    private List<TcpNic> opened = List.of();

    private static TcpSettings settings(SessionId session, int rank, int world, int lanes, String token) {
        return new TcpSettings(session, rank, world, lanes, token, InetAddress.getLoopbackAddress());
    }

    @Override
    protected List<? extends Nic> open(int world, int lanesPerPeer) throws NicException {
        List<TcpNic> nics = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            nics.add(new TcpNic(settings(SESSION, rank, world, lanesPerPeer, "secret")));
        }
        opened = nics;
        return nics;
    }

    @Override
    protected int mostLanes() {
        return 2;
    }

    @Override
    protected boolean sever(int rank, int peer) {
        opened.get(rank).breakConnection(peer);
        return true;
    }

    private static void poll(TcpNic a, TcpNic b, NicBed.Log log) {
        for (int i = 0; i < 20_000; i++) {
            a.poll(log);
            b.poll(log);
        }
    }

    @Test
    void anotherTokenDoesNotConnect() throws Exception {
        try (TcpNic zero = new TcpNic(settings(SESSION, 0, 2, 1, "secret"));
                TcpNic one = new TcpNic(settings(SESSION, 1, 2, 1, "guess"))) {
            join(zero, one);
            NicBed.Log log = new NicBed.Log();
            poll(zero, one, log);
            assertThat(zero.laneState(1)).isEqualTo(LaneState.CONNECTING);
            assertThat(one.laneState(0)).isEqualTo(LaneState.FAILED);
            assertThat(log.events).singleElement().asString().contains("turned away");
        }
    }

    @Test
    void anotherSessionDoesNotConnect() throws Exception {
        try (TcpNic zero = new TcpNic(settings(SESSION, 0, 2, 1, "secret"));
                TcpNic one = new TcpNic(settings(new SessionId(1, 2), 1, 2, 1, "secret"))) {
            join(zero, one);
            NicBed.Log log = new NicBed.Log();
            poll(zero, one, log);
            assertThat(zero.laneState(1)).isEqualTo(LaneState.CONNECTING);
            assertThat(one.laneState(0)).isEqualTo(LaneState.FAILED);
        }
    }

    @Test
    void strangersAtTheDoorAreTurnedAwayAndDoNoHarm() throws Exception {
        try (TcpNic zero = new TcpNic(settings(SESSION, 0, 2, 1, "secret"));
                TcpNic one = new TcpNic(settings(SESSION, 1, 2, 1, "secret"))) {
            RegionRecord region = zero.register(zero.allocate(4096));
            LaneEndpoint end = zero.openLane(LaneRequest.of(0, 1, 0, 1));
            InetSocketAddress door = Door.parse(0, end.address());
            try (SocketChannel stranger = SocketChannel.open(door)) {
                stranger.write(ByteBuffer.allocate(Greeting.BYTES));
                zero.poll(new NicBed.Log());
                RegionRecord other = one.register(one.allocate(4096));
                LaneEndpoint far = one.openLane(LaneRequest.of(1, 0, 0, 1));
                zero.connect(1, far, other);
                one.connect(0, end, region);
                NicBed.Log log = new NicBed.Log();
                poll(zero, one, log);
                assertThat(zero.laneState(1)).isEqualTo(LaneState.READY);
                assertThat(one.laneState(0)).isEqualTo(LaneState.READY);
                assertThat(log.events).isEmpty();
                assertThat(stranger.read(ByteBuffer.allocate(8))).isEqualTo(-1);
            }
        }
    }

    @Test
    void listensAtOneAddressAndNeverAtAll() throws Exception {
        assertThatThrownBy(() -> new TcpSettings(SESSION, 0, 2, 1, "", InetAddress.ofLiteral("0.0.0.0")))
                .hasMessageContaining("name the address");
        assertThatThrownBy(
                        () -> new TcpNic(new TcpSettings(SESSION, 0, 2, 1, "", InetAddress.ofLiteral("203.0.113.9"))))
                .isInstanceOf(NicException.class)
                .hasMessageContaining("cannot listen at 203.0.113.9");
    }

    @Test
    void anAddressThatIsNoneIsRefusedWithoutLookingItUp() {
        for (String text : List.of("", "localhost:5", "10.0.0.1", "10.0.0.1:0", "10.0.0.1:99999", "[::1")) {
            assertThatThrownBy(() -> Door.parse(2, text))
                    .isInstanceOf(NicException.class)
                    .hasMessageContaining("rank 2 offers the address \"" + text + "\"");
        }
        assertThat(catchParse("[::1]:9")).isEqualTo(new InetSocketAddress(InetAddress.ofLiteral("::1"), 9));
    }

    private static InetSocketAddress catchParse(String text) {
        try {
            return Door.parse(1, text);
        } catch (NicException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void damagedForeignAndMisplacedFramesFailTheLaneWithoutAWrite() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment frame = arena.allocate(TcpHeader.BYTES + 8);
            check(frame, "is damaged", () -> {
                TcpHeader.write(frame, 0, SESSION, 0, 0, 8, Nic.NO_FLAG, 0);
                frame.set(java.lang.foreign.ValueLayout.JAVA_BYTE, 30, (byte) 1);
            });
            check(
                    frame,
                    "is of session 00000000",
                    () -> TcpHeader.write(frame, 0, new SessionId(5, 5), 0, 0, 8, Nic.NO_FLAG, 0));
            check(
                    frame,
                    "frame 3 came where 0 was due",
                    () -> TcpHeader.write(frame, 0, SESSION, 3, 0, 8, Nic.NO_FLAG, 0));
            check(frame, "would go to 4092", () -> TcpHeader.write(frame, 0, SESSION, 0, 4092, 8, Nic.NO_FLAG, 0));
            check(frame, "would go to -8", () -> TcpHeader.write(frame, 0, SESSION, 0, -8, 8, Nic.NO_FLAG, 0));
            check(frame, "no multiple of 8", () -> TcpHeader.write(frame, 0, SESSION, 0, 0, 8, 12, 0));
            check(
                    frame,
                    "the flag of frame 0 would go to 4096",
                    () -> TcpHeader.write(frame, 0, SESSION, 0, 0, 0, 4096, 0));
        }
    }

    /** Rank 0's lane to a rank 1 that a test plays on a bare socket. */
    private static LaneEndpoint laneToARawPeer(TcpNic zero, MemorySegment region) throws NicException {
        zero.register(region);
        LaneEndpoint end = zero.openLane(LaneRequest.of(0, 1, 0, 1));
        zero.connect(1, new LaneEndpoint(7, 0, 0, "127.0.0.1:9"), new RegionRecord(0, 4096, List.of(), ""));
        return end;
    }

    /** That rank's socket; it has said who it is. */
    private static SocketChannel greets(LaneEndpoint end) throws IOException, NicException {
        SocketChannel peer = SocketChannel.open(Door.parse(0, end.address()));
        peer.write(ByteBuffer.wrap(new Greeting(SESSION, 1, 0, 0, 7, end.queuePair()).toBytes("secret")));
        return peer;
    }

    @Test
    void aFlagIsNotStoredWhileSomeOfItsPayloadIsStillOnTheWay() throws Exception {
        try (Arena arena = Arena.ofConfined();
                TcpNic zero = new TcpNic(settings(SESSION, 0, 2, 1, "secret"))) {
            MemorySegment region = zero.allocate(4096);
            LaneEndpoint end = laneToARawPeer(zero, region);
            NicBed.Log log = new NicBed.Log();
            MemorySegment frame = arena.allocate(TcpHeader.BYTES + 16);
            TcpHeader.write(frame, 0, SESSION, 0, 1024, 16, 8, 77);
            frame.set(JAVA_LONG, TcpHeader.BYTES, -1L);
            frame.set(JAVA_LONG, TcpHeader.BYTES + 8, -2L);
            try (SocketChannel peer = greets(end)) {
                peer.write(frame.asSlice(0, TcpHeader.BYTES + 8).asByteBuffer());
                while (region.get(JAVA_LONG, 1024) != -1L) {
                    zero.poll(log);
                }
                for (int i = 0; i < 100; i++) {
                    zero.poll(log);
                }
                assertThat(region.get(JAVA_LONG, 8)).as("the flag").isZero();
                peer.write(frame.asSlice(TcpHeader.BYTES + 8).asByteBuffer());
                while (region.get(JAVA_LONG, 8) == 0) {
                    zero.poll(log);
                }
                assertThat(region.get(JAVA_LONG, 1032)).isEqualTo(-2L);
            }
        }
    }

    @Test
    void aLandingTakesOverWhatIsJustComingAndNothingLandsOnceItHasEnded() throws Exception {
        try (Arena arena = Arena.ofConfined();
                TcpNic zero = new TcpNic(settings(SESSION, 0, 2, 1, "secret"))) {
            MemorySegment region = zero.allocate(4096);
            LaneEndpoint end = laneToARawPeer(zero, region);
            NicBed.Log log = new NicBed.Log();
            MemorySegment frame = arena.allocate(TcpHeader.BYTES + 24);
            TcpHeader.write(frame, 0, SESSION, 0, 1024, 24, 8, 77);
            for (int word = 0; word < 3; word++) {
                frame.set(JAVA_LONG, TcpHeader.BYTES + 8L * word, word + 1);
            }
            MemorySegment target = arena.allocate(40, 8);
            try (SocketChannel peer = greets(end)) {
                peer.write(frame.asSlice(0, TcpHeader.BYTES + 8).asByteBuffer());
                while (region.get(JAVA_LONG, 1024) != 1) {
                    zero.poll(log);
                }
                assertThat(zero.land(1, 1024, 24, target, 8)).isTrue();
                assertThat(target.get(JAVA_LONG, 8)).as("what had come").isEqualTo(1);
                peer.write(frame.asSlice(TcpHeader.BYTES + 8, 8).asByteBuffer());
                while (target.get(JAVA_LONG, 16) != 2) {
                    zero.poll(log);
                }
                assertThat(zero.landed(1)).as("whole").isFalse();
                peer.write(frame.asSlice(TcpHeader.BYTES + 16).asByteBuffer());
                while (region.get(JAVA_LONG, 8) != 77) {
                    zero.poll(log);
                }
                assertThat(region.get(JAVA_LONG, 1040)).isEqualTo(3);
                assertThat(target.get(JAVA_LONG, 24)).as("after the end").isZero();
            }
        }
    }

    @Test
    void aLoanThatWasClosedFailsItsLaneByName() throws Exception {
        try (NicBed bed = bed(2)) {
            Nic zero = bed.nics.get(0);
            try (Arena lender = Arena.ofShared()) {
                MemorySegment source = lender.allocate(400_000);
                assertThat(zero.lend(4096, 400_000, source, 0))
                        .as("memory that was never seen")
                        .isFalse();
                assertThat(zero.lend(4096, 400_000, source, 0)).isTrue();
                for (int i = 0; i < 30; i++) {
                    zero.post(1, i, 4096, 400_000, 4096, 0, Nic.NO_FLAG, 0);
                }
                assertThat(zero.backlogBytes(1)).isPositive();
            }
            zero.takeBack();
            zero.poll(bed.logs.get(0));
            assertThat(zero.laneState(1)).isEqualTo(LaneState.FAILED);
            assertThat(bed.logs.get(0).events)
                    .singleElement()
                    .satisfies(
                            e -> assertThat(e.detail()).contains("lay in memory that was closed before it was sent"));
        }
    }

    /** Sends one frame as rank 1 would, from a socket that has greeted rightly. */
    private static void check(MemorySegment frame, String words, Runnable write) throws Exception {
        write.run();
        frame.set(java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED, TcpHeader.BYTES, -1L);
        try (TcpNic zero = new TcpNic(settings(SESSION, 0, 2, 1, "secret"))) {
            MemorySegment region = zero.allocate(4096);
            zero.register(region);
            LaneEndpoint end = zero.openLane(LaneRequest.of(0, 1, 0, 1));
            zero.connect(1, new LaneEndpoint(7, 0, 0, "127.0.0.1:9"), new RegionRecord(0, 4096, List.of(), ""));
            NicBed.Log log = new NicBed.Log();
            try (SocketChannel peer = SocketChannel.open(Door.parse(0, end.address()))) {
                Greeting greeting = new Greeting(SESSION, 1, 0, 0, 7, end.queuePair());
                peer.write(ByteBuffer.wrap(greeting.toBytes("secret")));
                peer.write(frame.asByteBuffer());
                until(zero, log);
            }
            assertThat(log.events)
                    .singleElement()
                    .satisfies(e -> assertThat(e.detail()).contains("rank 1").contains(words));
            assertThat(zero.laneState(1)).isEqualTo(LaneState.FAILED);
            assertThat(region.mismatch(MemorySegment.ofArray(new byte[4096]))).isEqualTo(-1);
        }
    }

    private static void until(TcpNic nic, NicBed.Log log) throws IOException {
        for (int i = 0; i < 1_000_000 && log.events.isEmpty(); i++) {
            nic.poll(log);
        }
    }

    private static void join(TcpNic zero, TcpNic one) throws NicException {
        RegionRecord zeros = zero.register(zero.allocate(4096));
        RegionRecord ones = one.register(one.allocate(4096));
        LaneEndpoint near = zero.openLane(LaneRequest.of(0, 1, 0, 1));
        LaneEndpoint far = one.openLane(LaneRequest.of(1, 0, 0, 1));
        zero.connect(1, far, ones);
        one.connect(0, near, zeros);
    }
}
