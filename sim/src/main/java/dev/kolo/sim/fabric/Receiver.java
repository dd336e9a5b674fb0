package dev.kolo.sim.fabric;

import dev.kolo.sim.core.Agenda;
import dev.kolo.sim.core.Trace.Kind;
import dev.kolo.wire.layout.FlagWord;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The receiving half of a reliable connection: takes frames in their turn, asks once for what is missing, answers what it has
 * seen already, and places bytes in memory a little later, in order on its lane and on no other.
 */
final class Receiver {
    /** From this size on a frame's bytes may become visible in two pieces. */
    private static final int TORN_FROM_BYTES = 16;
    /** Where a NIC promises no order, a frame comes in at most so many pieces, and up to so many times later. */
    private static final int PIECES = 3;

    private static final int TIMES_LATER = 16;

    private final QueuePair pair;
    private final Fabric fabric;
    private final Agenda agenda;
    private final SimHost host;
    private int expectedPsn;
    private boolean askedForMissing;
    private long lastPlacedPicos;

    Receiver(QueuePair pair, Fabric fabric, SimHost host) {
        this.pair = pair;
        this.fabric = fabric;
        this.host = host;
        agenda = fabric.agenda();
    }

    void expect(int psn) {
        expectedPsn = psn & QueuePair.PSN_MASK;
    }

    void take(Frame frame) {
        int ahead = QueuePair.signed(frame.psn - expectedPsn);
        if (ahead < 0) {
            fabric.trace().note(Kind.DUPLICATE, pair.nic.rank(), pair.peer, frame.psn, pair.lane);
            answer(Frame.ACK, expectedPsn - 1);
            return;
        }
        if (ahead > 0) {
            fabric.trace().note(Kind.GAP, pair.nic.rank(), pair.peer, frame.psn, expectedPsn);
            if (!askedForMissing) {
                askedForMissing = true;
                answer(Frame.NAK_SEQUENCE, expectedPsn);
            }
            return;
        }
        SimNic nic = pair.nic;
        if (frame.key != nic.key() || !nic.holds(frame.remoteOffset, frame.payload.length)) {
            answer(Frame.NAK_ACCESS, expectedPsn);
            return;
        }
        expectedPsn = (expectedPsn + 1) & QueuePair.PSN_MASK;
        askedForMissing = false;
        accept(frame);
        if (frame.wantsAnswer) {
            answer(Frame.ACK, expectedPsn - 1);
        }
    }

    private void answer(int kind, int psn) {
        fabric.send(new Frame(kind, pair.nic.hostNumber(), pair.peer, pair.number, pair.remoteNumber, psn, pair.route));
    }

    private void accept(Frame frame) {
        fabric.trace().note(Kind.ACCEPT, pair.nic.rank(), pair.peer, frame.psn, frame.payload.length);
        long at = frame.carriesFlag ? -1 : frame.remoteOffset - frame.request.remoteOffset;
        for (FabricWatcher watcher : fabric.watchers()) {
            watcher.accepted(pair.nic, frame.request, frame.payload, at);
        }
        if (frame.payload.length == 0) {
            return;
        }
        if (!frame.carriesFlag && !pair.nic.promisesOrderAt(frame.remoteOffset)) {
            scatter(frame);
            return;
        }
        if (frame.carriesFlag || frame.payload.length < TORN_FROM_BYTES || !pair.nic.draw.oneIn(4)) {
            placeLater(frame, 0, frame.payload.length);
            return;
        }
        int middle = 8 * pair.nic.draw.below(frame.payload.length / 8);
        placeLater(frame, 0, middle);
        placeLater(frame, middle, frame.payload.length);
    }

    private void placeLater(Frame frame, int from, int to) {
        long place = fabric.terms().placePicos();
        long at = agenda.nowPicos() + pair.nic.draw.between(place / 2, place);
        lastPlacedPicos = Math.max(Math.max(at, lastPlacedPicos), host.stalledUntilPicos());
        agenda.at(lastPlacedPicos, () -> place(frame, from, to));
    }

    private void scatter(Frame frame) {
        int from = 0;
        for (int piece = 1; piece <= PIECES; piece++) {
            int left = (frame.payload.length - from) / 8;
            int to = piece == PIECES ? frame.payload.length : from + 8 * pair.nic.draw.below(left + 1);
            long place = fabric.terms().placePicos();
            long at = agenda.nowPicos() + pair.nic.draw.spread(place / 2, TIMES_LATER * place);
            int first = from;
            agenda.at(Math.max(at, host.stalledUntilPicos()), () -> place(frame, first, to));
            from = to;
        }
    }

    private void place(Frame frame, int from, int to) {
        SimNic nic = pair.nic;
        if (nic.isGone() || to == from) {
            return;
        }
        if (agenda.nowPicos() < host.stalledUntilPicos()) {
            // It was on its way into memory when that came to a standstill; order on a lane is kept.
            if (nic.promisesOrderAt(frame.remoteOffset)) {
                lastPlacedPicos = Math.max(lastPlacedPicos, host.stalledUntilPicos());
            }
            agenda.at(host.stalledUntilPicos(), () -> place(frame, from, to));
            return;
        }
        MemorySegment region = nic.memory();
        for (FabricWatcher watcher : fabric.watchers()) {
            watcher.placing(nic, pair.peer, region, frame.remoteOffset + from, to - from);
        }
        long word = 0;
        if (frame.carriesFlag) {
            word = SimNic.wordOf(frame.payload);
            region.set(ValueLayout.JAVA_LONG, frame.remoteOffset, word);
        } else {
            MemorySegment.copy(
                    frame.payload, from, region, ValueLayout.JAVA_BYTE, frame.remoteOffset + from, to - from);
        }
        for (FabricWatcher watcher : fabric.watchers()) {
            watcher.placed(nic, pair.peer, frame.remoteOffset + from, to - from);
        }
        fabric.trace().note(Kind.PLACE, nic.rank(), pair.peer, frame.remoteOffset + from, word, words(frame, from, to));
        nic.changed();
    }

    private String words(Frame frame, int from, int to) {
        if (!fabric.trace().keeps()) {
            return "";
        }
        return frame.carriesFlag ? FlagWord.words(SimNic.wordOf(frame.payload)) : (to - from) + " B of payload";
    }
}
