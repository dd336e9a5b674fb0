package dev.kolo.doctor.cables;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Links of unequal speed. A collective runs at the pace of its slowest link. Soft RoCE's rate and the rate of a port that
 * is down mean nothing and are not looked at.
 */
public final class LinkSpeedCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        TreeMap<Integer, List<Function>> bySpeed = new TreeMap<>();
        for (Function function : context.fabric().functions()) {
            boolean counts = function.linkState() == LinkState.UP
                    && (context.isConnected(function)
                            || context.fabric().links().isEmpty());
            OptionalInt speed = speedGbps(function);
            if (counts && speed.isPresent()) {
                bySpeed.computeIfAbsent(speed.getAsInt(), s -> new ArrayList<>())
                        .add(function);
            }
        }
        if (bySpeed.size() > 1) {
            report(out, bySpeed);
        }
    }

    private static void report(Findings out, TreeMap<Integer, List<Function>> bySpeed) {
        int best = bySpeed.lastKey();
        List<FunctionId> slow = new ArrayList<>();
        List<String> counts = new ArrayList<>();
        for (Map.Entry<Integer, List<Function>> entry : bySpeed.descendingMap().entrySet()) {
            counts.add(Phrase.count(entry.getValue().size(), "function") + " at " + entry.getKey() + " Gb/s");
            if (entry.getKey() < best) {
                entry.getValue().forEach(f -> slow.add(f.id()));
            }
        }
        Draft draft = out.report(Code.LINK_SPEED_MIXED)
                .at(
                        slow.stream().map(FunctionId::host).distinct().count() == 1
                                ? slow.getFirst().host()
                                : "",
                        Phrase.functions(slow))
                .seen(Phrase.list(counts))
                .wanted("the same speed on every link, " + best + " Gb/s")
                .consequence("every collective waits for its slowest link")
                .fix(
                        "use the same cable type everywhere; on the slow ends look at `ethtool NETDEV` (speed, autoneg) and"
                                + " set `sudo ethtool -s NETDEV speed " + best * 1000 + " autoneg on`");
        bySpeed.headMap(best).values().forEach(fs -> fs.forEach(f -> draft.evidence(f.evidence())));
        draft.add();
    }

    /** The speed that the netdev shows, else the RDMA port's rate. */
    private static OptionalInt speedGbps(Function function) {
        if (function.device().filter(RdmaDevice::isSoft).isPresent()) {
            return OptionalInt.empty();
        }
        OptionalInt netdev = function.netdev().map(n -> n.speedMbps()).orElse(OptionalInt.empty());
        if (netdev.isPresent()) {
            return OptionalInt.of(netdev.getAsInt() / 1000);
        }
        return function.device()
                .filter(d -> d.rateGbps().isPresent())
                .map(d -> OptionalInt.of((int) Math.round(d.rateGbps().getAsDouble())))
                .orElse(OptionalInt.empty());
    }
}
