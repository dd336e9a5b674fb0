package dev.kolo.sim.fabric;

import dev.kolo.sim.core.Agenda;
import dev.kolo.sim.core.Trace;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicContract;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.stream.IntStream;

/** The simulated NIC keeps what every NIC promises, on a fabric in good order. */
class SimNicTest extends NicContract {
    private final Agenda agenda = new Agenda();
    private Fabric fabric = of(2, FabricTerms.CONNECTX7);

    private Fabric of(int world, FabricTerms terms) {
        Cabling cabling = new Cabling(world, Cabling.Form.EVERY_PAIR);
        return new Fabric(agenda, new Trace(agenda, 0), terms, cabling, Arena.ofAuto(), 5);
    }

    @Override
    protected List<? extends Nic> open(int world, int lanesPerPeer) {
        fabric = of(world, FabricTerms.CONNECTX7);
        return IntStream.range(0, world)
                .mapToObj(rank -> fabric.nic(rank, lanesPerPeer))
                .toList();
    }

    @Override
    protected int mostLanes() {
        return 2;
    }

    @Override
    protected void advance() {
        agenda.step();
    }

    @Override
    protected boolean sever(int rank, int peer) {
        fabric.way(rank, peer).cut(true);
        fabric.way(peer, rank).cut(true);
        return true;
    }

    /** One step moves all of them. */
    @Override
    protected boolean ownersMayDiffer() {
        return false;
    }

    /** Frames that are late must find the memory, so it ends with the fabric. */
    @Override
    protected boolean memoryEndsWithClose() {
        return false;
    }

    /** Frames are objects. */
    @Override
    protected long allocationBound() {
        return Long.MAX_VALUE;
    }
}
