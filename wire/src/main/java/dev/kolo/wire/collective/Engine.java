package dev.kolo.wire.collective;

import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.nic.NicEvent;
import dev.kolo.wire.nic.NicListener;
import dev.kolo.wire.protocol.Counters;
import dev.kolo.wire.protocol.Failure;
import dev.kolo.wire.protocol.Failure.Kind;
import dev.kolo.wire.protocol.FailureWatch;
import dev.kolo.wire.protocol.GivingUp;
import dev.kolo.wire.protocol.IdleRepair;
import dev.kolo.wire.protocol.Link;
import dev.kolo.wire.protocol.Membership;
import dev.kolo.wire.protocol.Poison;
import dev.kolo.wire.protocol.RootCause;
import dev.kolo.wire.protocol.Safeguard;
import dev.kolo.wire.protocol.SendSlots;
import dev.kolo.wire.protocol.Timing;
import dev.kolo.wire.protocol.Waits;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.schedule.Reach;
import dev.kolo.wire.schedule.ScheduleChooser;
import dev.kolo.wire.schedule.ScheduleKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Carries out one rank's collectives: takes operations from the queue, runs their programs, watches the time, and ends the
 * session's wire when it must. Everything happens in {@link #poll}, called by the one thread that owns the NIC.
 */
public final class Engine implements NicListener {
    /** Completions and abort records are looked at every so many polls, and always on NICs that receive by polling. */
    private static final int TICK = 64;

    private final Membership member;
    private final Poison poison;
    private final Counters counters;
    private final ScheduleChooser chooser;
    private final Programs programs;
    private final OperationQueue queue;
    private final SendSlots slots;
    private final MemorySegment.Scope memory;
    private final Places places;
    private final ProgramRunner runner;
    private final Waits waits;
    private final FailureWatch watch;
    private final GivingUp givingUp;
    private final Troubles troubles;
    private final OperationScene scene;
    private final Link[] links;
    private final boolean pollToReceive;
    private final WordReads words;
    private final Meeting meeting;
    private int polls;
    private long operations;
    private boolean running;
    private final IdleRepair idle;
    private long laterWaitNanos;
    private volatile @Nullable Failure told;

    /**
     * The engine of one rank; all of its memory is taken here.
     *
     * @param member what set-up has settled
     * @param reach who has lanes to whom; the same on all ranks
     * @param chooser chooses schedules; the same on all ranks
     */
    public Engine(
            Membership member, Reach reach, ScheduleChooser chooser, Timing timing, Counters counters, Poison poison) {
        int world = member.layout().world();
        this.member = member;
        this.poison = poison;
        memory = member.region().scope();
        this.counters = counters;
        this.chooser = chooser;
        pollToReceive = member.agreed().pollToReceive();
        links = new Link[world];
        for (int peer : member.peers()) {
            links[peer] = new Link(member, peer, counters);
        }
        queue = new OperationQueue(world);
        programs = new Programs(reach, member.rank(), member.layout().slotBytes());
        slots = new SendSlots(links, member.safeguards());
        long slotBytes = member.layout().slotBytes();
        MemorySegment scratch = Arena.ofAuto().allocate(world * slotBytes, 4096);
        places = new Places(world, slotBytes, scratch, queue.head());
        PeerReads reads = new PeerReads(member);
        CompiledProgram none = Programs.none(member.rank(), world);
        words = new WordReads(member, counters);
        meeting = new Meeting(world, words, member.layout().wordsMostBytes() > 0);
        runner = new ProgramRunner(member, links, slots, places, poison, reads, words, queue.head(), none);
        waits = new Waits(timing, counters);
        idle = new IdleRepair(timing);
        watch = new FailureWatch(member);
        givingUp = new GivingUp(member, watch, counters, poison, timing.graceNanos());
        troubles = new Troubles(world, member.layout().lanes());
        scene = new OperationScene();
    }

    // For the thread that calls

    /** How many operations may be queued at once. */
    public static int queueDepth() {
        return OperationQueue.DEPTH;
    }

    public boolean hasRoom() {
        return queue.hasRoom();
    }

    /** The operation to prepare next; there must be room. */
    public Operation next() {
        return queue.next();
    }

    /** Queues what was prepared; returns its ticket. */
    public long submit() {
        return queue.add();
    }

    /** Whether an operation is over, well or not. */
    public boolean isOver(long ticket) {
        return queue.isOver(ticket);
    }

    /** The operation of a ticket that is at most {@link #queueDepth} old. */
    public Operation operation(long ticket) {
        return queue.of(ticket);
    }

    /** The first failure, and the way to end the session from outside. */
    public Poison poison() {
        return poison;
    }

    public Counters counters() {
        return counters;
    }

    /** Whom a caller tells how long its exchange took, where that is asked for. */
    public StagingTrial trial() {
        return runner.trial();
    }

    /** Who waits for whom; the session's control connection may add what it knows. Owner thread only. */
    public RootCause edges() {
        return watch.edges();
    }

    public Membership member() {
        return member;
    }

    /**
     * Takes the news that a peer's process has ended, from the session's control connection; any thread. An operation under
     * way then fails with all that this engine knows of it, which whoever brings the news does not.
     */
    public void tell(Failure ofGoneProcess) {
        told = ofGoneProcess;
    }

    /**
     * Ends the session because of whoever this rank serves: its client has died, or asks for what cannot be. Every rank
     * then names this one as the root. Owner thread only.
     */
    public void clientFailed(Kind kind, String detail) {
        int rank = member.rank();
        poison.poison(new Failure(
                kind,
                rank,
                rank,
                "",
                running ? scene.operation() : "no operation",
                0,
                0,
                0,
                counters.get(Counters.Total.DOORBELLS),
                0,
                0,
                rank,
                detail));
    }

    /**
     * Sets other bounds of waiting. Until its first operation is done a rank may still load its model, so it is waited for
     * longer. Owner thread only.
     *
     * @param firstNanos until the next operation is done
     * @param laterNanos afterwards
     */
    public void waitAtMost(long firstNanos, long laterNanos) {
        waits.waitAtMost(firstNanos);
        laterWaitNanos = laterNanos;
    }

    /**
     * Lets the numbers of steps begin elsewhere; see {@link Link#startAt}. Alike on all ranks, before the first operation.
     */
    public void startAt(long firstStep) {
        for (int peer : member.peers()) {
            links[peer].startAt(firstStep);
        }
        meeting.startAt(firstStep);
    }

    /**
     * Touches no memory of a caller any more, also of calls that are not over: they never will be. For whoever ends the driver,
     * after its last turn; what was sent only in part goes on from the region.
     */
    public void letGo() {
        runner.withdraw();
        member.nic().endReads();
    }

    /**
     * One turn: does whatever can be done now.
     *
     * @param nowNanos the time; may be up to some dozens of polls old
     * @return how much was done, 0 when nothing could be
     */
    public int poll(long nowNanos) {
        try {
            if (!memory.isAlive()) {
                throw new IllegalStateException("the region of rank " + member.rank() + " is closed");
            }
            return turn(nowNanos);
        } catch (RuntimeException | Error fault) {
            poison.poison(Failure.ofSession(Kind.INTERNAL, member.rank(), -1, fault.toString()));
            failAll();
            throw fault;
        }
    }

    private int turn(long nowNanos) {
        int work = 0;
        if (pollToReceive || ++polls % TICK == 0) {
            work = tick(nowNanos);
        }
        Failure gone = told;
        if (gone != null && running && !givingUp.underWay() && !poison.isSet()) {
            hear(gone, nowNanos);
        }
        if (givingUp.underWay() || (poison.isSet() && has(Safeguard.POISON_LOOK))) {
            return work + end(nowNanos);
        }
        if (!running) {
            if (!queue.hasWork()) {
                return work;
            }
            idle.over();
            start(nowNanos);
        }
        long before = runner.progress;
        int outcome = queue.head().acquires && !meeting.isUnderWay() ? acquire() : runner.run();
        if (runner.progress != before || outcome == ProgramRunner.DONE) {
            waits.progressed(nowNanos);
            work++;
        }
        switch (outcome) {
            case ProgramRunner.DONE -> finish();
            case ProgramRunner.BLOCKED -> blocked(nowNanos);
            case ProgramRunner.DESYNC -> giveUp(Kind.DESYNC, runner.blockedPeer, "", nowNanos);
            case ProgramRunner.CORRUPT -> unreadable(nowNanos);
            default -> work += end(nowNanos);
        }
        return work;
    }

    /** A payload that could not be fetched: the NIC may know that its owner has ended meanwhile. */
    private void unreadable(long nowNanos) {
        int peer = runner.blockedPeer;
        member.nic().poll(this);
        int news = watch.look();
        if (news >= 0) {
            giveUp(Kind.ABORTED, news, "", nowNanos);
        } else if (troubles.with(peer)) {
            outOfReach(peer, nowNanos);
        } else {
            giveUp(
                    Kind.CORRUPT,
                    peer,
                    "What it announced is not where its payloads may be, or not to be read.",
                    nowNanos);
        }
    }

    /** A lane ends with the process behind it: where the session knows what became of that process, this is the news. */
    private void outOfReach(int peer, long nowNanos) {
        Failure gone = told;
        if (gone != null && gone.peer() == peer) {
            giveUp(Kind.PEER_GONE, peer, gone.detail(), nowNanos);
        } else {
            giveUp(troubles.kind(peer), peer, troubles.words(peer), nowNanos);
        }
    }

    private boolean has(Safeguard which) {
        return member.safeguards().has(which);
    }

    private int tick(long nowNanos) {
        int work = member.nic().poll(this);
        if (troubles.urgent() >= 0 && !givingUp.underWay() && !poison.isSet()) {
            int peer = troubles.urgent();
            outOfReach(peer, nowNanos);
        }
        if (givingUp.underWay() || poison.isSet() || (pollToReceive && ++polls % TICK != 0)) {
            return work;
        }
        if (!running && idle.due(nowNanos)) {
            repair();
        }
        int peer = watch.look();
        if (peer >= 0) {
            giveUp(Kind.ABORTED, peer, "", nowNanos);
        }
        return work;
    }

    private void hear(Failure gone, long nowNanos) {
        if (member.peers().contains(gone.peer())) {
            giveUp(Kind.PEER_GONE, gone.peer(), gone.detail(), nowNanos);
        }
    }

    private void start(long nowNanos) {
        Operation op = queue.head();
        running = true;
        waits.progressed(nowNanos);
        if (op.acquires) {
            runner.releaseKept();
            return;
        }
        if (meeting.isDue()) {
            Operation barrier = meeting.begin(operations + 1);
            begin(barrier, chooser.choose(Collective.BARRIER, 0), 0);
            return;
        }
        op.number = ++operations;
        if (op.fromSlot) {
            op.slot = slots.held();
        }
        long largest = op.largestBytes();
        ScheduleKind kind = op.collective == Collective.PAIR_EXCHANGE
                ? ScheduleKind.ONE_SHOT
                : chooser.choose(op.collective, largest);
        counters.started(op.number, op.collective.number(), op.bytes);
        begin(op, kind, largest);
    }

    private void begin(Operation op, ScheduleKind kind, long largest) {
        scene.show(op, kind);
        CompiledProgram program = programs.of(kind, op.collective, op.root);
        boolean direct = chooser.direct(op.collective, kind, largest);
        runner.begin(op, program, op.digest(kind.number()), direct);
        meeting.passed(kind, direct ? 1 : 1 + largest / program.windowBytes);
    }

    private int acquire() {
        int slot = slots.next();
        if (!slots.writable(slot)) {
            runner.blockedPeer = slots.waitsFor();
            runner.blockedStep = 0;
            return ProgramRunner.BLOCKED;
        }
        queue.head().slot = slot;
        slots.hold(slot);
        return ProgramRunner.DONE;
    }

    private void finish() {
        running = false;
        if (meeting.ended()) {
            return;
        }
        Operation op = queue.head();
        if (!op.acquires) {
            counters.done(op.lengthOf(member.rank()));
            if (laterWaitNanos > 0) {
                waits.waitAtMost(laterWaitNanos);
                laterWaitNanos = 0;
            }
            if (op.fromSlot) {
                slots.release();
            }
        }
        queue.done(Operation.DONE);
    }

    private void blocked(long nowNanos) {
        int peer = runner.blockedPeer;
        if (peer >= 0 && troubles.with(peer)) {
            outOfReach(peer, nowNanos);
            return;
        }
        if (peer >= 0 && runner.blockedStep > 0) {
            waits.awaits(peer, runner.blockedStep);
        }
        switch (waits.blocked(nowNanos, peer)) {
            case Waits.REPAIR -> repair();
            case Waits.GIVE_UP -> {
                if (has(Safeguard.TIME_BOUND)) {
                    giveUp(Kind.LATE_PEER, peer, troubles.notes() + words.missing(), nowNanos);
                }
            }
            default -> {}
        }
    }

    private void repair() {
        boolean repairs = has(Safeguard.FLAG_REPAIR);
        for (int peer = 0; repairs && peer < links.length; peer++) {
            if (links[peer] != null) {
                links[peer].repair();
            }
        }
    }

    private void giveUp(Kind kind, int peer, String detail, long nowNanos) {
        int missing = running && runner.blockedPeer >= 0 ? runner.blockedPeer : RootCause.IDLE;
        Link link = links[peer];
        boolean onStep = running && peer == runner.blockedPeer && runner.blockedStep > 0;
        long step = onStep ? runner.blockedStep : 0;
        givingUp.begin(
                kind,
                peer,
                missing,
                kind == Kind.ABORTED ? "" : link.describe(),
                step,
                onStep ? link.seen(step) : 0,
                waits.waitedNanos(nowNanos),
                detail,
                nowNanos,
                scene);
    }

    /** On the way to poison, or there: nothing is accepted, and what is asked for fails. */
    private int end(long nowNanos) {
        if (!poison.isSet()) {
            member.nic().poll(this);
            if (!givingUp.carryOn(nowNanos, scene)) {
                return 0;
            }
        }
        givingUp.tell(scene, poison.failure().orElseThrow().root());
        watch.publish();
        return failAll();
    }

    private int failAll() {
        int failed = 0;
        letGo();
        while (queue.hasWork()) {
            poisonOutput(queue.head());
            queue.done(Operation.FAILED);
            failed++;
        }
        running = false;
        return failed;
    }

    private void poisonOutput(Operation op) {
        if (!op.acquires && !op.view && has(Safeguard.POISON_FILL)) {
            troubles.note(op.markOutput(member.rank()));
        }
    }

    /** The memory in which a rank's block of the last view lies. After that view is over and before the next exchange. */
    public MemorySegment viewMemory(int rank) {
        runner.findView(rank);
        return places.segment;
    }

    /** First byte of that block in {@link #viewMemory}. */
    public long viewOffset(int rank) {
        runner.findView(rank);
        return places.at;
    }

    // What the NIC reports

    @Override
    public void completed(int lane, long workId, CompletionStatus status, int detail) {
        int peer = lane / member.layout().lanes();
        if (watch.completed(peer, workId)) {
            return;
        }
        if (status == CompletionStatus.OK) {
            links[peer].completed(lane, workId);
            return;
        }
        troubles.failed(lane, status, detail, Link.carriesData(workId), member.nic());
    }

    @Override
    public void happened(NicEvent event) {
        troubles.happened(event, member.peers());
    }
}
