package dev.kolo.doctor.control;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.ManagementNetdev;
import dev.kolo.fabric.topology.ManagementNetdev.Role;
import java.util.List;

/**
 * Engines that nobody told which address to use, on hosts where they can pick a wrong one. Speaks only with grounds: the
 * process's whole environment was seen, and Wi-Fi or a tunnel is there to be picked.
 */
public final class PinningCheck implements Check {
    private static final List<String> PINS = List.of(
            "NCCL_SOCKET_IFNAME", "GLOO_SOCKET_IFNAME", "SGLANG_HOST_IP", "VLLM_HOST_IP", "HOST_IP", "NCCL_COMM_ID");

    @Override
    public void examine(Context context, Findings out) {
        for (NodeFacts facts : context.inventory().hosts()) {
            List<Setting> process = facts.settings().stream()
                    .filter(s -> s.source() == Setting.Source.PROCESS)
                    .toList();
            boolean whole = facts.hasObserved(Topic.ENVIRONMENT) && !process.isEmpty();
            boolean pinned = process.stream()
                    .anyMatch(s -> PINS.contains(s.name()) && !s.value().isBlank());
            List<ManagementNetdev> choices = context.fabric().management().stream()
                    .filter(m -> m.host().equals(facts.host()) && isAddressed(m))
                    .filter(m -> m.role() != Role.LOOPBACK && m.role() != Role.VIRTUAL)
                    .toList();
            boolean lure = choices.stream().anyMatch(m -> m.role() == Role.WIRELESS || m.role() == Role.TUNNEL);
            if (whole && !pinned && lure && choices.size() > 1) {
                report(out, facts, choices, process);
            }
        }
    }

    private static boolean isAddressed(ManagementNetdev netdev) {
        return netdev.netdev().addresses().stream()
                .anyMatch(a -> a.origin() == NetAddress.Origin.LIVE && a.ipv4().isPresent());
    }

    private static void report(Findings out, NodeFacts facts, List<ManagementNetdev> choices, List<Setting> process) {
        out.report(Code.CONTROL_PLANE_ADDRESS_NOT_PINNED)
                .likely()
                .at(facts.host(), "the engine's own address")
                .seen(
                        "neither SGLANG_HOST_IP, VLLM_HOST_IP, NCCL_SOCKET_IFNAME nor GLOO_SOCKET_IFNAME in the process; netdevs to"
                                + " pick from: "
                                + Phrase.list(choices.stream()
                                        .map(m -> m.netdev().name())
                                        .toList()))
                .wanted("the management address, set for each rank")
                .consequence(
                        "the engine picks an address by itself, perhaps the one on Wi-Fi or the VPN, and its queues then hang"
                                + " though NCCL is fine")
                .fix("set SGLANG_HOST_IP or VLLM_HOST_IP to the rank's own LAN address, and NCCL_SOCKET_IFNAME and"
                        + " GLOO_SOCKET_IFNAME to the LAN's netdev")
                .evidence(process.stream().map(Setting::evidence).limit(2).toList())
                .add();
    }
}
