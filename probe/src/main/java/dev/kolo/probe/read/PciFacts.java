package dev.kolo.probe.read;

import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.NetdevBuilder;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.RdmaDeviceBuilder;
import java.util.List;

/** Gives properties of PCI functions (devlink, lspci) to the netdev or RDMA device of the function, once it is known. */
final class PciFacts {
    private PciFacts() {}

    static void apply(List<HostText.PciFact> pciFacts, FactsBuilder facts) {
        if (pciFacts.isEmpty()) {
            return;
        }
        NodeFacts known = facts.build();
        for (HostText.PciFact fact : pciFacts) {
            PciAddress pci = fact.pci();
            known.rdmaDevices().stream()
                    .filter(d -> d.pci().filter(pci::equals).isPresent())
                    .forEach(d -> toDevice(facts.rdmaDevice(d.name(), fact.evidence()), fact));
            known.netdevs().stream()
                    .filter(n -> n.pci().filter(pci::equals).isPresent())
                    .forEach(n -> toNetdev(facts.netdev(n.name(), fact.evidence()), fact));
        }
    }

    private static void toDevice(RdmaDeviceBuilder device, HostText.PciFact fact) {
        switch (fact.key()) {
            case "driver" -> device.driver(fact.value());
            case "firmware" -> device.firmware(fact.value());
            default -> device.parameter(fact.key(), fact.value());
        }
    }

    private static void toNetdev(NetdevBuilder netdev, HostText.PciFact fact) {
        if (fact.key().equals("driver")) {
            netdev.driver(fact.value());
        } else {
            netdev.feature(fact.key(), fact.value());
        }
    }
}
