package dev.kolo.probe.read.format.rdma;

import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code devlink dev param show} and {@code devlink dev eswitch show} in plain text, by PCI function. */
public final class DevlinkReader implements FormatReader {
    private @Nullable PciAddress pci;
    private String parameter = "";

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        if (!text.startsWith("pci/")) {
            return Claim.NO;
        }
        String first = Words.first(text);
        int end = first.endsWith(":") ? first.length() - 1 : first.length();
        Optional<PciAddress> address = PciAddress.parse(first.substring(4, end));
        if (address.isEmpty()) {
            return Claim.NO;
        }
        pci = address.get();
        parameter = "";
        scope.facts().observe(Topic.DEVLINK, Observation.PARTIAL);
        List<String> words = Words.of(text.substring(first.length()));
        Words.after(words, "mode").ifPresent(mode -> {
            scope.ofPci(address.get(), "eswitch", mode, line.evidence());
            scope.understood("devlink eswitch");
        });
        return Claim.READ;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim header = begin(line, scope);
        PciAddress current = pci;
        if (header.isMine() || current == null || line.indent() == 0) {
            return header;
        }
        List<String> words = line.words();
        return switch (words.get(0)) {
            case "name" -> name(words, scope);
            case "cmode" -> value(words, current, line, scope);
            case "values:" -> Claim.KNOWN;
            default -> Claim.NO;
        };
    }

    private Claim name(List<String> words, Scope scope) {
        parameter = words.size() > 1 ? words.get(1) : "";
        scope.understood("devlink parameters");
        return Claim.READ;
    }

    private Claim value(List<String> words, PciAddress current, Line line, Scope scope) {
        Optional<String> value = Words.after(words, "value");
        if (parameter.isEmpty() || value.isEmpty()) {
            return Claim.NO;
        }
        scope.ofPci(current, parameter, value.get(), line.evidence());
        return Claim.READ;
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        pci = null;
        parameter = "";
    }
}
