package dev.kolo.wire.nic;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * A NIC that gives everything to another one: tests that want one thing done otherwise extend it, so that a method that is
 * new in {@link Nic} is passed on in this one place.
 */
public class ForwardingNic implements Nic {
    protected final Nic inner;

    public ForwardingNic(Nic inner) {
        this.inner = inner;
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
        return inner.allocate(bytes);
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
    public boolean post(
            int lane,
            long workId,
            long localOffset,
            long bytes,
            long remoteOffset,
            long flagSourceOffset,
            long flagRemoteOffset,
            int options) {
        return inner.post(lane, workId, localOffset, bytes, remoteOffset, flagSourceOffset, flagRemoteOffset, options);
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
    public void endReads() {
        inner.endReads();
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
