package dev.kolo.probe.read.format.rdma;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.Guid;
import dev.kolo.fabric.facts.GidEntry;
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

/** {@code ibv_devinfo} with or without {@code -v}: stanzas under "hca_id: rocep1s0f0". */
public final class IbvDevinfoReader implements FormatReader {
    private @Nullable RdmaDeviceBuilder device;
    private boolean gidsListed;

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        if (!text.startsWith("hca_id:")) {
            return Claim.NO;
        }
        String name = text.substring("hca_id:".length()).strip();
        if (name.isEmpty() || name.indexOf(' ') >= 0) {
            return Claim.NO;
        }
        closeTable();
        device = scope.facts().rdmaDevice(name, line.evidence());
        scope.facts().observe(Topic.RDMA_PORTS, Observation.PARTIAL);
        scope.understood("ibv_devinfo");
        return Claim.READ;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        Claim header = begin(line, scope);
        RdmaDeviceBuilder current = device;
        if (header.isMine() || current == null) {
            return header;
        }
        String text = line.body();
        if (text.startsWith("GID[")) {
            return gid(text, line, current, scope);
        }
        Optional<Words.KeyValue> pair = Words.split(text, ':');
        if (line.indent() == 0) {
            // Forums take the indentation away; only what is sure to belong here is taken then.
            Claim claim = pair.map(p -> attribute(p.key(), p.value(), current)).orElse(Claim.NO);
            return claim == Claim.READ ? claim : Claim.NO;
        }
        if (pair.isEmpty() || pair.get().key().indexOf(' ') >= 0) {
            // -v goes on with capability words, one a line.
            return text.equals(text.toUpperCase(java.util.Locale.ROOT)) || pair.isPresent() ? Claim.KNOWN : Claim.NO;
        }
        return attribute(pair.get().key(), pair.get().value(), current);
    }

    private static Claim attribute(String key, String value, RdmaDeviceBuilder device) {
        switch (key) {
            case "fw_ver" -> {
                if (!value.isEmpty()) {
                    device.firmware(value);
                }
            }
            case "node_guid" -> Guid.parse(value).ifPresent(device::nodeGuid);
            case "sys_image_guid" -> Guid.parse(value).ifPresent(device::systemImageGuid);
            case "port" -> Words.number(value).ifPresent(device::port);
            case "state" -> device.state(RdmaWords.state(value));
            case "phys_state" -> device.physicalState(value);
            case "max_mtu" -> RdmaWords.mtuBytes(value).ifPresent(device::maxMtu);
            case "active_mtu" -> RdmaWords.mtuBytes(value).ifPresent(device::activeMtu);
            default -> {
                return Claim.KNOWN;
            }
        }
        return Claim.READ;
    }

    /** "GID[  3]:		::ffff:10.10.0.10, RoCE v2". */
    private Claim gid(String text, Line line, RdmaDeviceBuilder device, Scope scope) {
        int close = text.indexOf(']');
        int colon = text.indexOf(':', Math.max(0, close));
        if (close < 0 || colon < 0) {
            return Claim.NO;
        }
        var index = Words.number(text.substring(4, close).strip());
        String rest = text.substring(colon + 1).strip();
        int comma = rest.indexOf(',');
        Optional<Gid> gid =
                Gid.parse(comma < 0 ? rest : rest.substring(0, comma).strip());
        if (index.isEmpty() || gid.isEmpty()) {
            return Claim.NO;
        }
        GidEntry.Type type = comma < 0 ? GidEntry.Type.UNKNOWN : RdmaWords.gidType(rest.substring(comma + 1));
        device.gid(new GidEntry(index.getAsInt(), gid.get(), type, Optional.empty(), line.evidence()));
        scope.facts().observe(Topic.GIDS, Observation.PARTIAL);
        gidsListed = true;
        return Claim.READ;
    }

    /** Another device's stanza shows that the table of the one before is complete. */
    private void closeTable() {
        RdmaDeviceBuilder current = device;
        if (current != null && gidsListed) {
            current.gidsObserved();
        }
        gidsListed = false;
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        if (whole) {
            closeTable();
        }
        device = null;
        gidsListed = false;
    }
}
