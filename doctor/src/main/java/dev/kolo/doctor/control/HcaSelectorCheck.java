package dev.kolo.doctor.control;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.HcaSelector;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.doctor.check.Settings.Located;
import dev.kolo.fabric.facts.NodeFacts;
import dev.kolo.fabric.facts.RdmaDevice;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.names.ShellWord;
import dev.kolo.fabric.topology.Function;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** NCCL_IB_HCA against the devices: prefixes that match more than meant, ports of other networks, and nothing at all. */
public final class HcaSelectorCheck implements Check {
    private static final String VARIABLE = "NCCL_IB_HCA";

    @Override
    public void examine(Context context, Findings out) {
        Map<String, List<Located>> byValue = new LinkedHashMap<>();
        context.settings()
                .effective(VARIABLE)
                .forEach(s -> byValue.computeIfAbsent(s.value(), v -> new ArrayList<>())
                        .add(s));
        byValue.forEach((value, settings) -> {
            HcaSelector selector = HcaSelector.parse(value);
            if (!selector.exact() && !selector.excludes() && !selector.entries().isEmpty()) {
                reportLoose(context, out, selector, settings);
            }
        });
        for (NodeFacts facts : context.inventory().hosts()) {
            context.settings()
                    .of(facts.host(), VARIABLE)
                    .ifPresent(s -> judgeHost(context, out, facts, HcaSelector.parse(s.value()), s));
        }
    }

    private static void reportLoose(Context context, Findings out, HcaSelector selector, List<Located> settings) {
        List<String> hosts = settings.stream().map(Located::host).distinct().toList();
        List<String> exact = devicesMeant(context, hosts, selector);
        out.report(Code.HCA_SELECTOR_LOOSE)
                .at(hosts.size() == 1 ? hosts.getFirst() : "", VARIABLE)
                .seen(VARIABLE + "=" + selector.text())
                .wanted(VARIABLE + "==" + String.join(",", exact))
                .consequence(
                        "without \"=\" each entry matches every device whose name begins with it; harmless as long as no"
                                + " other device does")
                .fix("write the exact form: " + assignment(exact))
                .evidence(settings.stream().map(s -> s.setting().evidence()).toList())
                .add();
    }

    /** The exact list, fit for a shell whatever the devices are called. */
    private static String assignment(List<String> devices) {
        return ShellWord.quote(VARIABLE + "==" + String.join(",", devices));
    }

    /** The devices that NCCL says it uses, else those that match and work, else the entries themselves. */
    private static List<String> devicesMeant(Context context, List<String> hosts, HcaSelector selector) {
        Set<String> used = new LinkedHashSet<>();
        context.remarks(Remark.Kind.DEVICES_USED).stream()
                .filter(r -> hosts.contains(r.host()))
                .forEach(r -> used.addAll(List.of(r.value().split(",", -1))));
        if (used.isEmpty()) {
            hosts.forEach(h -> context.functionsOf(h)
                    .forEach(f -> f.device()
                            .filter(d -> d.state() == RdmaDevice.State.ACTIVE && selector.matches(d.name(), d.port()))
                            .ifPresent(d -> used.add(d.name()))));
        }
        if (used.isEmpty()) {
            selector.entries().forEach(e -> used.add(e.name()));
        }
        return List.copyOf(used);
    }

    private static void judgeHost(
            Context context, Findings out, NodeFacts facts, HcaSelector selector, Located setting) {
        List<RdmaDevice> matched = facts.rdmaDevices().stream()
                .filter(d -> selector.matches(d.name(), d.port()))
                .toList();
        boolean listed =
                facts.hasObserved(Topic.RDMA_PORTS) && !facts.rdmaDevices().isEmpty();
        boolean noneActive = matched.stream().allMatch(d -> d.state() == RdmaDevice.State.DOWN);
        if (listed && noneActive) {
            reportNone(out, facts, selector, setting, !matched.isEmpty());
            return;
        }
        List<RdmaDevice> foreign = matched.stream()
                .filter(d -> isForeign(context, facts.host(), d))
                .toList();
        if (!foreign.isEmpty()) {
            reportForeign(out, facts, foreign, setting);
        }
    }

    private static void reportNone(
            Findings out, NodeFacts facts, HcaSelector selector, Located setting, boolean allDown) {
        List<String> names = facts.rdmaDevices().stream().map(RdmaDevice::name).toList();
        List<String> active = facts.rdmaDevices().stream()
                .filter(d -> d.state() == RdmaDevice.State.ACTIVE)
                .map(RdmaDevice::name)
                .toList();
        out.report(Code.NET_IB_NO_DEVICE)
                .at(facts.host(), VARIABLE)
                .seen(VARIABLE + "=" + selector.text() + "; the devices here are " + Phrase.list(names)
                        + (allDown ? ", and those that match are down" : ""))
                .wanted("a list that matches an active device on this host")
                .consequence(
                        "NCCL finds no device here (\"NET/IB : No device found.\") and falls back to sockets, or fails")
                .fix("on " + Phrase.host(facts.host()) + " set " + assignment(active.isEmpty() ? names : active)
                        + "; names may differ from host to host")
                .evidence(setting.setting().evidence())
                .evidence(facts.rdmaDevices().stream().map(RdmaDevice::evidence).toList())
                .add();
    }

    /**
     * An active port that is no part of the fabric that the host otherwise has: its function is not known as one, or no
     * cable of its port is known while all cables of the other ports are.
     */
    private static boolean isForeign(Context context, String host, RdmaDevice device) {
        if (device.state() != RdmaDevice.State.ACTIVE || context.fabricHosts().size() < 2) {
            return false;
        }
        List<Function> functions = context.functionsOf(host);
        boolean hostIsJoined = functions.stream().anyMatch(context::isConnected);
        Optional<Function> own = functions.stream()
                .filter(f ->
                        f.device().filter(d -> d.name().equals(device.name())).isPresent())
                .findFirst();
        if (own.isEmpty()) {
            return hostIsJoined;
        }
        boolean portIsJoined = context.functionsAt(own.get().port()).stream().anyMatch(context::isConnected);
        return hostIsJoined && !portIsJoined && !own.get().ipv4Addresses().isEmpty();
    }

    private static void reportForeign(Findings out, NodeFacts facts, List<RdmaDevice> foreign, Located setting) {
        List<String> names = foreign.stream().map(RdmaDevice::name).toList();
        List<String> keep = facts.rdmaDevices().stream()
                .map(RdmaDevice::name)
                .filter(n -> !names.contains(n))
                .toList();
        out.report(Code.HCA_LISTS_FOREIGN_PORTS)
                .likely()
                .at(facts.host(), VARIABLE)
                .seen(VARIABLE + "=" + setting.value() + " reaches " + Phrase.list(names)
                        + ", which is active but joined to no host of this fabric")
                .wanted("only ports of this fabric")
                .consequence(
                        "NCCL spreads channels over every device that it may use; those on a foreign port reach nobody")
                .fix("set " + assignment(keep))
                .evidence(setting.setting().evidence())
                .evidence(foreign.stream().map(RdmaDevice::evidence).toList())
                .add();
    }
}
