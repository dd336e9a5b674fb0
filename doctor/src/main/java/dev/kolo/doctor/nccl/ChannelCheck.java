package dev.kolo.doctor.nccl;

import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.probe.nccl.ChannelPlan;
import dev.kolo.probe.nccl.RankLog;
import dev.kolo.probe.nccl.RingPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The channels as planned: as many as give every device an equal share, and half of them each way round a ring. */
final class ChannelCheck implements LogCheck {
    @Override
    public void examine(LogView view, Findings out) {
        List<RankLog> uneven =
                view.ranks().stream().filter(r -> isUneven(view, r)).toList();
        if (!uneven.isEmpty()) {
            reportUneven(view, out, uneven);
        }
        if (!out.has(Code.ONE_ORIENTATION)) {
            orientation(view, out);
        }
    }

    private static boolean isUneven(LogView view, RankLog rank) {
        int devices = rank.network().devices().size();
        int channels = rank.paths().channelCount().orElse(0);
        return devices > 1 && channels > 0 && channels % devices != 0 && usesIb(rank) && view.spansHosts(rank);
    }

    private static boolean usesIb(RankLog rank) {
        return rank.network().network().filter(n -> n.value().equals("IB")).isPresent()
                || rank.paths().channels().stream().anyMatch(c -> c.network().equals("IB"));
    }

    private static void reportUneven(LogView view, Findings out, List<RankLog> uneven) {
        RankLog first = uneven.getFirst();
        int devices = first.network().devices().size();
        int channels = first.paths().channelCount().orElse(0);
        int better = Math.max(devices, channels / devices * devices);
        List<Evidence> evidence = new ArrayList<>();
        first.network().devices().forEach(d -> evidence.add(d.evidence()));
        first.paths().channels().stream().map(ChannelPlan::evidence).forEach(evidence::add);
        out.report(Code.CHANNELS_NOT_MULTIPLE_OF_DEVICES)
                .at("", "channels")
                .seen(Phrase.count(channels, "channel") + " over " + Phrase.count(devices, "device") + " in "
                        + Phrase.list(uneven.stream().map(view::title).toList()))
                .wanted("a multiple of " + devices)
                .consequence("some devices carry one channel more than others, and the busiest one sets the pace")
                .fix("set NCCL_MIN_NCHANNELS=" + better + " NCCL_MAX_NCHANNELS=" + better + " on every rank")
                .evidence(evidence)
                .add();
    }

    /** Stock NCCL sends every channel the same way round; only a patched build turns half of them. */
    private static void orientation(LogView view, Findings out) {
        if (!view.isSwitchless()) {
            return;
        }
        List<RankLog> oneWay = view.ranks().stream()
                .filter(ChannelCheck::isOneWay)
                .filter(ChannelCheck::usesIb)
                .toList();
        if (oneWay.isEmpty()) {
            return;
        }
        RankLog first = oneWay.getFirst();
        Draft draft = out.report(Code.ONE_ORIENTATION)
                .severity(Severity.INFO)
                .likely()
                .at("", "the direction of all channels")
                .seen("all " + first.paths().places().size() + " channels of " + view.title(first) + " go from rank "
                        + first.paths().places().getFirst().previous() + " to rank "
                        + first.paths().places().getFirst().next())
                .wanted("half of the channels each way round")
                .consequence(
                        "each cable carries bulk data in one direction only, so the ring moves half of what it could; stock"
                                + " NCCL plans it so")
                .fix(
                        "nothing is broken; a build that turns every second channel round uses both directions. The counters of"
                                + " `kolo watch` show what it is worth");
        first.paths().places().stream().limit(4).map(RingPlace::evidence).forEach(draft::evidence);
        draft.add();
    }

    private static boolean isOneWay(RankLog rank) {
        Set<String> ways = new TreeSet<>();
        for (RingPlace place : rank.paths().places()) {
            ways.add(place.previous() + ">" + place.next());
        }
        return ways.size() == 1
                && rank.paths().places().size() > 1
                && rank.paths().places().getFirst().previous()
                        != rank.paths().places().getFirst().next();
    }
}
