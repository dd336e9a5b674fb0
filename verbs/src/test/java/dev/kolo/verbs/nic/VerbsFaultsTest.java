package dev.kolo.verbs.nic;

import dev.kolo.verbs.fake.FakeFabric;
import dev.kolo.wire.faults.FaultMatrix;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicException;
import java.util.ArrayList;
import java.util.List;

/** The faults of every NIC over devices written in Java. */
class VerbsFaultsTest extends FaultMatrix {
    private FakeFabric fabric = new FakeFabric();

    @Override
    protected List<? extends Nic> open(int world) throws NicException {
        fabric = new FakeFabric();
        List<VerbsNic> nics = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            nics.add(FakeHosts.nic(fabric, rank, world));
        }
        return nics;
    }

    @Override
    protected void sever(int rank, int peer) {
        fabric.cut(rank, peer);
    }
}
