package dev.kolo.cli.lab.verbs;

import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.fabric.lanes.Lane;
import dev.kolo.verbs.VerbsOffer;
import dev.kolo.verbs.nic.LaneTuning;
import dev.kolo.verbs.nic.RecentNumbers;
import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicEvent;
import dev.kolo.wire.nic.NicListener;
import dev.kolo.wire.nic.RegionRecord;
import dev.kolo.wire.record.SessionId;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One end of a ping-pong of payload and flag over the verbs NIC alone, as {@code ib_write_lat} does it over libibverbs: half a
 * round trip is what it measures. It talks with {@link BesidePerftest} in lines.
 */
public final class PingRank implements NicListener {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    private static final long FLAG = 0;
    private static final long FLAG_SOURCES = 128;
    private static final long SEND = 4096;
    private static final long RECEIVE = 4096 + (1 << 17);
    private static final long REGION = 4096 + (1 << 18);

    private final int rank;
    private final BufferedReader in;
    private final Nic nic;
    private final MemorySegment region;
    private final int lane;
    private long step;

    private PingRank(int rank, Nic nic, MemorySegment region, BufferedReader in) {
        this.rank = rank;
        this.nic = nic;
        this.region = region;
        this.in = in;
        this.lane = 1 - rank;
    }

    /** Arguments: the rank, 0 or 1, and the device. */
    public static void main(String[] arguments) throws Exception {
        int rank = Integer.parseInt(arguments[0]);
        VerbsOffer offer = new VerbsOffer(
                "ping",
                List.of(arguments[1]),
                new LaneTuning(0, 18, OptionalInt.empty(), 256, 16),
                new RecentNumbers(),
                Optional.empty());
        DeviceRecord device = offer.devices().getFirst();
        Nic nic = offer.open(new SessionId(1, 2), rank, 2, 1);
        MemorySegment region = nic.allocate(REGION);
        RegionRecord record = nic.register(region);
        LaneEndpoint end = nic.openLane(
                new LaneRequest(1 - rank, rank, 1 - rank, 0, Optional.of(new Lane(0, 1, 0, device, device))));
        System.out.println("END " + end.queuePair() + " " + end.startPsn() + " " + end.mtuBytes() + " "
                + record.address() + " " + end.address());
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String[] peer = in.readLine().split(" ", 6);
        nic.connect(
                1 - rank,
                new LaneEndpoint(
                        Integer.parseInt(peer[1]), Integer.parseInt(peer[2]), Integer.parseInt(peer[3]), peer[5]),
                new RegionRecord(Long.parseLong(peer[4]), REGION, List.of(), ""));
        System.out.println("READY");
        new PingRank(rank, nic, region, in).serve();
        nic.close();
    }

    private void serve() throws Exception {
        for (String order = in.readLine(); order != null && order.startsWith("RUN "); order = in.readLine()) {
            String[] words = order.split(" ");
            System.out.println("P50 " + run(Integer.parseInt(words[1]), Integer.parseInt(words[2])));
        }
    }

    /** Half of the median round trip in nanoseconds. */
    private long run(int bytes, int rounds) {
        long[] took = new long[rounds];
        for (int i = 0; i < rounds; i++) {
            long start = System.nanoTime();
            step++;
            if (rank == 0) {
                send(bytes);
                await();
            } else {
                await();
                send(bytes);
            }
            took[i] = System.nanoTime() - start;
        }
        Arrays.sort(took);
        return took[rounds / 2] / 2;
    }

    private void send(int bytes) {
        long source = FLAG_SOURCES + 8 * (step & 1);
        WORD.setRelease(region, source, step);
        while (!nic.post(lane, step, SEND, bytes, RECEIVE, source, FLAG, Nic.SIGNALED | Nic.INLINE_FLAG)) {
            nic.poll(this);
        }
    }

    /** Yields, since a guest has one processor, which its kernel needs to carry the bytes. */
    @SuppressWarnings("ThreadPriorityCheck")
    private void await() {
        while ((long) WORD.getAcquire(region, FLAG) != step) {
            nic.poll(this);
            Thread.yield();
        }
    }

    @Override
    public void completed(int which, long workId, CompletionStatus status, int detail) {
        if (status != CompletionStatus.OK) {
            throw new IllegalStateException(nic.describeLane(which) + ": " + status.words());
        }
    }

    @Override
    public void happened(NicEvent event) {
        System.out.println("EVENT " + event.detail());
    }
}
