package dev.kolo.doctor.drift;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Settings.Located;
import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.finding.Code;
import java.util.List;
import java.util.Optional;

/** GIDs that moved to another index: who pinned the old one reaches another address, or none. */
public final class GidDriftCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        for (Pair pair : Pair.of(context)) {
            Changes changes = new Changes(pair.host());
            pair.devices((was, is) -> device(was, is, changes));
            if (!changes.isEmpty()) {
                Optional<Located> pinned = context.settings()
                        .of(pair.host(), "NCCL_IB_GID_INDEX")
                        .filter(s -> !s.value().startsWith("-"));
                changes.draft(out, Code.GID_DRIFT)
                        .consequence(
                                pinned.isPresent()
                                        ? "NCCL_IB_GID_INDEX=" + pinned.get().value()
                                                + " is pinned and may mean another address now, or none"
                                        : "whoever pinned the old index (NCCL_IB_GID_INDEX, -x of perftest) reaches another address, or"
                                                + " none")
                        .fix(
                                "leave NCCL_IB_GID_INDEX unset, with NCCL_IB_ADDR_RANGE where stray addresses stand in the table; or pin"
                                        + " what stands now, on every host")
                        .add();
            }
        }
    }

    private static void device(RdmaDevice was, RdmaDevice is, Changes changes) {
        if (!was.gidsObserved() || !is.gidsObserved()) {
            return;
        }
        for (GidEntry entry : was.gids()) {
            if (entry.gid().ipv4().isEmpty() || entry.type() == GidEntry.Type.ROCE_V1) {
                continue;
            }
            List<GidEntry> now = is.gids().stream()
                    .filter(g -> g.gid().equals(entry.gid()) && g.type() == entry.type())
                    .toList();
            boolean stays = now.stream().anyMatch(g -> g.index() == entry.index());
            if (!stays && !now.isEmpty()) {
                changes.add(
                        is.name(),
                        is.name() + " had " + entry.gid().ipv4().get() + " at GID index " + entry.index()
                                + " and has it at " + now.getFirst().index() + " now",
                        "GID index " + entry.index(),
                        entry.evidence(),
                        now.getFirst().evidence());
            }
        }
    }
}
