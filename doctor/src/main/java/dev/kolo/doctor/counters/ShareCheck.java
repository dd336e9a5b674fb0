package dev.kolo.doctor.counters;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.doctor.counters.ExpectedShares.Range;
import dev.kolo.fabric.counters.FunctionGrowth;
import dev.kolo.fabric.counters.Traffic;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.finding.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The share that each device carried against the one that the plan gives it. Devices that carry nothing have a finding of
 * their own.
 */
public final class ShareCheck implements Check {
    /** Shares are judged from this much on: 100 MB, or as many packets as carry about that. */
    private static final double ENOUGH_BYTES = 100e6;

    private static final double ENOUGH_PACKETS = 25_000;

    /** Published splits of sound rings lie within 2 % of even; a fifth off is more than chance. */
    private static final double SLACK = 0.2;

    @Override
    public void examine(Context context, Findings out) {
        Optional<ExpectedShares> expected = context.plan().map(ExpectedShares::of);
        if (expected.isEmpty() || context.growth().isEmpty()) {
            return;
        }
        for (String host : context.growth().get().hosts().keySet()) {
            List<FunctionGrowth> rows = context.growth().get().of(host);
            if (hasEnough(rows)) {
                judge(host, rows, expected.get(), out);
            }
        }
    }

    /** True when a host's functions carried enough to speak of shares. */
    static boolean hasEnough(List<FunctionGrowth> rows) {
        double all = rows.stream()
                .flatMap(r -> r.traffic().stream())
                .mapToDouble(Traffic::weight)
                .sum();
        boolean packets =
                rows.stream().flatMap(r -> r.traffic().stream()).anyMatch(t -> t.source() == Traffic.Source.SOFT_RDMA);
        return all >= (packets ? ENOUGH_PACKETS : ENOUGH_BYTES);
    }

    private static void judge(String host, List<FunctionGrowth> rows, ExpectedShares expected, Findings out) {
        List<String> off = new ArrayList<>();
        List<String> wanted = new ArrayList<>();
        List<Evidence> evidence = new ArrayList<>();
        for (FunctionGrowth row : rows) {
            String name = row.function()
                    .device()
                    .map(d -> d.name())
                    .orElse(row.function().name());
            Optional<Range> range = expected.of(host, name);
            if (range.isEmpty()
                    || row.share().isEmpty()
                    || !row.traffic().get().source().countsRdma()) {
                continue;
            }
            double share = row.share().getAsDouble();
            wanted.add(name + " " + range.get().words());
            boolean few = share < range.get().least() * (1 - SLACK);
            boolean many = share > range.get().most() * (1 + SLACK) + 0.01;
            if (few || many) {
                off.add(name + " carried " + Math.round(share * 100) + " %");
                evidence.add(row.function().evidence());
            }
        }
        boolean idleSaid = out.has(Code.DEVICES_CARRY_NOTHING);
        if (off.isEmpty() || idleSaid) {
            return;
        }
        out.report(Code.SHARE_NOT_PLANNED)
                .likely()
                .at(host, "the shares of the devices")
                .seen(Phrase.list(off))
                .wanted("by the plan: " + Phrase.list(wanted))
                .consequence("the busiest device sets the pace, while others could carry more")
                .fix(
                        "compare the environment of the ranks with the plan's (NCCL_IB_HCA, NCCL_MIN_NCHANNELS, NCCL_MAX_NCHANNELS:"
                                + " as many channels as devices, or a multiple), and look for the lines \"overriding dev\" of"
                                + " NCCL_DEBUG_SUBSYS=INIT,ENV,NET")
                .evidence(evidence)
                .add();
    }
}
