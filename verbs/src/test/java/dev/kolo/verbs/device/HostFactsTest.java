package dev.kolo.verbs.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.GidEntry;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.verbs.device.PortFacts.GidSlot;
import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ports joined with netdevs and a tree of sysfs; the loopback netdev, which every machine has, stands for a port's. */
class HostFactsTest {
    @TempDir
    Path root;

    private NetworkInterface loopback;

    @BeforeEach
    void findLoopback() throws Exception {
        loopback = NetworkInterface.networkInterfaces()
                .filter(n -> n.getName().startsWith("lo"))
                .findFirst()
                .orElseThrow();
    }

    private GidSlot slot(int index, String gid, boolean roceV2, int netdev) {
        return new GidSlot(index, HostBed.slot(index, gid, roceV2).gid(), roceV2, netdev);
    }

    private NodeFacts facts(GidSlot... gids) {
        List<PortFacts> ports =
                new HostBed().port("rocep1s0f1", true, List.of(gids)).ports();
        return new HostFacts(root).of("spark1", ports, List.of(loopback));
    }

    private RdmaDevice device(NodeFacts facts) {
        return facts.rdmaDevice("rocep1s0f1").orElseThrow();
    }

    /** What the driver shows of the second function of a card in the third PCI domain. */
    private void plug() throws IOException {
        Path function = root.resolve("sys/devices/pci0002:00/0002:00:00.0/0002:01:00.1");
        Files.createDirectories(function);
        for (String owner : List.of("infiniband/rocep1s0f1", "net/" + loopback.getName())) {
            Path folder = root.resolve("sys/class").resolve(owner);
            Files.createDirectories(folder);
            Files.createSymbolicLink(folder.resolve("device"), function);
        }
        Files.writeString(root.resolve("sys/class/net/" + loopback.getName() + "/phys_port_name"), "p1\n");
        Path driver = root.resolve("sys/bus/pci/drivers/mlx5_core");
        Files.createDirectories(driver);
        Files.createSymbolicLink(function.resolve("driver"), driver);
    }

    @Test
    void planePortAndDriverComeFromSysfsForDeviceAndNetdevAlike() throws IOException {
        plug();
        NodeFacts facts = facts(slot(3, "::ffff:127.0.0.1", true, loopback.getIndex()));
        PciAddress pci = new PciAddress(2, 1, 0, 1);
        assertThat(device(facts).pci()).hasValue(pci);
        assertThat(device(facts).pciRoot()).hasValue("pci0002:00");
        assertThat(device(facts).netdev()).hasValue(loopback.getName());
        assertThat(facts.netdev(loopback.getName())).hasValueSatisfying(netdev -> {
            assertThat(netdev.pci()).hasValue(pci);
            assertThat(netdev.pciRoot()).hasValue("pci0002:00");
            assertThat(netdev.portNumber()).hasValue(1);
            assertThat(netdev.driver()).hasValue("mlx5_core");
        });
    }

    @Test
    void withoutSysfsNothingIsGuessedFromNames() {
        NodeFacts facts = facts(slot(3, "::ffff:127.0.0.1", true, loopback.getIndex()));
        assertThat(device(facts).pci()).isEmpty();
        assertThat(device(facts).pciRoot()).isEmpty();
        assertThat(facts.netdev(loopback.getName())).hasValueSatisfying(netdev -> {
            assertThat(netdev.portNumber()).isEmpty();
            assertThat(netdev.driver()).isEmpty();
        });
    }

    @Test
    void aPortNameOfAnotherFormIsNoPortNumber() throws IOException {
        plug();
        Files.writeString(root.resolve("sys/class/net/" + loopback.getName() + "/phys_port_name"), "pf0vf3\n");
        assertThat(facts(slot(3, "::ffff:127.0.0.1", true, loopback.getIndex()))
                        .netdev(loopback.getName())
                        .orElseThrow()
                        .portNumber())
                .isEmpty();
    }

    @Test
    void everyEntryKeepsItsIndexAndType() {
        NodeFacts facts = facts(
                slot(0, "fe80::1", true, loopback.getIndex()),
                slot(2, "::ffff:127.0.0.1", false, loopback.getIndex()),
                slot(7, "::ffff:127.0.0.1", true, loopback.getIndex()));
        assertThat(device(facts).gidsObserved()).isTrue();
        assertThat(device(facts).gids())
                .extracting(GidEntry::index, GidEntry::type, GidEntry::isIpv4RoceV2)
                .containsExactly(
                        tuple(0, GidEntry.Type.ROCE_V2, false),
                        tuple(2, GidEntry.Type.ROCE_V1, false),
                        tuple(7, GidEntry.Type.ROCE_V2, true));
    }

    @Test
    void aNetdevThatIsMissingOrThatNoPortNamesIsLeftOut() {
        NodeFacts facts = facts(slot(3, "::ffff:127.0.0.1", true, 9999));
        assertThat(device(facts).netdev()).isEmpty();
        assertThat(facts.netdevs()).isEmpty();
    }

    @Test
    void aDefaultRouteIsToldByItsNetdev() throws IOException {
        Files.createDirectories(root.resolve("proc/net"));
        Files.writeString(
                root.resolve("proc/net/route"),
                "Iface\tDestination\tGateway\tFlags\nenP7s7\t00000000\t0100A8C0\t0003\nenp1s0f0np0\t00000A0A\t0\t0001\n");
        assertThat(facts(slot(3, "::ffff:127.0.0.1", true, 1)).routes())
                .singleElement()
                .satisfies(route -> assertThat(route.netdev()).hasValue("enP7s7"));
    }
}
