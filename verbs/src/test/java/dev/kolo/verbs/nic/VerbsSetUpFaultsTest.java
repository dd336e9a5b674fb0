package dev.kolo.verbs.nic;

import dev.kolo.verbs.fake.FakeFabric;
import dev.kolo.wire.faults.SetUpFaults;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.record.SessionId;

class VerbsSetUpFaultsTest extends SetUpFaults {
    private FakeFabric fabric = new FakeFabric();
    private int world = 2;

    @Override
    protected void begin(int ofWorld) {
        fabric = new FakeFabric();
        world = ofWorld;
    }

    @Override
    protected Nic open(SessionId session, int rank) throws NicException {
        return FakeHosts.nic(fabric, rank, world);
    }
}
