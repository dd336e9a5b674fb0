package dev.kolo.wire.scripted;

import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicCapabilities.SourceProof;
import dev.kolo.wire.nic.NicContract;
import dev.kolo.wire.nic.NicEvent;
import java.util.List;
import java.util.stream.IntStream;

/** The scripted NIC keeps the contract, so that what it does to the protocol is what a real one may do. */
class ScriptedNicTest extends NicContract {
    private ScriptedFabric fabric = new ScriptedFabric(1, 2, 1, SourceProof.COMPLETED, false);

    @Override
    protected List<? extends Nic> open(int world, int lanesPerPeer) {
        fabric = new ScriptedFabric(7, world, lanesPerPeer, SourceProof.COMPLETED, false);
        return IntStream.range(0, world).mapToObj(fabric::nic).toList();
    }

    @Override
    protected int mostLanes() {
        return 2;
    }

    @Override
    protected void advance() {
        fabric.step();
    }

    @Override
    protected boolean sever(int rank, int peer) {
        fabric.nic(rank).killLane(peer);
        fabric.nic(rank)
                .event(new NicEvent(NicEvent.Kind.LANE_FAILED, peer, peer, "the cable to rank " + peer + " was cut"));
        return true;
    }

    @Override
    protected boolean ownersMayDiffer() {
        return false;
    }

    @Override
    protected boolean memoryEndsWithClose() {
        return false;
    }

    /** It is made for tests and allocates as it likes. */
    @Override
    protected long allocationBound() {
        return Long.MAX_VALUE;
    }
}
