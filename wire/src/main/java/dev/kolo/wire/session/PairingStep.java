package dev.kolo.wire.session;

import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.lanes.DeviceRecord;
import dev.kolo.fabric.lanes.LaneTable;
import dev.kolo.fabric.lanes.Pairing;
import dev.kolo.fabric.lanes.PairingResult;
import dev.kolo.fabric.lanes.RankRecord;
import dev.kolo.wire.nic.NicException;
import dev.kolo.wire.record.Digests;
import dev.kolo.wire.record.RecordException;
import dev.kolo.wire.record.RecordReader;
import dev.kolo.wire.record.RecordWriter;
import dev.kolo.wire.schedule.Reach;
import dev.kolo.wire.session.star.Gathering;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Gathers all ranks' device records and pairs them into lanes, before any NIC exists. Every rank computes the same. */
final class PairingStep implements Step {
    private final Draft draft;
    private Optional<Gathering> gathering = Optional.empty();
    private String trouble = "";

    PairingStep(Draft draft) {
        this.draft = draft;
    }

    @Override
    public String name() {
        return "pairing";
    }

    @Override
    public boolean poll(long nowNanos) throws RecordException, StepFailure {
        if (gathering.isEmpty()) {
            RankRecord own = RankRecord.of(
                    draft.star.rank(), draft.star.hosts().get(draft.star.rank()), draft.terms.digest(), devices());
            byte[] part = new RecordWriter()
                    .text(draft.offer.kind())
                    .blob(Digests.bytes(planned()))
                    .blob(DeviceRecords.encode(own, draft.star.session()))
                    .toBytes();
            gathering = Optional.of(draft.star.allGather(draft.offer.kind() + " device records", part));
        }
        Optional<List<byte[]>> parts = gathering.get().parts();
        if (parts.isEmpty()) {
            return false;
        }
        List<RankRecord> records = new ArrayList<>();
        for (int rank = 0; rank < parts.get().size(); rank++) {
            records.add(read(rank, parts.get().get(rank)));
        }
        if (!trouble.isEmpty()) {
            throw new StepFailure(trouble);
        }
        if (draft.offer.planned().isPresent()) {
            followPlan(draft.offer.planned().get(), records);
        } else if (records.stream().anyMatch(r -> !r.devices().isEmpty())) {
            pair(records);
        }
        return true;
    }

    /** A rank without devices takes part all the same: its verdict then tells the others why. */
    private List<DeviceRecord> devices() {
        try {
            return draft.offer.devices();
        } catch (NicException e) {
            trouble = Objects.requireNonNullElse(e.getMessage(), e.toString());
            return List.of();
        }
    }

    private String planned() {
        return draft.offer.planned().map(PlannedLanes::text).orElse("");
    }

    /** A NIC without devices has the plan's lanes all the same: as many, and between the same ranks. */
    private void followPlan(PlannedLanes planned, List<RankRecord> records) throws StepFailure {
        try {
            Reach reach = planned.reach(draft.star.world());
            if (records.stream().allMatch(r -> r.devices().isEmpty())) {
                draft.reach = reach;
                draft.lanesPerPeer = planned.lanesPerPeer();
            } else {
                take(planned.over(records), reach, List.of());
            }
        } catch (IllegalArgumentException e) {
            throw new StepFailure(Objects.requireNonNullElse(e.getMessage(), e.toString()));
        }
    }

    private RankRecord read(int rank, byte[] part) throws RecordException, StepFailure {
        RecordReader reader = new RecordReader("the device records of rank " + rank, part);
        String kind = reader.text();
        String plan = new String(reader.blob(), StandardCharsets.UTF_8);
        byte[] record = reader.blob();
        reader.end();
        if (!kind.equals(draft.offer.kind())) {
            throw new StepFailure("rank " + rank + " offers the " + kind + " NIC, this rank the " + draft.offer.kind()
                    + " NIC: give all ranks the same");
        }
        if (!plan.equals(planned())) {
            throw new StepFailure("rank " + rank + " was given other planned lanes than this rank"
                    + (plan.isEmpty() || planned().isEmpty() ? ", of which one has none" : "")
                    + ": give all ranks the same plan");
        }
        try {
            return DeviceRecords.decode(rank, record, draft.star.session());
        } catch (RecordException e) {
            draft.refusal = Optional.of(DeviceRecords.damaged(rank, e));
            throw e;
        }
    }

    private void pair(List<RankRecord> records) throws StepFailure {
        switch (Pairing.pair(records, draft.terms.limits())) {
            case PairingResult.EveryPair(LaneTable table, List<Finding> notices) ->
                take(table, Reach.everyPair(draft.star.world()), notices);
            case PairingResult.NeighboursOnly(LaneTable table, List<PairingResult.RankPair> unpaired, var notices) -> {
                if (!draft.terms.neighbours()) {
                    throw new StepFailure("only neighbours share a cable (" + unpaired + " do not), and schedules among"
                            + " neighbours are switched off: relay, or switch them on");
                }
                take(table, ringOf(table), notices);
            }
            case PairingResult.Refused(Finding refusal) -> {
                draft.refusal = Optional.of(refusal);
                throw new StepFailure(refusal.code() + ": " + refusal.subject()
                        + (refusal.host().isEmpty() ? "" : " on " + refusal.host()) + " has " + refusal.seen()
                        + ", wanted is " + refusal.wanted() + ". " + refusal.consequence() + " " + refusal.fix());
            }
        }
    }

    private void take(LaneTable table, Reach reach, List<Finding> notices) {
        draft.table = Optional.of(table);
        draft.lanesPerPeer = table.lanesPerPeer();
        draft.reach = reach;
        draft.notices = notices;
    }

    private static Reach ringOf(LaneTable table) throws StepFailure {
        return Reach.over(
                        table.world(), (low, high) -> !table.between(low, high).isEmpty())
                .orElseThrow(
                        () -> new StepFailure("the cables join neither every pair of ranks nor a closed ring, so no"
                                + " schedule carries exchanges: close the ring, or relay"));
    }
}
