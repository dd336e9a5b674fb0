package dev.kolo.wire.session;

import dev.kolo.wire.collective.DataType;
import dev.kolo.wire.collective.Engine;
import dev.kolo.wire.collective.Reduction;
import dev.kolo.wire.nic.NicCapabilities;
import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.protocol.Failure;
import dev.kolo.wire.protocol.Membership;
import dev.kolo.wire.protocol.Poison;
import dev.kolo.wire.protocol.Safeguard;
import dev.kolo.wire.record.RecordException;
import dev.kolo.wire.record.RecordReader;
import dev.kolo.wire.record.RecordWriter;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.schedule.ScheduleChooser;
import dev.kolo.wire.session.star.Gathering;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The trial exchange: agrees on what the NICs can do, builds the engine, and compares two exchanges byte for byte with what
 * the fallback delivered, or, where there is none, with what came over the star and plain arithmetic.
 */
final class TrialStep implements Step {
    /**
     * From this size on an all-gather's blocks are fetched by address, where every rank can: measured on shared memory. Of
     * more ranks each would need a call of the kernel a peer, where staging copies once for all.
     */
    private static final long DIRECT_FROM_BYTES = 16 * 1024;

    private static final long DIRECT_FROM_BYTES_OF_TWO = 8 * 1024;

    private final Draft draft;
    private final Reference reference;
    private Optional<Gathering> gathering = Optional.empty();
    private byte[] expected = new byte[0];
    private MemorySegment gathered = MemorySegment.NULL;
    private MemorySegment summed = MemorySegment.NULL;
    private long lastTicket = -1;

    /**
     * What the trial must equal.
     *
     * @param name for messages
     * @param bytes the bytes; empty: take what came over the star
     */
    @SuppressWarnings("ArrayRecordComponent") // read once and compared with nothing
    record Reference(String name, byte[] bytes) {
        static final Reference STAR = new Reference("plain arithmetic on what came over the star", new byte[0]);
    }

    TrialStep(Draft draft, Reference reference) {
        this.draft = draft;
        this.reference = reference;
    }

    @Override
    public String name() {
        return "trial";
    }

    private long seed() {
        return draft.star.session().high() ^ draft.star.session().low();
    }

    @Override
    public boolean poll(long nowNanos) throws RecordException, StepFailure {
        if (gathering.isEmpty()) {
            NicCapabilities can = draft.nic().capabilities();
            byte[] part = new RecordWriter()
                    .flag(can.peerReadable())
                    .flag(can.directRead())
                    .blob(TrialData.given(seed(), draft.star.rank()))
                    .toBytes();
            gathering = Optional.of(draft.star.allGather(draft.offer.kind() + " trial", part));
        }
        Optional<List<byte[]>> parts = gathering.get().parts();
        if (parts.isEmpty()) {
            return false;
        }
        if (draft.engine.isEmpty()) {
            build(parts.get());
        }
        Engine engine = draft.engine.orElseThrow();
        engine.poll(nowNanos);
        if (!engine.isOver(lastTicket)) {
            return false;
        }
        Optional<Failure> failure = engine.poison().failure();
        if (failure.isPresent()) {
            throw new StepFailure(failure.get().message());
        }
        judge();
        return true;
    }

    private void build(List<byte[]> parts) throws RecordException {
        boolean allReadable = true;
        boolean allDirect = true;
        byte[][] given = new byte[parts.size()][];
        for (int rank = 0; rank < parts.size(); rank++) {
            RecordReader reader = new RecordReader("the trial data of rank " + rank, parts.get(rank));
            allReadable &= reader.flag();
            allDirect &= reader.flag();
            given[rank] = reader.blob();
            reader.end();
        }
        expected = reference.bytes().length == 0 ? TrialData.combined(List.of(given)) : reference.bytes();
        NicCapabilities agreed = draft.nic().capabilities().agreed(allReadable, allDirect);
        Membership member = new Membership(
                draft.star.rank(),
                draft.layout(),
                draft.nic(),
                agreed,
                draft.region,
                draft.reach.peersOf(draft.star.rank()),
                draft.windows(),
                draft.star.session().high(),
                draft.star.session().low(),
                draft.tag,
                draft.terms.safeguards());
        ScheduleChooser chooser = new ScheduleChooser(
                draft.reach,
                draft.offer.cost(),
                draft.terms.limitBytes(),
                directFromBytes(agreed),
                draft.terms.schedule());
        MemorySegment page = draft.pages.page(draft.star.session(), draft.star.rank(), draft.offer.kind());
        Counters counters = new Counters(page, draft.star.rank(), draft.star.world());
        Engine engine = new Engine(member, draft.reach, chooser, draft.terms.timing(), counters, new Poison());
        draft.engine = Optional.of(engine);
        submit(engine);
    }

    private long directFromBytes(NicCapabilities agreed) {
        if (!agreed.directRead()) {
            return Long.MAX_VALUE;
        }
        return draft.star.world() == 2 ? DIRECT_FROM_BYTES_OF_TWO : DIRECT_FROM_BYTES;
    }

    private void submit(Engine engine) {
        int rank = draft.star.rank();
        gathered = MemorySegment.ofArray(new byte[draft.star.world() * TrialData.GATHER_BYTES]);
        summed = MemorySegment.ofArray(new byte[TrialData.SUM_BYTES]);
        MemorySegment none = MemorySegment.NULL;
        MemorySegment block = MemorySegment.ofArray(TrialData.block(seed(), rank));
        MemorySegment numbers = MemorySegment.ofArray(TrialData.numbers(seed(), rank));
        engine.next()
                .prepare(
                        Collective.ALL_GATHER,
                        DataType.BYTES,
                        Reduction.SUM,
                        block,
                        0,
                        gathered,
                        0,
                        TrialData.GATHER_BYTES,
                        -1);
        engine.submit();
        engine.next()
                .prepare(
                        Collective.ALL_REDUCE,
                        DataType.BF16,
                        Reduction.SUM,
                        numbers,
                        0,
                        summed,
                        0,
                        TrialData.SUM_BYTES,
                        -1);
        engine.submit();
        engine.next().prepare(Collective.BARRIER, DataType.BYTES, Reduction.SUM, none, 0, none, 0, 0, -1);
        lastTicket = engine.submit();
    }

    private void judge() throws StepFailure {
        int world = draft.star.world();
        byte[] seen = Arrays.copyOf(
                gathered.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE),
                world * TrialData.GATHER_BYTES + TrialData.SUM_BYTES);
        byte[] sums = summed.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
        System.arraycopy(sums, 0, seen, world * TrialData.GATHER_BYTES, sums.length);
        draft.trialResult = seen;
        String difference = TrialData.difference(seen, expected, world, reference.name());
        if (!difference.isEmpty() && draft.terms.safeguards().has(Safeguard.TRIAL)) {
            throw new StepFailure(difference);
        }
    }
}
