package dev.kolo.wire.session;

import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicEvent;
import dev.kolo.wire.nic.NicListener;
import dev.kolo.wire.record.RecordException;
import dev.kolo.wire.record.RecordReader;
import dev.kolo.wire.record.RecordWriter;
import dev.kolo.wire.session.star.Gathering;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Optional;

/**
 * The stamp self-check: that payload is whole once its flag is seen is the NIC's promise about another machine's memory, and
 * for a pair of NIC and CPU it is unproven until tried. Payload whose every line bears the round's stamp goes over all lanes
 * at once, round after round, and each line is verified after the flag.
 *
 * <p>A round is sent when everybody's round before it has been verified here, so a peer's flag shows that it has verified the
 * own round before that, and two slots suffice.
 */
final class OrderCheckStep implements Step, NicListener {
    static final int ROUNDS = 256;

    private static final long MOST_BYTES = 32 << 10;
    private static final long STAMPED_BYTES = 64;
    /** Of one round: soft RoCE in an emulated machine is slow. */
    private static final long BOUND_NANOS = 10_000_000_000L;

    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private final Draft draft;
    private Optional<Gathering> gathering = Optional.empty();
    private int round;
    private boolean[] posted = new boolean[0];
    private boolean[] verified = new boolean[0];
    private long sinceNanos;
    private String trouble = "";

    OrderCheckStep(Draft draft) {
        this.draft = draft;
    }

    @Override
    public String name() {
        return "order check";
    }

    @Override
    public boolean poll(long nowNanos) throws RecordException, StepFailure {
        if (gathering.isEmpty()) {
            boolean wanted = switch (draft.terms.orderCheck()) {
                case ON -> true;
                case OFF -> false;
                case AUTO -> draft.nic().capabilities().hardwareOrdered();
            };
            byte[] part = new RecordWriter().flag(wanted).toBytes();
            gathering = Optional.of(draft.star.allGather(draft.offer.kind() + " order check", part));
        }
        Optional<List<byte[]>> parts = gathering.get().parts();
        if (parts.isEmpty()) {
            return false;
        }
        if (round == 0) {
            if (!anyWants(parts.get())) {
                return true;
            }
            begin(nowNanos);
        }
        draft.nic().poll(this);
        while (work()) {
            if (round == ROUNDS) {
                draft.orderChecked = Optional.of("payload before its flag: " + ROUNDS + " rounds of " + lines()
                        + " stamped lines over each lane, each line verified after the flag, all whole");
                return true;
            }
            begin(nowNanos);
        }
        if (nowNanos - sinceNanos > BOUND_NANOS) {
            throw new StepFailure("round " + round + " of " + ROUNDS + " did not come within 10 s over " + missing()
                    + (trouble.isEmpty() ? "" : "; the NIC says: " + trouble));
        }
        return false;
    }

    private static boolean anyWants(List<byte[]> parts) throws RecordException {
        boolean any = false;
        for (int rank = 0; rank < parts.size(); rank++) {
            RecordReader reader = new RecordReader("the order check of rank " + rank, parts.get(rank));
            any |= reader.flag();
            reader.end();
        }
        return any;
    }

    /** Stamps the next round's payload. */
    private void begin(long nowNanos) {
        round++;
        sinceNanos = nowNanos;
        int lanes = draft.star.world() * draft.lanesPerPeer;
        posted = new boolean[lanes];
        verified = new boolean[lanes];
        long at = draft.layout().send(round & 1);
        for (long word = 0; word < bytes() / 8; word++) {
            draft.region.set(ValueLayout.JAVA_LONG, at + 8 * word, stamp(draft.star.rank(), round, word));
        }
    }

    /** Sends and verifies what can be; true when the round is over, all of it with the NIC. */
    private boolean work() throws StepFailure {
        boolean over = true;
        for (LaneRequest request : draft.requests()) {
            int lane = request.lane();
            posted[lane] = posted[lane] || post(request);
            verified[lane] = verified[lane] || verify(request);
            over &= posted[lane] && verified[lane] && draft.nic().backlogBytes(lane) == 0;
        }
        return over;
    }

    private boolean post(LaneRequest request) {
        long source =
                base() + Draft.CHECK_BYTES / 2 + (long) request.lane() * RegionLayout.LINE_BYTES + 8L * (round & 1);
        WORD.setRelease(draft.region, source, flag(draft.star.rank(), round));
        long from = share(request.index());
        return draft.nic()
                .post(
                        request.lane(),
                        0,
                        draft.layout().send(round & 1) + from,
                        share(request.index() + 1) - from,
                        draft.layout().receive(draft.star.rank(), round & 1) + from,
                        source,
                        line(draft.star.rank() * draft.lanesPerPeer + request.index()),
                        Nic.SIGNALED);
    }

    private boolean verify(LaneRequest request) throws StepFailure {
        if ((long) WORD.getAcquire(draft.region, line(request.lane())) != flag(request.peer(), round)) {
            return false;
        }
        long at = draft.layout().receive(request.peer(), round & 1);
        for (long word = share(request.index()) / 8; word < share(request.index() + 1) / 8; word++) {
            long seen = draft.region.get(ValueLayout.JAVA_LONG, at + 8 * word);
            if (seen != stamp(request.peer(), round, word)) {
                throw new StepFailure(wrong(request, word, seen));
            }
        }
        return true;
    }

    /** An old stamp, or nothing yet, came too late; any other word is no stamp at all. */
    private String wrong(LaneRequest request, long word, long seen) {
        long saidRound = (seen ^ stamp(request.peer(), 0, word)) >>> 32;
        boolean late = seen == 0 || (saidRound < round && seen == stamp(request.peer(), (int) saidRound, word));
        String where = "in round " + round + " of " + ROUNDS + " line " + 8 * word / STAMPED_BYTES + " of " + lines()
                + " over " + describe(request);
        return late
                ? where + " was not there when its flag was (0x" + Long.toHexString(seen)
                        + "): this pair of NIC and CPU"
                        + " does not keep payload before its flag; form = ll8 protects small payload only"
                : where + " arrived damaged: 0x" + Long.toHexString(seen) + ", expected was 0x"
                        + Long.toHexString(stamp(request.peer(), round, word));
    }

    private String describe(LaneRequest request) {
        return "lane " + request.index() + " from rank " + request.peer() + " ("
                + draft.nic().describeLane(request.lane()) + ")";
    }

    private String missing() {
        return String.join(
                ", ",
                draft.requests().stream()
                        .filter(r -> !verified[r.lane()])
                        .map(this::describe)
                        .toList());
    }

    private long bytes() {
        return Math.min(draft.layout().slotBytes(), MOST_BYTES);
    }

    private long lines() {
        return bytes() / STAMPED_BYTES;
    }

    /** First byte of a lane's lines. */
    private long share(int index) {
        return lines() * index / draft.lanesPerPeer * STAMPED_BYTES;
    }

    private static long stamp(int rank, int round, long word) {
        return ((long) round << 32 | (long) rank << 24 | word) ^ 0x5354_414d_5000_0000L;
    }

    private static long flag(int rank, int round) {
        return 0x4f52_4445_5200_0000L + ((long) rank << 16) + round;
    }

    private long base() {
        return draft.layout().regionBytes();
    }

    /** In the lane check's lines, behind its word; two by turns, since a peer may be a round ahead. */
    private long line(int lane) {
        return base() + (long) lane * RegionLayout.LINE_BYTES + 16 + 8L * (round & 1);
    }

    @Override
    public void completed(int lane, long workId, CompletionStatus status, int detail) {
        if (status != CompletionStatus.OK && trouble.isEmpty()) {
            trouble = draft.nic().describeLane(lane) + ": " + status.words();
        }
    }

    @Override
    public void happened(NicEvent event) {
        trouble = trouble.isEmpty() ? event.detail() : trouble;
    }
}
