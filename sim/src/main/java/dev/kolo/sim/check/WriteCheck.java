package dev.kolo.sim.check;

import dev.kolo.sim.fabric.FabricWatcher;
import dev.kolo.sim.fabric.SimNic;
import dev.kolo.wire.layout.RegionLayout;
import java.lang.foreign.MemorySegment;

/** No write outside registered memory, and within it only into what lies there for its sender. */
public final class WriteCheck implements FabricWatcher {
    private static final String RULE = "writes";

    private final RegionLayout layout;
    private final Violations violations;

    /** Checks writes into regions of one layout. */
    public WriteCheck(RegionLayout layout, Violations violations) {
        this.layout = layout;
        this.violations = violations;
    }

    @Override
    public void placing(SimNic to, int from, MemorySegment region, long offset, int bytes) {
        if (offset < 0 || offset + bytes > region.byteSize()) {
            violations.add(
                    RULE,
                    to.rank(),
                    "rank " + from + " writes " + bytes + " B at " + offset + " into the " + region.byteSize()
                            + " B of rank " + to.rank());
            return;
        }
        // Behind the layout lies what set-up tries lanes with.
        if (offset < layout.regionBytes() && !isFor(from, offset, bytes)) {
            violations.add(
                    RULE,
                    to.rank(),
                    "rank " + from + " writes " + bytes + " B at " + offset + " of rank " + to.rank()
                            + ", where nothing of it belongs");
        }
    }

    private boolean isFor(int from, long offset, int bytes) {
        if (within(offset, bytes, layout.abort(from), RegionLayout.ABORT_BYTES)
                || within(offset, bytes, layout.credit(from), Long.BYTES)) {
            return true;
        }
        for (int slot = 0; slot < RegionLayout.SLOTS; slot++) {
            long words = layout.wordsReceived(from, slot);
            long wordsBytes = layout.wordsReceived(from, 1) - layout.wordsReceived(from, 0);
            if (within(offset, bytes, layout.receive(from, slot), layout.slotBytes())
                    || within(offset, bytes, words, wordsBytes)) {
                return true;
            }
            for (int lane = 0; lane < layout.lanes(); lane++) {
                if (within(offset, bytes, layout.flag(from, slot, lane), Long.BYTES)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean within(long offset, int bytes, long from, long size) {
        return offset >= from && offset + bytes <= from + size;
    }
}
