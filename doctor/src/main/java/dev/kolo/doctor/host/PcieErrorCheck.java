package dev.kolo.doctor.host;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Context.LocatedRemark;
import dev.kolo.doctor.check.Findings;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Errors on the PCIe link of a fabric function, from the kernel's log or its counters (Advanced Error Reporting). Corrected
 * ones cost a retry each and happen now and then; many of them, or any that was not corrected, mean a bad link.
 */
public final class PcieErrorCheck implements Check {
    /** Fewer corrected errors since the boot are no more than a note. */
    private static final long MANY = 100;

    @Override
    public void examine(Context context, Findings out) {
        List<LocatedRemark> lines = context.remarks(Remark.Kind.PCIE_ERROR);
        Set<LocatedRemark> told = new HashSet<>();
        for (Function function : context.fabric().functions()) {
            Tally tally = new Tally();
            function.device().ifPresent(d -> counters(d, tally));
            for (LocatedRemark line : lines) {
                String[] words = line.value().split(" ");
                boolean mine = line.host().equals(function.host())
                        && words.length == 3
                        && function.pci()
                                .filter(p -> p.toString().equals(words[0]))
                                .isPresent();
                if (mine) {
                    told.add(line);
                    tally.seeLine(
                            words[1],
                            Context.number(words[2]).orElse(1),
                            line.remark().evidence());
                }
            }
            if (tally.any()) {
                report(out, function.host(), function.label(), tally, List.of(function.id()));
            }
        }
        lines.stream().filter(l -> !told.contains(l)).forEach(l -> alone(out, l));
    }

    /** A line of a NIC's driver about a function of which nothing else was shown. */
    private static void alone(Findings out, LocatedRemark line) {
        String[] words = line.value().split(" ");
        if (words.length == 3 && line.remark().evidence().text().contains("mlx5")) {
            Tally tally = new Tally();
            tally.seeLine(
                    words[1], Context.number(words[2]).orElse(1), line.remark().evidence());
            if (tally.any()) {
                report(out, line.host(), "PCIe function " + words[0], tally, List.of());
            }
        }
    }

    private static void counters(RdmaDevice device, Tally tally) {
        device.parameters().forEach((name, value) -> {
            if (name.startsWith("pci.aer_dev_") && name.contains(".TOTAL_ERR")) {
                long count = value.matches("[0-9]{1,12}") ? Long.parseLong(value) : 0;
                tally.seeCounter(
                        name.substring("pci.aer_dev_".length(), name.indexOf('.', 5)), count, device.evidence());
            }
        });
    }

    private static void report(Findings out, String host, String subject, Tally tally, List<FunctionId> about) {
        boolean bad = tally.nonfatal + tally.fatal > 0;
        boolean many = tally.corrected >= MANY;
        out.report(Code.PCIE_AER)
                .severity(bad ? Severity.ERROR : many ? Severity.WARNING : Severity.INFO)
                .at(host, subject)
                .seen(tally.text())
                .wanted("no errors on the PCIe link")
                .consequence(
                        bad
                                ? "a transfer was lost on the way between NIC and memory: connections break, or the device is reset"
                                : "each corrected error repeats a packet on the PCIe link"
                                        + (many ? "; so many of them slow the port down and tend to get worse" : ""))
                .fix(
                        "shut the host down, unplug it from power for a minute and start it again; if the number still grows,"
                                + " compare BIOS and NIC firmware with a host that shows none, and have the board looked at")
                .evidence(tally.evidence)
                .about(about)
                .add();
    }

    /** Counts by kind; the log and the counters tell of the same errors, so that the larger number counts. */
    private static final class Tally {
        private long corrected;
        private long nonfatal;
        private long fatal;
        private long loggedCorrected;
        private long loggedNonfatal;
        private long loggedFatal;
        private final List<Evidence> evidence = new ArrayList<>();

        void seeCounter(String kind, long count, Evidence line) {
            switch (kind) {
                case "correctable" -> corrected = Math.max(corrected, count);
                case "nonfatal" -> nonfatal = Math.max(nonfatal, count);
                case "fatal" -> fatal = Math.max(fatal, count);
                default -> {}
            }
            if (count > 0) {
                evidence.add(line);
            }
        }

        void seeLine(String kind, long count, Evidence line) {
            switch (kind) {
                case "corrected" -> corrected = Math.max(corrected, loggedCorrected += count);
                case "nonfatal" -> nonfatal = Math.max(nonfatal, loggedNonfatal += count);
                case "fatal" -> fatal = Math.max(fatal, loggedFatal += count);
                default -> {}
            }
            evidence.add(line);
        }

        boolean any() {
            return corrected + nonfatal + fatal > 0;
        }

        String text() {
            List<String> parts = new ArrayList<>();
            add(parts, corrected, "corrected");
            add(parts, nonfatal, "not corrected, not fatal");
            add(parts, fatal, "fatal");
            return "PCIe errors: " + String.join(", ", parts);
        }

        private static void add(List<String> parts, long count, String kind) {
            if (count > 0) {
                parts.add(count + " " + kind);
            }
        }
    }
}
