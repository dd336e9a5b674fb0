package dev.kolo.probe.read;

import dev.kolo.fabric.address.PciAddress;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.NodeFacts;
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
                    .forEach(d -> facts.rdmaDevice(d.name(), fact.evidence()).parameter(fact.key(), fact.value()));
            known.netdevs().stream()
                    .filter(n -> n.pci().filter(pci::equals).isPresent())
                    .forEach(n -> facts.netdev(n.name(), fact.evidence()).feature(fact.key(), fact.value()));
        }
    }
}
