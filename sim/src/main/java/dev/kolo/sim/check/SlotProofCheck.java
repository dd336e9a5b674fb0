package dev.kolo.sim.check;

import dev.kolo.sim.fabric.FabricWatcher;
import dev.kolo.sim.fabric.Request;
import dev.kolo.sim.fabric.SimNic;
import dev.kolo.wire.layout.FlagWord;
import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.nic.Nic;

/**
 * No receive slot reused without its proof: whoever posts step n to a peer must have in its own memory, at that moment, a word
 * of that peer which says that it consumed step n − 2: a flag of step n − 1 or higher on some lane, or a credit. Steps that
 * never used the slot need none; a sender's steps are told by the flags that it posts.
 */
public final class SlotProofCheck implements FabricWatcher {
    private static final String RULE = "receive slots";

    private final RegionLayout layout;
    private final Violations violations;
    private final int tag;
    private final long firstStep;
    /** By sender, peer and slot: the last step posted there. */
    private final long[] lastStep;
    /** By rank and peer: up to which step that peer has ever said that it consumed. */
    private final long[] consumed;

    /**
     * Checks one session.
     *
     * @param tag the session's tag
     * @param firstStep what its steps are numbered from
     */
    public SlotProofCheck(RegionLayout layout, int tag, long firstStep, Violations violations) {
        this.firstStep = firstStep;
        this.layout = layout;
        this.tag = tag;
        this.violations = violations;
        lastStep = new long[layout.world() * layout.world() * RegionLayout.SLOTS];
        consumed = new long[layout.world() * layout.world()];
    }

    /** A proof counts once it stood in memory: words in flag lines may be written over later. */
    @Override
    public void placed(SimNic to, int from, long offset, int bytes) {
        int at = to.rank() * layout.world() + from;
        if (bytes == Long.BYTES && offset < layout.send(0)) {
            consumed[at] = Math.max(consumed[at], saidBy(to, from));
        }
    }

    @Override
    public void posted(SimNic nic, Request request) {
        int slot = slotOf(request);
        if (slot < 0 || FlagWord.tagOf(request.postedWord()) != tag) {
            return;
        }
        long step = stepOf(request.postedWord());
        int at = (request.rank() * layout.world() + request.peer()) * RegionLayout.SLOTS + slot;
        long before = lastStep[at];
        lastStep[at] = Math.max(before, step);
        if (before == 0 || step <= before || consumed[request.rank() * layout.world() + request.peer()] >= before) {
            return;
        }
        violations.add(
                RULE,
                request.rank(),
                "rank " + request.rank() + " sends step " + step + " to rank " + request.peer()
                        + " without a proof that step " + before + " was consumed there: it has proof up to step "
                        + consumed[request.rank() * layout.world() + request.peer()]);
    }

    /** The slot of a flag that announces a step; −1 for repairs of old flags, credits and abort records. */
    private int slotOf(Request request) {
        for (int slot = 0; slot < RegionLayout.SLOTS; slot++) {
            for (int lane = 0; lane < layout.lanes(); lane++) {
                if (request.flagRemote() == layout.flag(request.rank(), slot, lane)) {
                    return slot;
                }
            }
        }
        return -1;
    }

    private long saidBy(SimNic nic, int peer) {
        long most = step(nic, layout.credit(peer), 0);
        for (int slot = 0; slot < RegionLayout.SLOTS; slot++) {
            for (int lane = 0; lane < layout.lanes(); lane++) {
                most = Math.max(most, step(nic, layout.flag(peer, slot, lane), 1));
            }
        }
        return most;
    }

    private long step(SimNic nic, long offset, int less) {
        long word = SimNic.wordOf(nic.read(offset, Long.BYTES));
        return FlagWord.tagOf(word) == tag ? stepOf(word) - less : Nic.NO_FLAG;
    }

    /** Numbers of 32 bits begin again at 2: those that seem far behind the first are ahead of it. */
    private long stepOf(long word) {
        long number = Integer.toUnsignedLong(FlagWord.numberOf(word));
        return firstStep - number > 1L << 31 ? number + (1L << 32) - 2 : number;
    }
}
