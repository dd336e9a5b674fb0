package dev.kolo.wire.session.run;

import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.schedule.CostModel;
import dev.kolo.wire.session.TransportOffer;
import dev.kolo.wire.shm.ShmNic;
import dev.kolo.wire.shm.ShmSettings;
import java.util.List;

/** Shared memory, for ranks of one host. */
public final class ShmOffer implements TransportOffer {
    @Override
    public String kind() {
        return "shm";
    }

    @Override
    public List<DeviceRecord> devices() {
        return List.of();
    }

    @Override
    public Nic open(SessionId session, int rank, int world, int lanesPerPeer) {
        return new ShmNic(ShmSettings.of(session, rank, world));
    }

    @Override
    public CostModel cost() {
        return CostModel.SHARED_MEMORY;
    }
}
