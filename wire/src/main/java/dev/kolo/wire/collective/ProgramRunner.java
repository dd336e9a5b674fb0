package dev.kolo.wire.collective;

import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.protocol.FlagReader;
import dev.kolo.wire.protocol.Link;
import dev.kolo.wire.protocol.Membership;
import dev.kolo.wire.protocol.Poison;
import dev.kolo.wire.protocol.Safeguard;
import dev.kolo.wire.protocol.SendSlots;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.schedule.ScheduleKind;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Carries out one compiled program, window by window, as far as flags, proofs and room allow; called again and again until it
 * is done. It looks for poison before every post and every acceptance.
 */
final class ProgramRunner {
    static final int BLOCKED = 0;
    static final int DONE = 1;
    static final int DESYNC = 2;
    static final int CORRUPT = 3;
    static final int POISONED = 4;
    private static final int ON = 5;

    private final int rank;
    private final int world;
    private final RegionLayout layout;
    private final MemorySegment region;
    private final boolean announces;
    private final boolean looksForPoison;
    private final Link[] links;
    private final SendSlots slots;
    private final Places places;
    private final Poison poison;
    private final PeerReads reads;
    private final WordReads words;
    private final CallerMemory callers;
    private final boolean knowsWords;
    private final Freshness freshness = new Freshness();
    private final StagingTrial trial;
    private final Reducer reducer = new Reducer();
    private final MemorySegment[] sources;
    private final long[] sourcesAt;

    private final MemorySegment[] kept;
    private final long[] keptAt;
    private final long[] keptStep;
    private int keptFrom;

    private CompiledProgram program;
    private Operation op;
    private int digest;
    private boolean direct;
    private long stagedBytes;
    private long windowBytes;
    private long windowAt;
    private long largestBytes;
    private int pc;
    private int slot;
    private long stagedAt;
    private final long[] pieceAt;
    private int pending;

    /** On whom the runner is blocked, −1 when on no single peer. */
    int blockedPeer = -1;
    /** On which step of that peer's link; 0 when on proofs or room. */
    long blockedStep;
    /** Grows with every instruction that is done: whoever measures waits sees progress. */
    long progress;

    ProgramRunner(
            Membership member,
            Link[] links,
            SendSlots slots,
            Places places,
            Poison poison,
            PeerReads reads,
            WordReads words,
            Operation none,
            CompiledProgram empty) {
        this.rank = member.rank();
        this.layout = member.layout();
        this.world = layout.world();
        this.region = member.region();
        this.announces = member.agreed().peerReadable();
        this.looksForPoison = member.safeguards().has(Safeguard.POISON_LOOK);
        this.links = links;
        this.slots = slots;
        this.places = places;
        this.poison = poison;
        this.reads = reads;
        this.words = words;
        this.callers = new CallerMemory(member);
        this.trial = new StagingTrial(layout.slotBytes());
        if (member.agreed().directRead()) {
            Freshness.rehearse(region, layout.send(0), layout.slotBytes());
        }
        this.knowsWords = layout.wordsMostBytes() > 0;
        this.op = none;
        this.program = empty;
        sources = new MemorySegment[world];
        sourcesAt = new long[world];
        kept = new MemorySegment[world];
        Arrays.fill(sources, region);
        Arrays.fill(kept, region);
        keptAt = new long[world];
        keptStep = new long[world];
        pieceAt = new long[2 * world + 2];
    }

    void begin(Operation op, CompiledProgram program, int digest, boolean direct) {
        releaseKept();
        this.op = op;
        this.program = program;
        this.digest = digest;
        this.direct = direct;
        largestBytes = op.largestBytes();
        windowBytes = direct ? Long.MAX_VALUE : program.windowBytes;
        windowAt = 0;
        pc = 0;
        places.begin(op, program.parts, windowBytes);
        stagedBytes = stagedBytes();
    }

    int run() {
        if (pending != 0) {
            pump();
        }
        while (true) {
            int outcome = pc < program.length ? execute(pc) : endWindow();
            if (outcome != ON) {
                return outcome;
            }
            progress++;
        }
    }

    private int execute(int at) {
        return switch (program.code[at]) {
            case CompiledProgram.STAGE -> stage(at);
            case CompiledProgram.SEND -> send(at);
            case CompiledProgram.OWN -> own();
            case CompiledProgram.REDUCE -> reduce(at);
            default -> receive(at);
        };
    }

    private int on() {
        pc++;
        return ON;
    }

    private int stage(int at) {
        boolean byCaller = at == 0 && op.fromSlot && program.startsWithOwnBlock && largestBytes <= windowBytes;
        boolean byReference = direct && !byCaller && stagedBytes == 0;
        if (byCaller) {
            slot = op.slot;
        } else if (!byReference) {
            slot = slots.next();
            if (!slots.writable(slot)) {
                blockedPeer = slots.waitsFor();
                blockedStep = 0;
                return BLOCKED;
            }
        }
        boolean lent = !byCaller && !byReference && callers.isAsked() && lends(at);
        long staged = 0;
        for (int i = program.piecesFrom[at]; i < program.piecesTo[at]; i++) {
            places.find(program.pieces[i]);
            pieceAt[i - program.piecesFrom[at]] = staged;
            if (!byCaller && !byReference && !lent) {
                MemorySegment.copy(places.segment, places.at, region, layout.send(slot) + staged, places.bytes);
            }
            staged += places.bytes;
        }
        pieceAt[program.piecesTo[at] - program.piecesFrom[at]] = staged;
        if (byReference) {
            stagedAt = reads.announceInput(places.segment, places.at, staged);
        } else {
            stagedAt = layout.send(slot);
            slots.taken(slot);
        }
        return on();
    }

    /** Whether the send slot may stay as it is, and the NIC read the caller's memory in its place. */
    private boolean lends(int at) {
        if (at != 0 || !program.startsWithOwnBlock || program.piecesTo[at] - program.piecesFrom[at] != 1) {
            return false;
        }
        places.find(program.pieces[program.piecesFrom[at]]);
        return callers.lend(op, rank, layout.send(slot), places.segment, places.at, places.bytes);
    }

    /** Bytes of a payload that peers could fetch and that is staged all the same; an announcement says which it is. */
    private long stagedBytes() {
        if (!direct || op.fromSlot || largestBytes > layout.slotBytes() || program.code[0] != CompiledProgram.STAGE) {
            return 0;
        }
        places.find(program.pieces[program.piecesFrom[0]]);
        boolean fresh = freshness.isFresh(places.segment, places.at, places.bytes);
        boolean sums = op.collective == Collective.ALL_REDUCE;
        boolean usual = sums || Freshness.stages(places.segment, places.bytes, fresh);
        return trial.stages(sums, largestBytes, fresh, usual) ? places.bytes : 0;
    }

    StagingTrial trial() {
        return trial;
    }

    /** The next slot's cache lines, where the next exchange will want them and the slot is writable. */
    private void reclaim() {
        int next = slots.next();
        if (slots.writable(next)) {
            Freshness.reclaim(region, layout.send(next), stagedBytes);
        }
    }

    private int send(int at) {
        Link link = links[program.peer[at]];
        if (looksForPoison && poison.isSet()) {
            return POISONED;
        }
        if (link.sending()) {
            link.pump();
            if (link.sending()) {
                blockedPeer = link.peer();
                blockedStep = 0;
                return BLOCKED;
            }
        }
        long from = pieceAt[program.first[at]];
        long bytes = pieceAt[program.first[at] + program.count[at]] - from;
        long step = link.step(program.step[at]);
        long place = stagedAt + from;
        link.send(step, digest, place, bytes, place, !direct && layout.inWords(bytes));
        if (stagedAt < 0) {
            reads.announced(link.peer(), step);
        } else {
            slots.sent(slot, link.peer(), step);
        }
        link.pump();
        if (!link.settled()) {
            pending |= 1 << link.peer();
        }
        return on();
    }

    private int receive(int at) {
        Link link = links[program.peer[at]];
        long step = link.step(program.step[at]);
        if (looksForPoison && poison.isSet()) {
            return POISONED;
        }
        if (callers.isAsked() && !callers.isOffered(link.peer())) {
            offerLandings(at);
        }
        int seen = reads.busy() || words.busy() ? FlagReader.ACCEPTED : link.accept(step, digest);
        if (seen != FlagReader.ACCEPTED) {
            blockedPeer = link.peer();
            blockedStep = step;
            return seen == FlagReader.NOT_YET ? BLOCKED : DESYNC;
        }
        MemorySegment from = region;
        long fromAt = link.received(step);
        long bytes = knowsWords && !direct ? payloadBytes(at) : 0;
        if (layout.inWords(bytes)) {
            if (!words.arrived(link.peer(), step, bytes)) {
                blockedPeer = link.peer();
                blockedStep = step;
                return BLOCKED;
            }
            from = words.memory();
            fromAt = words.placeOf(link.peer(), step);
        } else if (announces) {
            fromAt = link.announced(step);
            if (fromAt < 0) {
                return read(at, link, step, fromAt);
            }
            from = reads.memoryOf(link.peer());
            if (!reads.isSendMemory(fromAt, payloadBytes(at))) {
                blockedPeer = link.peer();
                blockedStep = step;
                return CORRUPT;
            }
        }
        take(at, link, step, from, fromAt);
        return on();
    }

    /** This payload and those that are taken right after it may land where they go, as many as come from different peers. */
    private void offerLandings(int first) {
        for (int at = first; at < program.length && program.code[at] == CompiledProgram.COPY; at++) {
            int peer = program.peer[at];
            if (callers.isOffered(peer) || keeps(at) || program.piecesTo[at] - program.piecesFrom[at] != 1) {
                return;
            }
            places.find(program.pieces[program.piecesFrom[at]]);
            callers.offer(links[peer], links[peer].step(program.step[at]), places.segment, places.at, places.bytes);
        }
    }

    /** The NIC neither reads nor writes any memory of the caller from now on. */
    void withdraw() {
        callers.withdraw();
    }

    private boolean keeps(int at) {
        return program.code[at] == CompiledProgram.KEEP || (op.view && program.program.kind() == ScheduleKind.ONE_SHOT);
    }

    private long payloadBytes(int at) {
        long bytes = 0;
        for (int i = program.piecesFrom[at]; i < program.piecesTo[at]; i++) {
            places.find(program.pieces[i]);
            bytes += places.bytes;
        }
        return bytes;
    }

    private void take(int at, Link link, long step, MemorySegment from, long fromAt) {
        int peer = link.peer();
        if (keeps(at)) {
            kept[peer] = from;
            keptAt[peer] = fromAt;
            keptStep[peer] = program.oneWay[at] ? -step : step;
            keptFrom |= 1 << peer;
            return;
        }
        long taken = fromAt;
        for (int i = program.piecesFrom[at]; i < program.piecesTo[at]; i++) {
            if (program.code[at] == CompiledProgram.ADD) {
                add(program.pieces[i], from, taken);
            } else {
                places.find(program.pieces[i]);
                callers.take(peer, from, taken, places.segment, places.at, places.bytes);
            }
            taken += places.bytes;
        }
        consumed(link, step, program.oneWay[at]);
    }

    /** The sum so far comes first, then the own raw piece: the ring's order. */
    private void add(int piece, MemorySegment from, long fromAt) {
        int part = Places.partOf(piece);
        places.find(Places.encode(Places.OWN, rank, part));
        sources[0] = from;
        sourcesAt[0] = fromAt;
        sources[1] = places.segment;
        sourcesAt[1] = places.at;
        places.find(Places.encode(part == rank ? Places.FULL : Places.PARTIAL, 0, part));
        reducer.reduce(op.type, op.reduction, 2, sources, sourcesAt, places.segment, places.at, places.bytes);
    }

    /** A payload that the peer's process still holds is fetched from there to its place, a bounded piece at a time. */
    private int read(int at, Link link, long step, long announcement) {
        places.find(program.pieces[program.piecesFrom[at]]);
        int outcome = reads.fetch(link.peer(), announcement, places.segment, places.at, places.bytes);
        if (outcome != PeerReads.WHOLE) {
            blockedPeer = link.peer();
            blockedStep = step;
            progress++;
            return outcome == PeerReads.PARTLY ? BLOCKED : CORRUPT;
        }
        consumed(link, step, program.oneWay[at]);
        return on();
    }

    private void consumed(Link link, long step, boolean oneWay) {
        link.consumed(step, oneWay);
        if (!link.settled()) {
            pending |= 1 << link.peer();
        }
    }

    private int own() {
        if (op.view) {
            return on();
        }
        int parts = program.parts;
        for (int part = 0; part < parts; part++) {
            places.find(Places.encode(Places.OWN, rank, part));
            MemorySegment from = places.segment;
            long fromAt = places.at;
            places.find(Places.encode(Places.OTHER, rank, part));
            if (fromAt != places.at || !from.equals(places.segment)) {
                MemorySegment.copy(from, fromAt, places.segment, places.at, places.bytes);
            }
        }
        return on();
    }

    private int reduce(int at) {
        // The sum may replace the input that a peer still fetches.
        int unread = reads.unreadBy(links);
        if (unread >= 0) {
            blockedPeer = unread;
            blockedStep = 0;
            return BLOCKED;
        }
        for (int part = program.first[at]; part < program.first[at] + program.count[at]; part++) {
            for (int from = 0; from < world; from++) {
                if ((keptFrom & (1 << from)) != 0) {
                    sources[from] = kept[from];
                    sourcesAt[from] = keptAt[from];
                } else {
                    places.find(Places.encode(from == rank ? Places.OWN : Places.OTHER, from, part));
                    sources[from] = places.segment;
                    sourcesAt[from] = places.at;
                }
            }
            places.find(Places.encode(Places.FULL, 0, part));
            reducer.reduce(op.type, op.reduction, world, sources, sourcesAt, places.segment, places.at, places.bytes);
        }
        releaseKept();
        return on();
    }

    /** Everything that was kept is consumed. */
    void releaseKept() {
        while (keptFrom != 0) {
            int peer = Integer.numberOfTrailingZeros(keptFrom);
            keptFrom &= keptFrom - 1;
            consumed(links[peer], Math.abs(keptStep[peer]), keptStep[peer] < 0);
        }
    }

    /** Where a rank's block of a finished view lies. */
    void findView(int from) {
        places.window(0);
        if ((keptFrom & (1 << from)) != 0) {
            places.segment = kept[from];
            places.at = keptAt[from];
        } else {
            places.find(Places.encode(from == rank ? Places.OWN : Places.OTHER, from, 0));
        }
        places.bytes = op.lengthOf(from);
    }

    /** A window ends when all of it is with the NIC; whoever computes next must strand nobody. */
    private int endWindow() {
        if (pending != 0 && !pump()) {
            blockedPeer = Integer.numberOfTrailingZeros(pending);
            blockedStep = 0;
            return BLOCKED;
        }
        int unread = reads.unreadBy(links);
        if (unread >= 0) {
            blockedPeer = unread;
            blockedStep = 0;
            return BLOCKED;
        }
        callers.takeBack();
        for (int peer = 0; peer < world; peer++) {
            if (program.stepsWith[peer] > 0) {
                links[peer].advance(program.stepsWith[peer]);
            }
        }
        if (largestBytes - windowAt <= windowBytes) {
            if (stagedBytes > 0) {
                reclaim();
            }
            return DONE;
        }
        windowAt += windowBytes;
        places.window(windowAt);
        pc = 0;
        return ON;
    }

    /** Carries on what did not find room; true when nothing is left. */
    private boolean pump() {
        int left = pending;
        while (left != 0) {
            int peer = Integer.numberOfTrailingZeros(left);
            left &= left - 1;
            if (looksForPoison && poison.isSet()) {
                return false;
            }
            links[peer].pump();
            if (links[peer].settled()) {
                pending &= ~(1 << peer);
            }
        }
        return pending == 0;
    }
}
