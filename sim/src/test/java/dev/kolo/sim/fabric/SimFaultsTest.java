package dev.kolo.sim.fabric;

import dev.kolo.sim.core.Agenda;
import dev.kolo.sim.core.Trace;
import dev.kolo.wire.faults.FaultMatrix;
import dev.kolo.wire.nic.Nic;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.stream.IntStream;

/** The faults of every NIC over simulated cables; their time and that of the engines are two clocks here. */
class SimFaultsTest extends FaultMatrix {
    private Agenda agenda = new Agenda();
    private Fabric fabric = of(2);

    private Fabric of(int world) {
        agenda = new Agenda();
        Cabling cabling = new Cabling(world, Cabling.Form.EVERY_PAIR);
        return new Fabric(agenda, new Trace(agenda, 0), FabricTerms.CONNECTX7, cabling, Arena.ofAuto(), 5);
    }

    @Override
    protected List<? extends Nic> open(int world) {
        fabric = of(world);
        return IntStream.range(0, world).mapToObj(rank -> fabric.nic(rank, 1)).toList();
    }

    @Override
    protected void advance() {
        for (int events = 0; events < 4; events++) {
            agenda.step();
        }
    }

    @Override
    protected void sever(int rank, int peer) {
        fabric.way(rank, peer).cut(true);
        fabric.way(peer, rank).cut(true);
    }
}
