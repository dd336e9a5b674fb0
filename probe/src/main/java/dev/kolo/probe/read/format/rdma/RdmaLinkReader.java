package dev.kolo.probe.read.format.rdma;

import dev.kolo.fabric.address.Guid;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.RdmaDeviceBuilder;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code rdma link} ("link rocep1s0f0/1 state ACTIVE … netdev enp1s0f0np0"), {@code rdma dev}, {@code rdma system}. */
public final class RdmaLinkReader implements FormatReader {
    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.text();
        if (text.indexOf("state ") > 0 && text.indexOf('/') > 0) {
            return link(line.words(), line, scope);
        }
        if (text.indexOf("node_type") > 0 && text.indexOf("node_guid") > 0) {
            return device(line.words(), line, scope);
        }
        if (text.strip().startsWith("netns ")) {
            return system(line.words(), scope);
        }
        return Claim.NO;
    }

    private static Claim link(List<String> words, Line line, Scope scope) {
        int start = words.get(0).equals("link") ? 1 : words.get(0).endsWith(":") ? 1 : 0;
        if (words.size() < start + 3 || !words.contains("state")) {
            return Claim.NO;
        }
        String subject = words.get(start);
        subject = subject.endsWith(":") ? subject.substring(0, subject.length() - 1) : subject;
        int slash = subject.indexOf('/');
        var port = slash > 0 ? Words.number(subject.substring(slash + 1)) : java.util.OptionalInt.empty();
        Optional<String> state = Words.after(words, "state");
        if (port.isEmpty() || state.isEmpty() || RdmaWords.state(state.get()) == RdmaDevice.State.UNKNOWN) {
            return Claim.NO;
        }
        RdmaDeviceBuilder device = scope.facts()
                .rdmaDevice(subject.substring(0, slash), line.evidence())
                .port(port.getAsInt());
        device.state(RdmaWords.state(state.get()));
        Words.after(words, "physical_state").ifPresent(p -> device.physicalState(physical(p)));
        Words.after(words, "netdev").ifPresent(device::netdev);
        scope.facts().observe(Topic.RDMA_PORTS, Observation.PARTIAL);
        scope.understood("rdma link");
        return Claim.READ;
    }

    /** LINK_UP as sysfs and ibstat write it. */
    static String physical(String word) {
        return switch (word.toUpperCase(Locale.ROOT)) {
            case "LINK_UP" -> "LinkUp";
            case "DISABLED" -> "Disabled";
            case "POLLING" -> "Polling";
            case "SLEEP" -> "Sleep";
            default -> word;
        };
    }

    /** "0: rocep1s0f0: node_type ca fw 28.45.4028 node_guid … sys_image_guid …". */
    private static Claim device(List<String> words, Line line, Scope scope) {
        int at = words.indexOf("node_type");
        if (at < 1) {
            return Claim.NO;
        }
        String name = words.get(at - 1).replace(":", "");
        RdmaDeviceBuilder device = scope.facts().rdmaDevice(name, line.evidence());
        Words.after(words, "fw").ifPresent(device::firmware);
        Words.after(words, "node_guid").flatMap(Guid::parse).ifPresent(device::nodeGuid);
        Words.after(words, "sys_image_guid").flatMap(Guid::parse).ifPresent(device::systemImageGuid);
        scope.understood("rdma dev");
        return Claim.READ;
    }

    private static Claim system(List<String> words, Scope scope) {
        Optional<String> mode = Words.after(words, "netns").filter(m -> m.equals("shared") || m.equals("exclusive"));
        mode.ifPresent(m -> {
            scope.facts().rdmaNamespaceMode(m);
            scope.understood("rdma system");
        });
        return mode.isPresent() ? Claim.READ : Claim.NO;
    }
}
