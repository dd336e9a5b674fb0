package dev.kolo.wire.session.run;

import dev.kolo.wire.nic.ForwardingNic;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A NIC that flips a bit of every payload for the first peer that it sends to, and is right in everything else. Flipping it
 * for each peer would flip it back for every second one, where payload is read later.
 */
public final class LyingNic extends ForwardingNic {
    private MemorySegment region = MemorySegment.NULL;
    private int liesTo = -1;

    public LyingNic(Nic inner) {
        super(inner);
    }

    @Override
    public boolean post(
            int lane,
            long workId,
            long localOffset,
            long bytes,
            long remoteOffset,
            long flagSourceOffset,
            long flagRemoteOffset,
            int options) {
        boolean announced = (options & ANNOUNCE) != 0 && localOffset > 0 && localOffset < region.byteSize();
        if ((bytes > 0 || announced) && liesTo < 0) {
            liesTo = lane;
        }
        if ((bytes > 0 || announced) && lane == liesTo) {
            byte honest = region.get(ValueLayout.JAVA_BYTE, localOffset);
            region.set(ValueLayout.JAVA_BYTE, localOffset, (byte) (honest ^ 1));
        }
        return inner.post(lane, workId, localOffset, bytes, remoteOffset, flagSourceOffset, flagRemoteOffset, options);
    }

    @Override
    public MemorySegment allocate(long bytes) throws NicException {
        region = inner.allocate(bytes);
        return region;
    }
}
