package dev.kolo.wire.scripted;

import dev.kolo.wire.faults.SetUpFaults;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicCapabilities.SourceProof;
import dev.kolo.wire.record.SessionId;

class ScriptedSetUpFaultsTest extends SetUpFaults {
    private ScriptedFabric fabric = new ScriptedFabric(1, 2, 1, SourceProof.COMPLETED, false);

    @Override
    protected void begin(int world) {
        fabric = new ScriptedFabric(5, world, 1, SourceProof.COMPLETED, false);
    }

    @Override
    protected Nic open(SessionId session, int rank) {
        return fabric.nic(rank);
    }

    @Override
    protected void advance() {
        fabric.drain();
    }
}
