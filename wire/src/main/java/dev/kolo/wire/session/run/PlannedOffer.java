package dev.kolo.wire.session.run;

import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.fabric.lanes.Lane;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.schedule.CostModel;
import dev.kolo.wire.session.PlannedLanes;
import dev.kolo.wire.session.TransportOffer;
import java.util.List;
import java.util.Optional;

/**
 * Another transport under a plan: lanes between the ranks that the plan joins, and no others, so that a ring can be rehearsed
 * on any machine.
 *
 * @param offer the transport
 * @param lanes the plan's lanes
 */
public record PlannedOffer(TransportOffer offer, PlannedLanes lanes) implements TransportOffer {
    @Override
    public String kind() {
        return offer.kind();
    }

    @Override
    public List<DeviceRecord> devices() throws NicException {
        return offer.devices();
    }

    @Override
    public Optional<PlannedLanes> planned() {
        return Optional.of(lanes);
    }

    @Override
    public Nic open(SessionId session, int rank, int world, int lanesPerPeer) throws NicException {
        return offer.open(session, rank, world, lanesPerPeer);
    }

    @Override
    public CostModel cost() {
        return offer.cost();
    }

    @Override
    public long windowBytes(Lane lane) {
        return offer.windowBytes(lane);
    }
}
