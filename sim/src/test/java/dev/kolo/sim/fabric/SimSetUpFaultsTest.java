package dev.kolo.sim.fabric;

import dev.kolo.sim.core.Agenda;
import dev.kolo.sim.core.Trace;
import dev.kolo.wire.faults.SetUpFaults;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.record.SessionId;
import java.lang.foreign.Arena;
import java.util.Optional;

class SimSetUpFaultsTest extends SetUpFaults {
    private Agenda agenda = new Agenda();
    private Optional<Fabric> fabric = Optional.empty();

    @Override
    protected void begin(int world) {
        agenda = new Agenda();
        Cabling cabling = new Cabling(world, Cabling.Form.EVERY_PAIR);
        fabric = Optional.of(
                new Fabric(agenda, new Trace(agenda, 0), FabricTerms.CONNECTX7, cabling, Arena.ofAuto(), 5));
    }

    @Override
    protected Nic open(SessionId session, int rank) {
        return fabric.orElseThrow().nic(rank, 1);
    }

    @Override
    protected void advance() {
        for (int events = 0; events < 4; events++) {
            agenda.step();
        }
    }
}
