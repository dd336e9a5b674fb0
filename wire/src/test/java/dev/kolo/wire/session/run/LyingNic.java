package dev.kolo.wire.session.run;

import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.LaneState;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicCapabilities;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.nic.NicListener;
import dev.kolo.wire.nic.RegionRecord;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/**
 * A NIC that flips a bit of every payload for the first peer that it sends to, and is right in everything else. Flipping it
 * for each peer would flip it back for every second one, where payload is read later.
 */
public final class LyingNic implements Nic {
    private final Nic inner;
    private MemorySegment region = MemorySegment.NULL;
    private int liesTo = -1;

    public LyingNic(Nic inner) {
        this.inner = inner;
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
    public String name() {
        return inner.name();
    }

    @Override
    public NicCapabilities capabilities() {
        return inner.capabilities();
    }

    @Override
    public MemorySegment allocate(long bytes) throws NicException {
        region = inner.allocate(bytes);
        return region;
    }

    @Override
    public RegionRecord register(MemorySegment memory) throws NicException {
        return inner.register(memory);
    }

    @Override
    public LaneEndpoint openLane(LaneRequest request) throws NicException {
        return inner.openLane(request);
    }

    @Override
    public void connect(int lane, LaneEndpoint remote, RegionRecord remoteRegion) throws NicException {
        inner.connect(lane, remote, remoteRegion);
    }

    @Override
    public LaneState laneState(int lane) {
        return inner.laneState(lane);
    }

    @Override
    public int poll(NicListener listener) {
        return inner.poll(listener);
    }

    @Override
    public long backlogBytes(int lane) {
        return inner.backlogBytes(lane);
    }

    @Override
    public Optional<MemorySegment> peerMemory(int peer) {
        return inner.peerMemory(peer);
    }

    @Override
    public boolean readPeer(int peer, long remoteAddress, MemorySegment target, long targetOffset, long bytes) {
        return inner.readPeer(peer, remoteAddress, target, targetOffset, bytes);
    }

    @Override
    public String describeLane(int lane) {
        return inner.describeLane(lane);
    }

    @Override
    public void freeze() {
        inner.freeze();
    }

    @Override
    public void close() {
        inner.close();
    }
}
