package dev.kolo.probe.read.format.rdma;

import dev.kolo.fabric.address.Gid;
import dev.kolo.fabric.address.Guid;
import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.facts.Observation;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.RdmaDeviceBuilder;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.probe.read.format.Claim;
import dev.kolo.probe.read.format.FormatReader;
import dev.kolo.probe.read.format.Scope;
import dev.kolo.probe.read.text.Line;
import dev.kolo.probe.read.text.Names;
import dev.kolo.probe.read.text.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The tables of RDMA devices, a row each: {@code show_gids}, {@code ibv_devices}, {@code ibdev2netdev}. */
public final class DeviceTablesReader implements FormatReader {
    private boolean guidTable;
    private boolean gidTable;
    private final Map<String, RdmaDeviceBuilder> withGids = new LinkedHashMap<>();

    @Override
    public Claim begin(Line line, Scope scope) {
        String text = line.body();
        if (text.indexOf(" ==> ") > 0) {
            return netdevOfDevice(line.words(), line, scope);
        }
        if (text.startsWith("DEV") && text.indexOf("INDEX") > 0 && text.indexOf("GID") > 0) {
            gidTable = true;
            scope.understood("show_gids");
            return Claim.KNOWN;
        }
        if (text.startsWith("n_gids_found")) {
            return footer(scope);
        }
        List<String> words = line.words();
        if (words.size() == 3
                && words.get(0).equals("device")
                && words.get(1).equals("node")
                && words.get(2).equals("GUID")) {
            guidTable = true;
            scope.understood("ibv_devices");
            return Claim.KNOWN;
        }
        if (words.size() >= 4 && words.size() <= 8) {
            return gidRow(words, line, scope);
        }
        return Claim.NO;
    }

    @Override
    public Claim proceed(Line line, Scope scope) {
        String text = line.body();
        if ((guidTable || gidTable) && text.startsWith("---")) {
            return Claim.KNOWN;
        }
        if (guidTable) {
            List<String> words = line.words();
            Optional<Guid> guid = words.size() == 2 ? Guid.parse(words.get(1)) : Optional.empty();
            if (guid.isPresent() && words.get(1).length() >= 16) {
                scope.facts().rdmaDevice(words.get(0), line.evidence()).nodeGuid(guid.get());
                return Claim.READ;
            }
        }
        return begin(line, scope);
    }

    /** "rocep1s0f0 port 1 ==> enp1s0f0np0 (Up)"; -v prints the PCI address and the card before the device. */
    private static Claim netdevOfDevice(List<String> words, Line line, Scope scope) {
        int arrow = words.indexOf("==>");
        int port = words.lastIndexOf("port");
        if (arrow < 3 || port < 1 || port > arrow || words.size() < arrow + 2) {
            return Claim.NO;
        }
        boolean verbose = PciAddress.parse(words.get(0)).isPresent();
        String name = words.get(verbose ? 1 : 0);
        RdmaDeviceBuilder device = scope.facts().rdmaDevice(name, line.evidence());
        if (verbose) {
            PciAddress.parse(words.get(0)).ifPresent(device::pci);
        }
        if (words.contains("(ACTIVE)") || words.contains("(DOWN)")) {
            device.state(words.contains("(ACTIVE)") ? RdmaDevice.State.ACTIVE : RdmaDevice.State.DOWN);
        }
        String netdev = words.get(arrow + 1);
        Words.number(words.get(port + 1)).ifPresent(device::port);
        device.netdev(netdev);
        String state = words.get(words.size() - 1);
        if (state.equalsIgnoreCase("(Up)") || state.equalsIgnoreCase("(Down)")) {
            scope.facts()
                    .netdev(netdev, line.evidence())
                    .state(state.equalsIgnoreCase("(Up)") ? LinkState.UP : LinkState.DOWN);
        }
        scope.facts().observe(Topic.RDMA_PORTS, Observation.PARTIAL);
        scope.understood("ibdev2netdev");
        return Claim.READ;
    }

    /** "rocep1s0f0  1  3  0000:…:0a0a:000a  10.10.0.10  v2  enp1s0f0np0"; the IPv4 column may be empty. */
    private Claim gidRow(List<String> words, Line line, Scope scope) {
        OptionalInt port = Words.number(words.get(1));
        OptionalInt index = Words.number(words.get(2));
        Optional<Gid> gid = Gid.parse(words.get(3));
        if (port.isEmpty() || index.isEmpty() || gid.isEmpty() || !Names.isHostLike(words.get(0))) {
            return Claim.NO;
        }
        GidEntry.Type type = GidEntry.Type.UNKNOWN;
        Optional<String> netdev = Optional.empty();
        for (int i = 4; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals("v1") || word.equals("v2") || word.endsWith("/v1") || word.endsWith("/v2")) {
                type = RdmaWords.gidType(word);
                netdev = i + 1 < words.size() ? Optional.of(words.get(i + 1)) : Optional.empty();
            }
        }
        FactsBuilder facts = scope.facts();
        RdmaDeviceBuilder device =
                facts.rdmaDevice(words.get(0), line.evidence()).port(port.getAsInt());
        device.gid(new GidEntry(index.getAsInt(), gid.get(), type, netdev, line.evidence()));
        netdev.ifPresent(device::netdev);
        withGids.put(words.get(0), device);
        facts.observe(Topic.GIDS, Observation.PARTIAL);
        scope.understood("show_gids");
        return Claim.READ;
    }

    /** "n_gids_found=16": the table is complete. */
    private Claim footer(Scope scope) {
        if (!withGids.isEmpty()) {
            withGids.values().forEach(RdmaDeviceBuilder::gidsObserved);
            if (gidTable) {
                scope.facts().observe(Topic.GIDS, Observation.OBSERVED);
            }
        }
        withGids.clear();
        gidTable = false;
        scope.understood("show_gids");
        return Claim.KNOWN;
    }

    @Override
    public void endBlock(Scope scope, boolean whole) {
        guidTable = false;
        gidTable = false;
        withGids.clear();
    }
}
