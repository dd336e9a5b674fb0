package dev.kolo.gpu.proxy;

import dev.kolo.gpu.layout.DeviceLayout;
import dev.kolo.gpu.layout.Form;
import dev.kolo.wire.memory.NativeMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * One worker's share of what kernels stage: looks once, carries what is there, returns. Worker w of W has the blocks w, w + W, …
 * of plain slots and the w-th share of packed ones. It begins at the agreed step, never at what a doorbell happens to hold, and
 * takes every step, one after the other. What it carries it has seen whole: the flag of a part, or the step in each word.
 */
public final class ProxyWorker {
    private static final long UNIT = DeviceLayout.UNIT_BYTES;

    private static final int NONE = -1;
    private static final Form[] FORMS = Form.values();

    private final int worker;
    private final int workers;
    private final int rank;
    private final DeviceLayout layout;
    private final long[] slotBytes = new long[FORMS.length];
    private final MemorySegment own;
    private final long address;
    private final Carrier carrier;
    private final Turn[] turns;
    private long carried;

    /** Where the worker stands with one peer. */
    private static final class Turn {
        /** Slot 0 of what is sent to the peer, and where it arrives in the peer's region, by number of form. */
        final long[] send = new long[FORMS.length];

        final long[] receive = new long[FORMS.length];
        long doorbells;
        int step;
        int block;
        Form form = Form.FLAG;
        int unit = NONE;
        int mark;
        int first;
        int unitsEnd;
        int swept = NONE;
    }

    /**
     * A worker.
     *
     * @param worker its number, from 0
     * @param workers 1, 2, 4 or 8: kernels ring at least eight blocks
     * @param rank whose region
     * @param layout the region's layout
     * @param own the region
     * @param carrier where the bytes go
     * @param firstStep the agreed first step of every link
     */
    public ProxyWorker(
            int worker, int workers, int rank, DeviceLayout layout, MemorySegment own, Carrier carrier, int firstStep) {
        if (workers != 1 && workers != 2 && workers != 4 && workers != 8) {
            throw new IllegalArgumentException("a proxy has 1, 2, 4 or 8 workers, got " + workers);
        }
        this.worker = worker;
        this.workers = workers;
        this.rank = rank;
        this.layout = layout;
        this.own = own;
        address = own.address();
        this.carrier = carrier;
        turns = new Turn[layout.world()];
        for (int peer = 0; peer < turns.length; peer++) {
            Turn turn = new Turn();
            turn.step = firstStep;
            turn.block = worker;
            turn.doorbells = layout.doorbells(peer);
            for (Form form : FORMS) {
                slotBytes[form.number()] = form.slotBytes(layout.limitBytes());
                turn.send[form.number()] = layout.send(form, peer);
                turn.receive[form.number()] = layout.receive(form, rank);
            }
            turns[peer] = turn;
        }
    }

    /** Carries what is there. Returns how much it did; 0 tells the caller that it may rest. */
    public int poll() {
        int work = carrier.poll();
        for (int peer = 0; peer < turns.length; peer++) {
            if (peer != rank) {
                work += poll(peer, turns[peer]);
            }
        }
        return work;
    }

    /** Steps carried to all peers. */
    public long carried() {
        return carried;
    }

    private int poll(int peer, Turn turn) {
        if (turn.unit != NONE) {
            return packed(peer, turn, turn.form);
        }
        int slot = turn.step & 1;
        long line = turn.doorbells + DeviceLayout.line(slot, turn.block);
        if ((int) NativeMemory.acquireWord(address + line) == turn.step) {
            return plain(peer, turn, slot, line);
        }
        if (turn.block == worker) {
            if (carrier.writesWords() && begins(peer, turn, slot, Form.LL16)) {
                return packed(peer, turn, Form.LL16) + 1;
            }
            if (begins(peer, turn, slot, Form.LL8)) {
                return packed(peer, turn, Form.LL8) + 1;
            }
        }
        return 0;
    }

    // Plain slots: each block's part by itself, once its flag is seen

    private int plain(int peer, Turn turn, int slot, long line) {
        int from = own.get(ValueLayout.JAVA_INT, line + DeviceLayout.DOORBELL_FROM);
        int bytes = own.get(ValueLayout.JAVA_INT, line + DeviceLayout.DOORBELL_BYTES);
        int blocks = own.get(ValueLayout.JAVA_INT, line + DeviceLayout.DOORBELL_BLOCKS);
        if (from < 0
                || bytes < 0
                || (long) from + bytes > slotBytes[Form.FLAG.number()]
                || blocks < workers
                || blocks > DeviceLayout.MAX_BLOCKS) {
            throw new IllegalStateException(
                    "rank " + rank + ": the doorbell of step " + Integer.toUnsignedString(turn.step)
                            + " for rank " + peer + " speaks of " + bytes + " B at " + from + " by " + blocks
                            + " blocks, which cannot be");
        }
        boolean taken = carrier.post(
                peer,
                sent(turn, Form.FLAG, slot) + from,
                bytes,
                arrives(turn, Form.FLAG, slot) + from,
                line,
                layout.flags(rank) + DeviceLayout.line(slot, turn.block));
        if (!taken) {
            return 0;
        }
        turn.block += workers;
        if (turn.block >= blocks) {
            turn.block = worker;
            next(turn);
        }
        return 1;
    }

    private void next(Turn turn) {
        turn.step = DeviceLayout.ahead(turn.step, 1);
        carried++;
    }

    // Packed slots: word by word, each when its step is there

    private boolean begins(int peer, Turn turn, int slot, Form form) {
        long at = sent(turn, form, slot);
        long high = NativeMemory.acquireWord(address + at + 8);
        int seen = (int) (high >>> 32);
        if (seen != turn.step) {
            // A later step stands where this one was. It went by because this worker had no part in it: a part that was
            // not carried would have held the kernels up.
            if (seen != 0 && seen - turn.step > 0) {
                next(turn);
            }
            return false;
        }
        long low = NativeMemory.acquireWord(address + at);
        if (form == Form.LL8 && (int) (low >>> 32) != turn.step) {
            return false;
        }
        int bytes = form == Form.LL16 ? (int) (low >>> 32) : (int) high;
        int units = form.units(bytes);
        int most = form.units(layout.limitBytes());
        if (bytes < 0 || units > most) {
            throw new IllegalStateException(
                    "rank " + rank + ": the header of step " + Integer.toUnsignedString(turn.step) + " for rank " + peer
                            + " speaks of " + bytes + " B, which cannot be");
        }
        turn.unit = share(units, worker);
        turn.unitsEnd = share(units, worker + 1);
        turn.form = form;
        turn.mark = DeviceLayout.mark(turn.step, (int) low);
        turn.first = turn.unit;
        turn.swept = worker == 0 ? Integer.remainderUnsigned(turn.step >>> 1, most) : NONE;
        if (turn.swept < units) {
            turn.swept = NONE;
        }
        if (worker == 0 && form == Form.LL16) {
            sweep(peer, turn, slot, form);
            carrier.unit(peer, arrives(turn, form, slot), low, high);
        }
        return true;
    }

    /** The same unit that the kernel renews, for the peer's area: see the kernels' {@code sendPacked}. */
    private void sweep(int peer, Turn turn, int slot, Form form) {
        if (turn.swept != NONE) {
            carrier.unit(peer, unit(arrives(turn, form, slot), turn.swept), 0, (long) turn.mark << 32);
        }
    }

    private int share(int units, int of) {
        return of >= workers ? units : (int) ((long) units * of / workers) & ~7;
    }

    private long sent(Turn turn, Form form, int slot) {
        return turn.send[form.number()] + slot * slotBytes[form.number()];
    }

    private long arrives(Turn turn, Form form, int slot) {
        return turn.receive[form.number()] + slot * slotBytes[form.number()];
    }

    private static long unit(long slotAt, int unit) {
        return slotAt + DeviceLayout.HEADER_BYTES + unit * UNIT;
    }

    private int packed(int peer, Turn turn, Form form) {
        int slot = turn.step & 1;
        return form == Form.LL8 ? posted(peer, turn, form, slot) : copied(peer, turn, form, slot);
    }

    /** Copies as far as the share is there; returns how many units. */
    private int copied(int peer, Turn turn, Form form, int slot) {
        int begin = turn.unit;
        long at = begin * UNIT;
        turn.unit += carrier.units(
                peer,
                unit(sent(turn, form, slot), 0) + at,
                unit(arrives(turn, form, slot), 0) + at,
                turn.unitsEnd - begin,
                turn.mark);
        int done = turn.unit - begin;
        if (turn.unit < turn.unitsEnd) {
            return done;
        }
        turn.unit = NONE;
        next(turn);
        return done + 1;
    }

    /** Posts the share in one piece once every word in it was seen; a NIC reads it when it likes. */
    private int posted(int peer, Turn turn, Form form, int slot) {
        int begin = turn.unit;
        long from = unit(sent(turn, form, slot), 0);
        turn.unit = seen(from, begin, turn.unitsEnd, turn.mark);
        int done = turn.unit - begin;
        if (turn.unit < turn.unitsEnd) {
            return done;
        }
        if (turn.swept != NONE) {
            if (seen(from, turn.swept, turn.swept + 1, turn.mark) == turn.swept
                    || !carrier.post(
                            peer,
                            unit(sent(turn, form, slot), turn.swept),
                            UNIT,
                            unit(arrives(turn, form, slot), turn.swept),
                            Carrier.NO_FLAG,
                            Carrier.NO_FLAG)) {
                return done;
            }
            turn.swept = NONE;
        }
        // The first worker's share begins with the header's line.
        long before = turn.first * UNIT - (worker == 0 ? DeviceLayout.HEADER_BYTES : 0);
        long bytes = turn.unitsEnd * UNIT - before;
        long to = unit(arrives(turn, form, slot), 0);
        if (bytes > 0 && !carrier.post(peer, from + before, bytes, to + before, Carrier.NO_FLAG, Carrier.NO_FLAG)) {
            return done;
        }
        turn.unit = NONE;
        next(turn);
        return done + 1;
    }

    private int seen(long from, int begin, int end, int mark) {
        Objects.checkFromToIndex(from + begin * UNIT, from + end * UNIT, own.byteSize());
        return PackedWords.seen(address + from, begin, end, mark);
    }
}
