package dev.kolo.probe.read.format.rdma;

import dev.kolo.fabric.address.Guid;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.RdmaDeviceBuilder;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Words;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code ibstat} (stanzas under "CA 'rocep1s0f0'") and {@code ibstatus} ("Infiniband device 'rocep1s0f0' port 1 status:"). */
public final class IbstatReader implements FormatReader {
    private @Nullable RdmaDeviceBuilder device;

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        boolean stanza = text.startsWith("CA '");
        if (!stanza && !text.startsWith("Infiniband device '")) {
            return Claim.NO;
        }
        int open = text.indexOf('\'');
        int close = text.indexOf('\'', open + 1);
        if (close <= open + 1) {
            return Claim.NO;
        }
        device = scope.facts().rdmaDevice(text.substring(open + 1, close), line.evidence());
        scope.facts().observe(Topic.RDMA_PORTS, Observation.PARTIAL);
        scope.understood(stanza ? "ibstat" : "ibstatus");
        return Claim.READ;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim header = begin(line, scope);
        RdmaDeviceBuilder current = device;
        if (header.isMine() || current == null) {
            return header;
        }
        Optional<Words.KeyValue> pair = Words.split(line.text(), ':');
        return pair.isEmpty()
                ? Claim.NO
                : attribute(pair.get().key(), pair.get().value(), current);
    }

    private static Claim attribute(String key, String value, RdmaDeviceBuilder device) {
        switch (key) {
            case "State", "state" -> device.state(RdmaWords.state(value));
            case "Physical state", "phys state" -> device.physicalState(RdmaWords.physical(value));
            case "Rate", "rate" -> RdmaWords.rate(value).ifPresent(device::rateGbps);
            case "Firmware version" -> device.firmware(value);
            case "Node GUID" -> Guid.parse(value).ifPresent(device::nodeGuid);
            case "System image GUID" -> Guid.parse(value).ifPresent(device::systemImageGuid);
            case "CA type" -> device.parameter("hca_type", value);
            case "Number of ports",
                    "Hardware version",
                    "Base lid",
                    "base lid",
                    "LMC",
                    "SM lid",
                    "sm lid",
                    "Capability mask",
                    "Port GUID",
                    "Link layer",
                    "link_layer",
                    "default gid" -> {
                return Claim.KNOWN;
            }
            default -> {
                return portNumber(key, device);
            }
        }
        return Claim.READ;
    }

    private static Claim portNumber(String key, RdmaDeviceBuilder device) {
        if (!key.startsWith("Port ")) {
            return Claim.NO;
        }
        Words.number(key.substring(5)).ifPresent(device::port);
        return Claim.READ;
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        device = null;
    }
}
