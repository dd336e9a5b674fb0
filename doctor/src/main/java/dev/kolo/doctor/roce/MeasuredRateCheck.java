package dev.kolo.doctor.roce;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Context.LocatedRemark;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A 200 Gb/s link that a bandwidth test finds far below what one PCIe half can carry (98 to 111 Gb/s on a Spark): the
 * known state in which it measures 8 to 25 Gb/s at full PCIe width, and the milder one in which both halves together
 * reach 118 of 190.
 */
public final class MeasuredRateCheck implements Check {
    /** Links slower than this are not what the figures were measured on. */
    private static final double LINK_GBPS = 200;
    /** The known bad state lies at or below this. */
    private static final double STUCK_GBPS = 25;
    /** Below this a half carries clearly less than its share of the 190 that both carry. */
    private static final double LEAST_GBPS = 70;

    @Override
    public void examine(Context context, Findings out) {
        for (LocatedRemark remark : context.remarks(Remark.Kind.MEASURED_GBPS)) {
            String[] words = remark.value().split(" ");
            if (words.length == 2 && words[1].matches("[0-9]{1,6}(\\.[0-9]{1,6})?")) {
                judge(context, out, remark, words[0], Double.parseDouble(words[1]));
            }
        }
    }

    private static void judge(Context context, Findings out, LocatedRemark remark, String name, double measured) {
        if (measured >= LEAST_GBPS) {
            return;
        }
        Optional<RdmaDevice> device = device(context, remark.host(), name);
        OptionalDouble rate = device.map(RdmaDevice::rateGbps).orElse(OptionalDouble.empty());
        if (rate.isEmpty()) {
            out.askFor("whether " + text(measured) + " Gb/s is little for " + name, Topic.RDMA_PORTS, remark.host());
            return;
        }
        if (rate.getAsDouble() < LINK_GBPS || device.filter(RdmaDevice::isSoft).isPresent()) {
            return;
        }
        Draft draft = out.report(Code.LINK_DEGRADED)
                .at(remark.host(), name)
                .seen(text(measured) + " Gb/s measured on a link of " + text(rate.getAsDouble()) + " Gb/s")
                .wanted("about 98 to 111 Gb/s for one PCIe half")
                .consequence(
                        "this half of the port carries " + (measured <= STUCK_GBPS ? "next to nothing" : "too little")
                                + ", and every collective waits for it")
                .fix(
                        "measure again with nothing else running; if it stays, shut the host down, unplug it from power for a minute"
                                + " and start it again")
                .evidence(remark.remark().evidence());
        if (measured > STUCK_GBPS) {
            draft.likely();
        }
        draft.add();
    }

    /** The host's own device; for a text without a host name any host's of that name, since those are alike. */
    private static Optional<RdmaDevice> device(Context context, String host, String name) {
        Optional<RdmaDevice> own = context.facts(host).flatMap(f -> f.rdmaDevice(name));
        return own.isPresent() || !host.isEmpty()
                ? own
                : context.inventory().hosts().stream()
                        .flatMap(f -> f.rdmaDevice(name).stream())
                        .filter(d -> d.rateGbps().isPresent())
                        .min(Comparator.comparingDouble(d -> d.rateGbps().orElse(0)));
    }

    private static String text(double gbps) {
        return gbps == Math.rint(gbps) ? Long.toString((long) gbps) : String.format(Locale.ROOT, "%.1f", gbps);
    }
}
