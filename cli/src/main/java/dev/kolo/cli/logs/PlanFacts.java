package dev.kolo.cli.logs;

import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.FactsBuilder;
import dev.kolo.fabric.facts.Inventory;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.NetdevBuilder;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.StatedCable;
import dev.kolo.plan.Plan;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import java.util.ArrayList;
import java.util.List;

/** A plan as facts: its hosts with the functions and addresses that it gives them, so that a log's addresses get names. */
public final class PlanFacts {
    private PlanFacts() {}

    /**
     * The inventory that the plan describes.
     *
     * @param file the plan's file, as the user named it
     */
    public static Inventory of(Plan plan, String file) {
        List<NodeFacts> hosts = new ArrayList<>();
        for (PlannedHost host : plan.hosts()) {
            FactsBuilder facts = new FactsBuilder(host.name());
            host.functions().forEach(f -> tell(f, facts, file));
            hosts.add(facts.build());
        }
        List<StatedCable> none = List.of();
        return new Inventory(hosts, none, List.of());
    }

    private static void tell(PlannedFunction function, FactsBuilder facts, String file) {
        Evidence evidence = new Evidence(
                file,
                0,
                function.netdev() + function.address().map(a -> " " + a).orElse(""));
        NetdevBuilder netdev = facts.netdev(function.netdev(), evidence).portNumber(function.port());
        function.mac().ifPresent(netdev::mac);
        function.pci().ifPresent(netdev::pci);
        function.address()
                .ifPresent(a -> netdev.address(
                        NetAddress.live(a, function.prefixLength().orElse(24), evidence)));
        function.device().ifPresent(name -> facts.rdmaDevice(name, evidence).netdev(function.netdev()));
    }
}
