package dev.kolo.doctor.control;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.doctor.check.Settings.Located;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.ManagementNetdev;
import dev.kolo.fabric.topology.ManagementNetdev.Role;
import java.util.List;
import java.util.Optional;

/**
 * Engines that nobody told which address to use, on hosts where they can pick a wrong one. Speaks only with grounds: the
 * process's whole environment was seen, and Wi-Fi or a tunnel is there to be picked.
 */
public final class PinningCheck implements Check {
    private static final List<String> PINS = List.of(
            "NCCL_SOCKET_IFNAME", "GLOO_SOCKET_IFNAME", "SGLANG_HOST_IP", "VLLM_HOST_IP", "HOST_IP", "NCCL_COMM_ID");

    private static final List<String> ADDRESSES = List.of("SGLANG_HOST_IP", "VLLM_HOST_IP");

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
        for (String name : ADDRESSES) {
            for (Located setting : context.settings().effective(name)) {
                if (!setting.host().isEmpty() && setting.setting().source() != Setting.Source.SHELL) {
                    wrongAddress(context, setting).ifPresent(why -> reportWrong(context, out, setting, why));
                }
            }
        }
    }

    /** What is wrong with the address that a rank is told to use; empty where nothing shows. */
    private static Optional<String> wrongAddress(Context context, Located setting) {
        String value = setting.value();
        boolean ring = !context.isPair() && !context.isSwitched();
        for (Function function : context.fabric().functions()) {
            boolean here = function.ipv4Addresses().stream()
                    .anyMatch(a -> a.address().toString().equals(value));
            if (here && !function.host().equals(setting.host())) {
                return Optional.of("an address of " + function.host());
            }
            if (here && ring) {
                return Optional.of("the address of the fabric port " + function.name());
            }
        }
        for (ManagementNetdev other : context.fabric().management()) {
            boolean here = other.role() != Role.LOOPBACK
                    && other.netdev().addresses().stream()
                            .anyMatch(a -> a.address().toString().equals(value));
            if (here && !other.host().equals(setting.host()) && other.role() != Role.VIRTUAL) {
                return Optional.of("an address of " + other.host());
            }
            if (here && (other.role() == Role.WIRELESS || other.role() == Role.TUNNEL)) {
                return Optional.of("the address of " + other.netdev().name() + ", "
                        + (other.role() == Role.WIRELESS ? "Wi-Fi" : "a tunnel or VPN"));
            }
        }
        return Optional.empty();
    }

    private static void reportWrong(Context context, Findings out, Located setting, String why) {
        Optional<String> right = context.fabric().management().stream()
                .filter(m -> m.host().equals(setting.host()) && isAddressed(m))
                .filter(m -> m.role() == Role.DEFAULT_ROUTE)
                .flatMap(m -> m.netdev().addresses().stream())
                .filter(a -> a.ipv4().isPresent())
                .map(a -> a.address().toString())
                .findFirst();
        String name = setting.setting().name();
        out.report(Code.CONTROL_PLANE_ADDRESS_NOT_PINNED)
                .at(setting.host(), name)
                .seen(name + "=" + setting.value() + ", " + why)
                .wanted("this host's own address on the management LAN"
                        + right.map(a -> ": " + a).orElse(""))
                .consequence(
                        "the engine's queues between ranks use this address: no fabric port of a ring reaches every host,"
                                + " another host's address reaches the wrong rank, and Wi-Fi or a VPN works by luck")
                .fix("set " + name + "=" + right.orElse("ADDRESS") + " for the rank on " + setting.host()
                        + " (each rank has its own) and start it again")
                .evidence(setting.setting().evidence())
                .add();
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
