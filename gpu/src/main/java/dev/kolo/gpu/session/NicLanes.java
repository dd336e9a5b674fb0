package dev.kolo.gpu.session;

import dev.kolo.gpu.cuda.CudaException;
import dev.kolo.wire.nic.FirstTrouble;
import dev.kolo.wire.nic.LaneEndpoint;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.LaneState;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.nic.RegionRecord;
import dev.kolo.wire.record.RecordException;
import dev.kolo.wire.record.SessionId;
import dev.kolo.wire.session.PeerRecord;
import dev.kolo.wire.session.TransportOffer;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The NIC behind a rank's proxy, whose registered memory is the rank's device region: opened, its lane to every peer joined.
 * So GPUs of several hosts need no memory that both see.
 */
final class NicLanes implements AutoCloseable {
    /** Lanes to each peer: one worker posts, and order holds on one lane. */
    static final int LANES_PER_PEER = 1;

    private static final long BOUND_NANOS = 30_000_000_000L;
    private static final long NAP_NANOS = 50_000;

    /** Sets this NIC's names apart from those of the host wire's NIC in the same session. */
    private static final long OWN_NAMES = 0x6b6f6c6f_6e6963L;

    private final Nic nic;
    private final SessionId session;
    private final int rank;
    private final int world;
    private final FirstTrouble trouble = new FirstTrouble();

    /**
     * Opens the NIC.
     *
     * @param offer which NIC; one that needs no pairing of devices
     * @param host the host wire's session
     * @throws CudaException when there is none
     */
    NicLanes(TransportOffer offer, SessionId host, int rank, int world) {
        this.session = new SessionId(host.high(), host.low() ^ OWN_NAMES);
        this.rank = rank;
        this.world = world;
        try {
            if (!offer.devices().isEmpty()) {
                throw new CudaException("the path proxy-nic takes the shm and tcp NICs; over " + offer.kind()
                        + " use kolo wire serve and kolo_torch.order");
            }
            nic = offer.open(session, rank, world, LANES_PER_PEER);
        } catch (NicException e) {
            throw new CudaException("rank " + rank + " has no " + offer.kind() + " NIC: " + e.getMessage());
        }
    }

    Nic nic() {
        return nic;
    }

    /** Fresh registered memory, and in {@code record} what the peers must know of it and of the lanes. */
    MemorySegment region(long bytes, byte[][] record) {
        try {
            MemorySegment region = nic.allocate(bytes);
            RegionRecord registered = nic.register(region);
            Map<Integer, LaneEndpoint> lanes = new TreeMap<>();
            for (int peer = 0; peer < world; peer++) {
                if (peer != rank) {
                    LaneRequest request = LaneRequest.of(rank, peer, 0, LANES_PER_PEER);
                    lanes.put(request.lane(), nic.openLane(request));
                }
            }
            record[0] = new PeerRecord(registered, lanes).encode(session, rank);
            return region;
        } catch (NicException e) {
            throw new CudaException("rank " + rank + "'s region of " + bytes + " B on the " + nic.name()
                    + " NIC failed: " + e.getMessage());
        }
    }

    /** Joins the lanes to those of all peers, whose records stand in rank order. */
    void connect(List<byte[]> records) {
        try {
            for (int peer = 0; peer < world; peer++) {
                if (peer != rank) {
                    PeerRecord other = PeerRecord.decode(session, peer, records.get(peer));
                    nic.connect(peer * LANES_PER_PEER, other.lane(rank * LANES_PER_PEER), other.region());
                }
            }
        } catch (NicException | RecordException e) {
            throw new CudaException("rank " + rank + "'s lanes over " + nic.name() + ": " + e.getMessage());
        }
        long since = System.nanoTime();
        for (int peer = 0; peer < world; peer++) {
            while (peer != rank && nic.laneState(peer * LANES_PER_PEER) != LaneState.READY) {
                nic.poll(trouble);
                if (nic.laneState(peer * LANES_PER_PEER) == LaneState.FAILED
                        || System.nanoTime() - since > BOUND_NANOS) {
                    throw new CudaException("rank " + rank + "'s lane to rank " + peer + " did not connect: "
                            + (trouble.words().isEmpty() ? nic.describeLane(peer * LANES_PER_PEER) : trouble.words()));
                }
                LockSupport.parkNanos(NAP_NANOS);
            }
        }
    }

    @Override
    public void close() {
        nic.close();
    }
}
