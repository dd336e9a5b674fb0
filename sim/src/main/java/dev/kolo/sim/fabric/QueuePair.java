package dev.kolo.sim.fabric;

import dev.kolo.sim.core.Agenda;
import dev.kolo.sim.core.Trace.Kind;
import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.LaneState;
import dev.kolo.wire.nic.Nic;

/**
 * The sending half of a reliable connection, and what joins it to its peer: packet sequence numbers, acknowledgements,
 * go-back-N after a NAK or a time-out, memory that is read when a frame leaves and not before, retries that end.
 */
final class QueuePair {
    static final int PSN_MASK = 0xff_ffff;
    /** An answer is asked for at the end of a request and after so many frames. */
    private static final int ANSWER_AFTER_FRAMES = 32;

    final SimNic nic;
    final int number;
    final int lane;
    final int peer;
    final int startPsn;
    private final Fabric fabric;
    private final Agenda agenda;
    private final FabricTerms terms;
    private final Receiver receiver;
    private final long[] sendQueue;
    /** How many requests ago the word was posted that a stale flag carries. */
    private final int staleFrom;

    final Route route;

    private LaneState state = LaneState.OPEN;
    int remoteNumber;
    long remoteKey;
    private long remoteBytes;

    // Requests under way: a ring from first to last.
    private final Request[] requests;
    private long first;
    private long last;
    /** The request that {@link #sendPsn} is in. */
    private long sending;

    // Without wrapping; frames carry the low 24 bits.
    private long nextPsn;
    private long sendPsn;
    private long unacknowledged;
    private long highestSent;

    private boolean goesBack;
    private int retriesUsed;
    private boolean leaving;
    private boolean timerSet;
    private long timerPicos;

    QueuePair(SimNic nic, Fabric fabric, SimHost host, int lane, int peer, int startPsn, Route route) {
        this.nic = nic;
        this.fabric = fabric;
        this.lane = lane;
        this.peer = peer;
        this.route = route;
        this.startPsn = startPsn;
        agenda = fabric.agenda();
        terms = fabric.terms();
        number = host.newNumber();
        requests = new Request[terms.depth()];
        sendQueue = host.sendQueue(number);
        staleFrom = 1 << nic.draw.below(5);
        nextPsn = startPsn;
        sendPsn = startPsn;
        unacknowledged = startPsn;
        highestSent = startPsn;
        receiver = new Receiver(this, fabric, host);
    }

    LaneState state() {
        return state;
    }

    void connect(LaneEndpoint remote, long key, long bytes) {
        remoteNumber = remote.queuePair();
        remoteKey = key;
        remoteBytes = bytes;
        receiver.expect(remote.startPsn());
        state = LaneState.CONNECTING;
        agenda.in(terms.postPicos(), () -> {
            if (state == LaneState.CONNECTING) {
                state = LaneState.READY;
                leaveAt(agenda.nowPicos());
                nic.changed();
            }
        });
    }

    long remoteBytes() {
        return remoteBytes;
    }

    /** Whether this end takes frames in: from its connection on, until it fails. */
    boolean receives() {
        return state == LaneState.CONNECTING || state == LaneState.READY;
    }

    boolean hasRoom() {
        return last - first < requests.length;
    }

    /** Takes a request; there must be room. */
    void take(Request request, boolean inlines, long staleMillionths) {
        if (state == LaneState.FAILED) {
            nic.complete(lane, request.workId, CompletionStatus.FLUSHED);
            return;
        }
        if (inlines) {
            int place = (int) (last % staleFrom);
            request.inlineWord = request.postedWord;
            if (sendQueue[place] != request.postedWord && nic.draw.chance(staleMillionths)) {
                request.inlineWord = sendQueue[place];
                request.isStale = true;
                fabric.sentStale();
                fabric.trace().note(Kind.STALE, nic.rank(), peer, request.inlineWord, request.postedWord);
            }
            sendQueue[place] = request.postedWord;
        }
        request.firstPsn = nextPsn;
        request.payloadFrames = (int) ((request.bytes + terms.mtuBytes() - 1) / terms.mtuBytes());
        request.frames = Math.max(1, request.payloadFrames + (request.hasFlag() ? 1 : 0));
        nextPsn += request.frames;
        requests[(int) (last % requests.length)] = request;
        last++;
        leaveAt(agenda.nowPicos() + terms.postPicos());
    }

    private void leaveAt(long picos) {
        if (!leaving) {
            leaving = true;
            agenda.at(picos, this::leave);
        }
    }

    /** One frame leaves, if it may; the next one follows when the port is free. */
    private void leave() {
        leaving = false;
        if (state != LaneState.READY
                || sendPsn >= nextPsn
                || sendPsn - unacknowledged >= terms.windowFrames()
                || nic.isGone()) {
            return;
        }
        Way way = route.way(0);
        if (way.freeAtPicos > agenda.nowPicos()) {
            leaveAt(way.freeAtPicos);
            return;
        }
        Frame frame = frame(sendPsn);
        if (unacknowledged == sendPsn || !timerSet) {
            timerPicos = agenda.nowPicos() + timeout();
        }
        sendPsn++;
        highestSent = Math.max(highestSent, sendPsn);
        fabric.trace()
                .note(frame.isFirstTry ? Kind.SEND : Kind.RESEND, nic.rank(), peer, frame.psn, lane, words(frame));
        fabric.send(frame);
        setTimer();
        leaveAt(way.freeAtPicos);
    }

    private String words(Frame frame) {
        return fabric.trace().keeps() ? frame.words() : "";
    }

    /** The frame of a sequence number, with what stands in memory now. */
    private Frame frame(long psn) {
        while (psn > request(sending).lastPsn()) {
            sending++;
        }
        Request request = request(sending);
        Frame frame =
                new Frame(Frame.WRITE, nic.hostNumber(), peer, number, remoteNumber, (int) (psn & PSN_MASK), route);
        int index = (int) (psn - request.firstPsn);
        frame.request = request;
        frame.key = remoteKey;
        frame.isFirstTry = psn >= highestSent;
        // The last frame that the window lets out asks, too: otherwise the sender would stand still until its time-out.
        frame.wantsAnswer = psn == request.lastPsn()
                || index % ANSWER_AFTER_FRAMES == ANSWER_AFTER_FRAMES - 1
                || psn + 1 - unacknowledged >= terms.windowFrames();
        if (index < request.payloadFrames) {
            long from = (long) index * terms.mtuBytes();
            int bytes = (int) Math.min(terms.mtuBytes(), request.bytes - from);
            frame.payload = nic.read(request.localOffset + from, bytes);
            frame.remoteOffset = request.remoteOffset + from;
        } else if (request.hasFlag()) {
            boolean inlined = (request.options & Nic.INLINE_FLAG) != 0 && terms.inlineBytes() >= 8;
            frame.carriesFlag = true;
            frame.remoteOffset = request.flagRemote;
            frame.payload = inlined
                    ? SimNic.bytesOf(frame.isFirstTry ? request.inlineWord : request.postedWord)
                    : nic.read(request.flagSource, 8);
        }
        return frame;
    }

    private Request request(long index) {
        return requests[(int) (index % requests.length)];
    }

    private long timeout() {
        long base = terms.ackTimeoutPicos();
        if (terms.backsOff()) {
            base = Math.max(1, base >> Math.max(0, 4 - retriesUsed));
        }
        return nic.draw.between(base, 4 * base);
    }

    private void setTimer() {
        if (!timerSet) {
            timerSet = true;
            agenda.at(timerPicos, this::timerRings);
        }
    }

    private void timerRings() {
        timerSet = false;
        if (state != LaneState.READY || unacknowledged == highestSent || nic.isGone()) {
            return;
        }
        if (agenda.nowPicos() < timerPicos) {
            setTimer();
            return;
        }
        retriesUsed++;
        fabric.timedOut();
        fabric.trace().note(Kind.TIMEOUT, nic.rank(), peer, unacknowledged & PSN_MASK, retriesUsed);
        if (retriesUsed > terms.retries()) {
            fail(CompletionStatus.RETRIES_EXHAUSTED);
            return;
        }
        goesBack = false;
        goBackTo(unacknowledged);
        timerPicos = agenda.nowPicos() + timeout();
        setTimer();
    }

    private void goBackTo(long psn) {
        sendPsn = psn;
        sending = first;
        leaveAt(agenda.nowPicos());
    }

    /** A frame for this queue pair. */
    void receive(Frame frame) {
        if (frame.fromHost != peer || !receives()) {
            return;
        }
        if (frame.kind == Frame.WRITE) {
            receiver.take(frame);
            return;
        }
        if (state != LaneState.READY) {
            return;
        }
        long psn = unacknowledged + signed(frame.psn - (int) (unacknowledged & PSN_MASK));
        if (psn < unacknowledged || psn >= highestSent) {
            return;
        }
        switch (frame.kind) {
            case Frame.ACK -> acknowledged(psn + 1);
            case Frame.NAK_SEQUENCE -> {
                boolean progress = psn > unacknowledged;
                acknowledged(psn);
                if (!goesBack || progress) {
                    goesBack = true;
                    goBackTo(psn);
                }
            }
            default -> fail(CompletionStatus.REMOTE_REFUSED);
        }
    }

    private void acknowledged(long upTo) {
        if (upTo <= unacknowledged) {
            return;
        }
        unacknowledged = upTo;
        sendPsn = Math.max(sendPsn, upTo);
        retriesUsed = 0;
        goesBack = false;
        timerPicos = agenda.nowPicos() + timeout();
        fabric.trace().note(Kind.ACKED, nic.rank(), peer, upTo & PSN_MASK, lane);
        while (first < last && request(first).lastPsn() < upTo) {
            Request done = request(first);
            first++;
            if ((done.options & Nic.SIGNALED) != 0) {
                nic.complete(lane, done.workId, CompletionStatus.OK);
            }
        }
        sending = Math.max(sending, first);
        leaveAt(agenda.nowPicos());
    }

    /** The lane is over: what is under way completes with errors, in order. */
    void fail(CompletionStatus how) {
        if (state == LaneState.FAILED) {
            return;
        }
        state = LaneState.FAILED;
        fabric.trace().note(Kind.LANE_FAILED, nic.rank(), peer, lane, retriesUsed, how.words());
        CompletionStatus status = how;
        for (; first < last; first++) {
            nic.complete(lane, request(first).workId, status);
            status = CompletionStatus.FLUSHED;
        }
        nic.laneFailed(this, how);
    }

    static int signed(int psnDifference) {
        return psnDifference << 8 >> 8;
    }
}
