package dev.kolo.wire.session.run;

import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.schedule.CostModel;
import dev.kolo.wire.session.TransportOffer;
import java.util.List;

/** An offer that does what another does, to be changed in part. */
class PlainOffer implements TransportOffer {
    private final TransportOffer inner;

    PlainOffer(TransportOffer inner) {
        this.inner = inner;
    }

    @Override
    public String kind() {
        return inner.kind();
    }

    @Override
    public List<DeviceRecord> devices() throws NicException {
        return inner.devices();
    }

    @Override
    public Nic open(SessionId session, int rank, int world, int lanesPerPeer) throws NicException {
        return inner.open(session, rank, world, lanesPerPeer);
    }

    @Override
    public CostModel cost() {
        return inner.cost();
    }
}
