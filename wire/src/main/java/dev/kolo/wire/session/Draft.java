package dev.kolo.wire.session;

import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.lanes.Lane;
import dev.kolo.fabric.lanes.LaneTable;
import dev.kolo.wire.collective.Engine;
import dev.kolo.wire.layout.PayloadForm;
import dev.kolo.wire.layout.RegionLayout;
import dev.kolo.wire.nic.LaneRequest;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.schedule.Reach;
import dev.kolo.wire.session.star.Star;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A transport while it is being set up: what the stages so far have found. */
final class Draft implements AutoCloseable {
    /** Behind the layout: a line for every lane check's arrival, then the words that are sent. */
    static final long CHECK_BYTES = 2L * RegionLayout.MAX_WORLD * RegionLayout.MAX_LANES * RegionLayout.LINE_BYTES;

    final Star star;
    final TransportOffer offer;
    final SetUpTerms terms;
    final int tag;
    final CounterPages pages;
    int lanesPerPeer = 1;
    Reach reach;
    Optional<LaneTable> table = Optional.empty();
    Optional<Finding> refusal = Optional.empty();
    List<Finding> notices = List.of();
    Optional<Nic> nic = Optional.empty();
    MemorySegment region = MemorySegment.NULL;
    List<PeerRecord> records = List.of();
    Optional<Engine> engine = Optional.empty();
    Optional<String> orderChecked = Optional.empty();
    byte[] trialResult = new byte[0];

    Draft(Star star, TransportOffer offer, SetUpTerms terms, int tag, CounterPages pages) {
        this.star = star;
        this.offer = offer;
        this.terms = terms;
        this.tag = tag;
        this.pages = pages;
        this.reach = Reach.everyPair(star.world());
    }

    RegionLayout layout() {
        boolean plain = terms.form() == PayloadForm.PLAIN;
        long wordsMostBytes = plain ? 0 : offer.cost().wordsMostBytes(terms.limitBytes());
        return new RegionLayout(star.world(), lanesPerPeer, terms.limitBytes(), terms.form(), wordsMostBytes);
    }

    Nic nic() {
        return nic.orElseThrow();
    }

    /** Every lane of this rank, in order. */
    List<LaneRequest> requests() {
        List<LaneRequest> all = new ArrayList<>();
        for (int peer : reach.peersOf(star.rank())) {
            for (int index = 0; index < lanesPerPeer; index++) {
                LaneRequest plain = LaneRequest.of(star.rank(), peer, index, lanesPerPeer);
                all.add(new LaneRequest(plain.lane(), star.rank(), peer, index, path(peer, index)));
            }
        }
        return all;
    }

    private Optional<Lane> path(int peer, int index) {
        return table.flatMap(t -> t.between(star.rank(), peer).stream()
                .filter(lane -> lane.index() == index)
                .findFirst());
    }

    List<Long> windows() {
        List<Long> windows = new ArrayList<>();
        for (int lane = 0; lane < star.world() * lanesPerPeer; lane++) {
            windows.add(path(lane / lanesPerPeer, lane % lanesPerPeer)
                    .map(offer::windowBytes)
                    .orElse(0L));
        }
        return windows.stream().allMatch(w -> w == 0) ? List.of() : windows;
    }

    /** Gives everything back; nothing of it is used again. */
    @Override
    public void close() {
        nic.ifPresent(Nic::close);
        nic = Optional.empty();
        engine = Optional.empty();
    }
}
