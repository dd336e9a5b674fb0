package dev.kolo.wire.scripted;

import dev.kolo.wire.faults.FaultMatrix;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicCapabilities.SourceProof;
import java.util.List;
import java.util.stream.IntStream;

class ScriptedFaultsTest extends FaultMatrix {
    private ScriptedFabric fabric = new ScriptedFabric(1, 2, 1, SourceProof.COMPLETED, false);

    @Override
    protected List<? extends Nic> open(int world) {
        fabric = new ScriptedFabric(11, world, 1, SourceProof.COMPLETED, false);
        return IntStream.range(0, world).mapToObj(fabric::nic).toList();
    }

    @Override
    protected void advance() {
        fabric.step();
    }

    @Override
    protected void sever(int rank, int peer) {
        fabric.nic(rank).killLane(peer);
    }
}
