package dev.kolo.cli.lab.verbs;

import dev.kolo.verbs.VerbsOffer;
import dev.kolo.verbs.nic.LaneTuning;
import dev.kolo.verbs.nic.RecentNumbers;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicContract;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.record.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What every NIC must keep, on this host's own RDMA device: all ranks in one process, lanes from the device to itself. */
final class RoceContract extends NicContract {
    private final RecentNumbers recent = new RecentNumbers();

    @Override
    protected List<? extends Nic> open(int world, int lanesPerPeer) throws NicException {
        List<Nic> nics = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            VerbsOffer offer = new VerbsOffer("guest", List.of(), LaneTuning.USUAL, recent, Optional.empty());
            offer.devices();
            nics.add(offer.open(SessionId.NONE, rank, world, lanesPerPeer));
        }
        return nics;
    }

    @Override
    protected int mostLanes() {
        return 2;
    }
}
