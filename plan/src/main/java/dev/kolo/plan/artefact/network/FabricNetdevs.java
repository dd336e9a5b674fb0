package dev.kolo.plan.artefact.network;

import dev.kolo.plan.Plan;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.TransitRoute;
import java.util.List;

/** What a profile configures on one host: the functions at which cables of the plan end, and no other netdev. */
final class FabricNetdevs {
    private FabricNetdevs() {}

    static List<PlannedFunction> of(PlannedHost host) {
        return host.functions().stream()
                .filter(f -> f.linked()
                        && f.address().isPresent()
                        && f.prefixLength().isPresent())
                .toList();
    }

    static String address(PlannedFunction function) {
        return function.address().orElseThrow() + "/" + function.prefixLength().orElseThrow();
    }

    static List<TransitRoute> routes(Plan plan, PlannedHost host, PlannedFunction function) {
        return plan.transit().stream()
                .filter(r -> r.host().equals(host.name()) && r.netdev().equals(function.netdev()))
                .toList();
    }

    static String where(PlannedFunction function) {
        return "port " + function.port() + ", plane " + function.plane()
                + function.device().map(d -> ", RDMA device " + d).orElse("")
                + (function.kept() ? "; the host has this address already" : "");
    }
}
