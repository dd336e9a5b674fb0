package dev.kolo.wire.session;

import dev.kolo.fabric.address.Ipv4Address;
import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.fabric.lanes.Lane;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.schedule.CostModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One way for ranks to reach each other that a session may try: what makes its NIC, and what it must know before. */
public interface TransportOffer {
    /** {@code shm}, {@code tcp}, {@code verbs}: all ranks must offer the same. */
    String kind();

    /**
     * The RDMA devices that pairing chooses from; empty for NICs that need none: those have one lane to every peer.
     *
     * @throws NicException when this rank has none that it could offer; the message says why
     */
    List<DeviceRecord> devices() throws NicException;

    /** The lanes that a plan gives, in place of those that pairing would find. */
    default Optional<PlannedLanes> planned() {
        return Optional.empty();
    }

    /**
     * Makes the NIC of this rank; called once the session's id is known.
     *
     * @param session the session
     * @param rank the own rank
     * @param world number of ranks
     * @param lanesPerPeer as pairing decided
     */
    Nic open(SessionId session, int rank, int world, int lanesPerPeer) throws NicException;

    /** What exchanges cost on it, for the choice of schedules; the same on all ranks. */
    CostModel cost();

    /** Hardware addresses of the devices' netdevs, by device name; empty where cables are not looked at. */
    default Map<String, String> linkAddresses() {
        return Map.of();
    }

    /** The hardware address that answers for a peer's address on an own device; empty as long as none has. */
    default Optional<String> whoAnswers(DeviceRecord own, Ipv4Address peer) {
        return Optional.empty();
    }

    /** Bytes that may be under way at once on a lane; 0 without bound. Relayed lanes have one. */
    default long windowBytes(Lane lane) {
        return 0;
    }
}
