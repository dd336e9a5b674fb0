package dev.kolo.gpu.proxy;

import dev.kolo.gpu.layout.DeviceLayout;
import dev.kolo.gpu.layout.DeviceOp;
import dev.kolo.gpu.layout.Form;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A kernel's writes and looks, step by step, so that a test can stop it anywhere: two ranks, one peer. */
public final class StagedKernel {
    private final int rank;
    private final DeviceLayout layout;
    private final MemorySegment own;
    private int step;

    public StagedKernel(int rank, DeviceLayout layout, MemorySegment own, int firstStep) {
        this.rank = rank;
        this.layout = layout;
        this.own = own;
        this.step = firstStep;
    }

    int digest(Form form, int bytes) {
        return DeviceOp.ALL_GATHER.digest(new int[] {bytes, bytes}, form);
    }

    private static byte value(int rank, int step, int at) {
        return (byte) (rank * 77 + step * 31 + at * 7 + (at >> 8));
    }

    /** A whole call of a form: its payload in {@code blocks} parts with a flag each, or its units and then their header. */
    public void stage(Form form, int bytes, int blocks) {
        if (form == Form.FLAG) {
            stagePlain(bytes, blocks);
        } else {
            stageUnits(form, bytes, 0, form.units(bytes));
            stageHeader(form, bytes);
        }
    }

    /** Writes some of the units, in an order that no kernel promises: from the last to the first. */
    public void stageUnits(Form form, int bytes, int from, int to) {
        int mark = DeviceLayout.mark(step, digest(form, bytes));
        long slot = layout.send(form, 1 - rank) + (step & 1) * form.slotBytes(layout.limitBytes());
        for (int unit = to - 1; unit >= from; unit--) {
            int[] words = new int[3];
            for (int i = 0; i < form.dataBytes(); i++) {
                int at = unit * form.dataBytes() + i;
                words[i / 4] |= (at < bytes ? value(rank, step, at) & 0xff : 0) << 8 * (i % 4);
            }
            put(slot + DeviceLayout.HEADER_BYTES + unit * 16L, form, words[0], words[1], words[2], mark);
        }
    }

    public void stageHeader(Form form, int bytes) {
        long slot = layout.send(form, 1 - rank) + (step & 1) * form.slotBytes(layout.limitBytes());
        int most = form.units(layout.limitBytes());
        int swept = Integer.remainderUnsigned(step >>> 1, most);
        if (swept >= form.units(bytes)) {
            int mark = DeviceLayout.mark(step, digest(form, bytes));
            put(slot + DeviceLayout.HEADER_BYTES + swept * 16L, form, 0, 0, 0, mark);
        }
        put(slot, form, digest(form, bytes), bytes, DeviceOp.ALL_GATHER.number(), step);
    }

    private void put(long at, Form form, int a, int b, int c, int tag) {
        long low = form == Form.LL16 ? (long) b << 32 | a & 0xffffffffL : (long) tag << 32 | a & 0xffffffffL;
        long high = (long) tag << 32 | (form == Form.LL16 ? c : b) & 0xffffffffL;
        own.set(ValueLayout.JAVA_LONG, at, low);
        own.set(ValueLayout.JAVA_LONG, at + 8, high);
    }

    public void stagePlain(int bytes, int blocks) {
        long slot = layout.send(Form.FLAG, 1 - rank) + (step & 1) * Form.FLAG.slotBytes(layout.limitBytes());
        for (int at = 0; at < bytes; at++) {
            own.set(ValueLayout.JAVA_BYTE, slot + at, value(rank, step, at));
        }
        for (int block = 0; block < blocks; block++) {
            int from = bytes * block / blocks / 16 * 16;
            int to = block + 1 == blocks ? bytes : bytes * (block + 1) / blocks / 16 * 16;
            long line = layout.doorbells(1 - rank) + DeviceLayout.line(step & 1, block);
            own.set(ValueLayout.JAVA_INT, line + DeviceLayout.DOORBELL_BLOCKS, blocks);
            own.set(ValueLayout.JAVA_INT, line + DeviceLayout.DOORBELL_FROM, from);
            own.set(ValueLayout.JAVA_INT, line + DeviceLayout.DOORBELL_BYTES, to - from);
            own.set(ValueLayout.JAVA_LONG, line, (long) digest(Form.FLAG, bytes) << 32 | step & 0xffffffffL);
        }
    }

    /** Whether all of the peer's step is there and right; a byte that is there and wrong is a failure. */
    public boolean hasArrived(Form form, int bytes, int blocks) {
        long slot = layout.receive(form, 1 - rank) + (step & 1) * form.slotBytes(layout.limitBytes());
        if (form == Form.FLAG) {
            for (int block = 0; block < blocks; block++) {
                long flag = own.get(ValueLayout.JAVA_LONG, layout.flags(1 - rank) + DeviceLayout.line(step & 1, block));
                if (flag != ((long) digest(form, bytes) << 32 | step & 0xffffffffL)) {
                    return false;
                }
            }
            for (int at = 0; at < bytes; at++) {
                mustBe(own.get(ValueLayout.JAVA_BYTE, slot + at), at);
            }
            return true;
        }
        int mark = DeviceLayout.mark(step, digest(form, bytes));
        boolean whole = (int) (own.get(ValueLayout.JAVA_LONG, slot + 8) >>> 32) == step;
        for (int unit = 0; unit < form.units(bytes); unit++) {
            long at = slot + DeviceLayout.HEADER_BYTES + unit * 16L;
            if ((int) (own.get(ValueLayout.JAVA_LONG, at + 8) >>> 32) != mark) {
                whole = false;
                continue;
            }
            for (int i = 0; i < form.dataBytes() && unit * form.dataBytes() + i < bytes; i++) {
                int place = form == Form.LL16 ? i : i < 4 ? i : i + 4;
                mustBe(own.get(ValueLayout.JAVA_BYTE, at + place), unit * form.dataBytes() + i);
            }
        }
        return whole;
    }

    private void mustBe(byte seen, int at) {
        if (seen != value(1 - rank, step, at)) {
            throw new AssertionError("step " + step + ", byte " + at + " is " + seen);
        }
    }

    public void next() {
        step = DeviceLayout.ahead(step, 1);
    }
}
