package dev.kolo.probe.read.format.state;

import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The kernel's lines about PCIe errors (AER). One error prints several lines: the port that heard of it, and then the
 * device with its severity. Each kind is counted by itself, and the larger count is kept.
 */
public final class PcieErrorReader implements FormatReader {
    private static final String BUS_ERROR = ": PCIe Bus Error: severity=";
    private static final String RECEIVED = "error message received from ";
    private static final String RECEIVED_OLD = "error received: ";
    private static final int MOST_DEVICES = 256;

    private final Map<String, Count> counts = new LinkedHashMap<>();

    /** How often an error was told of, by the device and by its port. */
    private static final class Count {
        int ofDevice;
        int ofPort;
        Evidence evidence = Evidence.NONE;
    }

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.text();
        int bus = text.indexOf(BUS_ERROR);
        if (bus > 0) {
            Optional<PciAddress> device = lastWordBefore(text, bus);
            device.ifPresent(d -> count(d, severity(text.substring(bus + BUS_ERROR.length())), line, true));
            return claim(device.isPresent(), scope);
        }
        int aer = text.indexOf(": AER: ");
        if (aer <= 0) {
            return Claim.NO;
        }
        String rest = text.substring(aer + ": AER: ".length());
        int from = rest.indexOf(RECEIVED);
        int old = rest.indexOf(RECEIVED_OLD);
        if (from < 0 && old < 0) {
            return Claim.KNOWN;
        }
        String address =
                from >= 0 ? rest.substring(from + RECEIVED.length()) : rest.substring(old + RECEIVED_OLD.length());
        Optional<PciAddress> device = PciAddress.parse(dev.kolo.probe.read.text.Words.first(address));
        device.ifPresent(d -> count(d, severity(rest), line, false));
        return claim(device.isPresent(), scope);
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim claim = begin(line, scope);
        boolean detail =
                line.text().contains("error status/mask=") || line.text().contains("device [");
        return claim.isMine() || !detail ? claim : Claim.KNOWN;
    }

    private static Claim claim(boolean read, Scope scope) {
        if (!read) {
            return Claim.NO;
        }
        scope.understood("kernel log (PCIe errors)");
        return Claim.READ;
    }

    private static Optional<PciAddress> lastWordBefore(String text, int end) {
        int start = text.lastIndexOf(' ', end - 1) + 1;
        return PciAddress.parse(text.substring(start, end));
    }

    /** "Corrected", "Correctable", "Multiple Corrected", "Uncorrected (Non-Fatal)", "Uncorrectable (Fatal)". */
    private static String severity(String text) {
        String words = text.toLowerCase(Locale.ROOT);
        if (words.contains("non-fatal") || words.contains("nonfatal")) {
            return "nonfatal";
        }
        if (words.contains("fatal") || words.startsWith("uncorrect") || words.contains(" uncorrect")) {
            return "fatal";
        }
        return "corrected";
    }

    private void count(PciAddress device, String severity, Line line, boolean ofDevice) {
        String key = device + " " + severity;
        if (counts.size() >= MOST_DEVICES && !counts.containsKey(key)) {
            return;
        }
        Count count = counts.computeIfAbsent(key, k -> new Count());
        if (ofDevice) {
            count.ofDevice++;
        } else {
            count.ofPort++;
        }
        if (count.evidence.isNone() || ofDevice && count.ofDevice == 1) {
            count.evidence = line.evidence();
        }
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        counts.forEach((key, count) -> scope.remark(
                Remark.Kind.PCIE_ERROR, key + " " + Math.max(count.ofDevice, count.ofPort), count.evidence));
        counts.clear();
    }
}
