package dev.kolo.probe.read.format.rdma;

import dev.kolo.fabric.address.PciAddress;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code lspci}, {@code lspci -vv}: the name, link speed and width of PCI functions, under the names that sysfs uses. */
public final class LspciReader implements FormatReader {
    private @Nullable PciAddress pci;

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.text();
        if (text.length() < 9 || text.indexOf(": ") < 8) {
            return Claim.NO;
        }
        String first = Words.first(text);
        Optional<PciAddress> address = text.charAt(0) > ' ' ? PciAddress.parse(first) : Optional.empty();
        if (address.isEmpty() || first.length() < 7) {
            return Claim.NO;
        }
        pci = address.get();
        String name = text.substring(first.length()).strip();
        if (name.contains("Ethernet") || name.contains("Infiniband") || name.contains("InfiniBand")) {
            scope.ofPci(address.get(), "pci.name", name, line.evidence());
        }
        scope.understood("lspci");
        return Claim.READ;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim header = begin(line, scope);
        PciAddress current = pci;
        if (header.isMine() || current == null || line.indent() == 0) {
            return header;
        }
        String text = line.body();
        if (text.startsWith("LnkSta:") || text.startsWith("LnkCap:")) {
            String start = text.startsWith("LnkSta:") ? "pci.current_link_" : "pci.max_link_";
            field(text, "Speed ").ifPresent(v -> scope.ofPci(current, start + "speed", v, line.evidence()));
            field(text, "Width x").ifPresent(v -> scope.ofPci(current, start + "width", v, line.evidence()));
        } else if (text.startsWith("Kernel driver in use:")) {
            scope.ofPci(current, "driver", text.substring(21).strip(), line.evidence());
        } else {
            return Claim.KNOWN;
        }
        return Claim.READ;
    }

    private static Optional<String> field(String text, String key) {
        int at = text.indexOf(key);
        if (at < 0) {
            return Optional.empty();
        }
        String word = Words.first(text.substring(at + key.length()));
        return Optional.of(word.endsWith(",") ? word.substring(0, word.length() - 1) : word);
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        pci = null;
    }
}
