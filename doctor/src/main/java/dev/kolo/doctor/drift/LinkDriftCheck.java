package dev.kolo.doctor.drift;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.fabric.counters.CounterMeaning;
import dev.kolo.fabric.counters.FunctionGrowth;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.finding.Code;
import java.util.Optional;
import java.util.OptionalInt;

/** MTUs that were reset, and links that went down or came back with another speed or width. */
public final class LinkDriftCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        for (Pair pair : Pair.of(context)) {
            mtu(pair, out);
            Changes worse = new Changes(pair.host());
            Changes better = new Changes(pair.host());
            pair.netdevs((was, is) -> netdev(pair, was, is, worse, better));
            pair.devices((was, is) -> device(was, is, worse, better));
            bounces(context, pair, worse);
            report(out, worse, better);
        }
    }

    private static void report(Findings out, Changes worse, Changes better) {
        if (!worse.isEmpty()) {
            worse.draft(out, Code.LINK_DRIFT)
                    .consequence(
                            "a link that is slower, narrower or down sets the pace of the whole ring, or breaks it; one that goes"
                                    + " down now and then ends jobs")
                    .fix(
                            "reseat the plug at both ends, then exchange the cable; for PCIe width or speed reseat the card and start the"
                                    + " host anew")
                    .add();
        }
        if (!better.isEmpty()) {
            better.note(out, Code.LINK_DRIFT)
                    .consequence("the link is better than it was")
                    .fix("nothing, when that was meant")
                    .add();
        }
    }

    private static void mtu(Pair pair, Findings out) {
        Changes less = new Changes(pair.host());
        Changes more = new Changes(pair.host());
        pair.netdevs((was, is) -> {
            if (pair.isFabric(is.name()) && differ(was.mtu(), is.mtu())) {
                (is.mtu().getAsInt() < was.mtu().getAsInt() ? less : more)
                        .changed(
                                is.name(),
                                "MTU",
                                was.mtu().getAsInt(),
                                is.mtu().getAsInt(),
                                was.evidence(),
                                is.evidence());
            }
        });
        pair.devices((was, is) -> {
            if (differ(was.activeMtu(), is.activeMtu())) {
                (is.activeMtu().getAsInt() < was.activeMtu().getAsInt() ? less : more)
                        .changed(
                                is.name(),
                                "path MTU",
                                was.activeMtu().getAsInt(),
                                is.activeMtu().getAsInt(),
                                was.evidence(),
                                is.evidence());
            }
        });
        String fix = "set it again at all ends (`ip link set dev NETDEV mtu 9000`), and in netplan, so that it lasts";
        if (!less.isEmpty()) {
            less.draft(out, Code.MTU_DRIFT)
                    .consequence("smaller packets cost speed, and ends with different MTUs drop what is too large")
                    .fix(fix)
                    .add();
        }
        if (!more.isEmpty()) {
            more.note(out, Code.MTU_DRIFT)
                    .consequence("larger packets are faster, if the other end of the cable takes them, too")
                    .fix("nothing, when all ends were changed")
                    .add();
        }
    }

    private static boolean differ(OptionalInt was, OptionalInt is) {
        return was.isPresent() && is.isPresent() && was.getAsInt() != is.getAsInt();
    }

    private static void netdev(Pair pair, Netdev was, Netdev is, Changes worse, Changes better) {
        if (!pair.isFabric(is.name())) {
            return;
        }
        if (was.state() == LinkState.UP && is.state() == LinkState.DOWN) {
            worse.changed(is.name(), "state", "up", "down", was.evidence(), is.evidence());
        } else if (was.state() == LinkState.DOWN && is.state() == LinkState.UP) {
            better.changed(is.name(), "state", "down", "up", was.evidence(), is.evidence());
        } else if (differ(was.speedMbps(), is.speedMbps())) {
            boolean slower = is.speedMbps().getAsInt() < was.speedMbps().getAsInt();
            (slower ? worse : better)
                    .changed(
                            is.name(),
                            "speed in Mb/s",
                            was.speedMbps().getAsInt(),
                            is.speedMbps().getAsInt(),
                            was.evidence(),
                            is.evidence());
        }
    }

    private static void device(RdmaDevice was, RdmaDevice is, Changes worse, Changes better) {
        boolean bothActive = was.state() == RdmaDevice.State.ACTIVE && is.state() == RdmaDevice.State.ACTIVE;
        if (bothActive
                && was.rateGbps().isPresent()
                && is.rateGbps().isPresent()
                && was.rateGbps().getAsDouble() != is.rateGbps().getAsDouble()) {
            boolean slower = is.rateGbps().getAsDouble() < was.rateGbps().getAsDouble();
            (slower ? worse : better)
                    .changed(
                            is.name(),
                            "rate in Gb/s",
                            was.rateGbps().getAsDouble(),
                            is.rateGbps().getAsDouble(),
                            was.evidence(),
                            is.evidence());
        }
        if (was.state() == RdmaDevice.State.ACTIVE && is.state() == RdmaDevice.State.DOWN) {
            worse.changed(is.name(), "port", "active", "down", was.evidence(), is.evidence());
        }
        for (String parameter : new String[] {"pci.current_link_width", "pci.current_link_speed"}) {
            Optional<String> before = Optional.ofNullable(was.parameters().get(parameter));
            Optional<String> after = Optional.ofNullable(is.parameters().get(parameter));
            if (before.isPresent() && after.isPresent() && !before.equals(after)) {
                (number(after.get()) < number(before.get()) ? worse : better)
                        .changed(
                                is.name(),
                                parameter.endsWith("width") ? "PCIe width" : "PCIe speed",
                                before.get(),
                                after.get(),
                                was.evidence(),
                                is.evidence());
            }
        }
    }

    /** The leading number of "32.0 GT/s PCIe" or "4". */
    private static double number(String text) {
        int end = 0;
        while (end < text.length() && (Character.isDigit(text.charAt(end)) || text.charAt(end) == '.')) {
            end++;
        }
        try {
            return Double.parseDouble(text.substring(0, end));
        } catch (NumberFormatException notANumber) {
            return 0;
        }
    }

    /** Links that are up in both observations and were down in between, as the driver counts it. */
    private static void bounces(Context context, Pair pair, Changes worse) {
        if (context.growth().isEmpty()) {
            return;
        }
        for (FunctionGrowth row : context.growth().get().of(pair.host())) {
            long times = row.troubles().stream()
                    .filter(t ->
                            t.meaning() == CounterMeaning.LINK && t.growth().isExact())
                    .mapToLong(t -> t.growth().atLeast())
                    .max()
                    .orElse(0);
            if (times > 0) {
                String name = row.function().name();
                worse.add(
                        name,
                        "the link of " + name + " went down " + (times == 1 ? "once" : times + " times")
                                + " in between",
                        "up all the time",
                        row.function().evidence(),
                        row.function().evidence());
            }
        }
    }
}
