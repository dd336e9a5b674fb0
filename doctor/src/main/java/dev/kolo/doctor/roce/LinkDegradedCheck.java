package dev.kolo.doctor.roce;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * PCIe below what the card can do. Speed is compared with the function's own maximum. Width is compared with the other
 * functions of the fabric, since a board may wire fewer lanes than the card has (a Spark: four for each half).
 */
public final class LinkDegradedCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        TreeMap<Double, TreeMap<Integer, List<Function>>> byMaximum = new TreeMap<>();
        for (Function function : context.fabric().functions()) {
            Optional<RdmaDevice> device = function.device().filter(d -> !d.isSoft());
            if (device.isEmpty() || function.linkState() == LinkState.DOWN) {
                continue;
            }
            number(device.get(), "pci.current_link_width")
                    .ifPresent(w -> byMaximum
                            .computeIfAbsent(
                                    number(device.get(), "pci.max_link_width").orElse(0.0), m -> new TreeMap<>())
                            .computeIfAbsent(w.intValue(), x -> new ArrayList<>())
                            .add(function));
            Optional<Double> now = number(device.get(), "pci.current_link_speed");
            Optional<Double> most = number(device.get(), "pci.max_link_speed");
            if (now.isPresent() && most.isPresent() && now.get() < most.get()) {
                report(out, function, device.get(), now.get() + " GT/s", most.get() + " GT/s, the card's own maximum");
            }
        }
        byMaximum.values().forEach(byWidth -> compareWidths(out, byWidth));
    }

    /** Among functions that could have the same width, those that have fewer lanes than most. */
    private static void compareWidths(Findings out, TreeMap<Integer, List<Function>> byWidth) {
        int usual = byWidth.entrySet().stream()
                .max(Map.Entry.comparingByValue((x, y) -> Integer.compare(x.size(), y.size())))
                .map(Map.Entry::getKey)
                .orElse(0);
        byWidth.headMap(usual)
                .forEach((width, functions) -> functions.forEach(f -> f.device()
                        .ifPresent(d -> report(out, f, d, "x" + width, "x" + usual + ", as on the other functions"))));
    }

    private static void report(Findings out, Function function, RdmaDevice device, String seen, String wanted) {
        Draft draft = out.report(Code.LINK_DEGRADED)
                .at(function.host(), function.label())
                .seen("PCIe link at " + seen)
                .wanted(wanted)
                .consequence("the half of the port that hangs on this PCIe link carries less than its share")
                .fix(
                        "shut the host down, unplug it from power for a minute and start it again; if the link stays like that,"
                                + " compare BIOS and firmware with a host that works")
                .evidence(device.evidence());
        draft.add();
    }

    /** "32.0 GT/s PCIe" → 32.0, "4" → 4. */
    private static Optional<Double> number(RdmaDevice device, String key) {
        String text = device.parameters().getOrDefault(key, "");
        int end = 0;
        while (end < text.length() && (Character.isDigit(text.charAt(end)) || text.charAt(end) == '.')) {
            end++;
        }
        if (end == 0 || end > 6 || text.charAt(0) == '.') {
            return Optional.empty();
        }
        String digits = text.substring(0, end);
        return digits.indexOf('.') == digits.lastIndexOf('.')
                ? Optional.of(Double.parseDouble(digits))
                : Optional.empty();
    }
}
