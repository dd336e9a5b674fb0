package dev.kolo.doctor.planes;

import dev.kolo.doctor.addresses.UnaddressedCheck;
import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Draft;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.HcaSelector;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.doctor.planes.IdleDevices.Idle;
import dev.kolo.doctor.planes.IdleDevices.Rerouting;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Devices that carry nothing while others of their host do, with the cause: no address, a listener that advertises too
 * few devices, or a device list without them. What a channel was planned over ("via NET/IB/2") is no evidence that it
 * carries data; counters and routing records are.
 */
public final class IdleDevicesCheck implements Check {
    @Override
    public void examine(Context context, Findings out) {
        IdleDevices idle = new IdleDevices(context);
        List<Idle> counted = idle.byCounters().stream()
                .filter(i -> idle.byDevice(i.host(), i.device())
                        .filter(f -> !context.isInUse(f))
                        .isEmpty())
                .toList();
        List<Rerouting> overrides = idle.overrides();
        List<Function> bare = context.fabric().functions().stream()
                .filter(UnaddressedCheck::isBare)
                .filter(context::isInUse)
                .filter(f -> otherPlaneWorks(context, f))
                .toList();
        if (!counted.isEmpty()) {
            reportCounted(context, idle, out, counted, overrides);
        } else if (!bare.isEmpty()) {
            reportBare(out, bare, overrides);
        } else if (!overrides.isEmpty()) {
            reportCollapse(out, overrides);
        }
        new ListenerCap(context, idle).report(out, overrides);
    }

    private static boolean otherPlaneWorks(Context context, Function function) {
        return context.functionsOf(function.host()).stream()
                .anyMatch(f ->
                        f.plane() != function.plane() && !f.ipv4Addresses().isEmpty() && !UnaddressedCheck.isBare(f));
    }

    private static void reportCounted(
            Context context, IdleDevices idle, Findings out, List<Idle> counted, List<Rerouting> overrides) {
        Set<FunctionId> ids = new LinkedHashSet<>();
        counted.forEach(i -> ids.add(new FunctionId(i.host(), i.device())));
        Set<String> causes = new LinkedHashSet<>();
        List<Evidence> evidence = new ArrayList<>();
        for (Idle device : counted) {
            Optional<Function> function = idle.byDevice(device.host(), device.device());
            evidence.add(device.evidence());
            if (function.filter(UnaddressedCheck::isBare).isPresent()) {
                causes.add("no IPv4 address (UNADDRESSED)");
                evidence.add(function.get().evidence());
            }
            overrides.stream().filter(o -> o.from().equals(device.device())).forEach(o -> {
                causes.add("NCCL sent its traffic over " + o.to() + " (LISTENER_CAP)");
                evidence.add(o.evidence());
            });
            if (isLeftOut(context, device)) {
                causes.add("NCCL_IB_HCA does not name it");
            }
        }
        Set<String> hosts = new LinkedHashSet<>();
        counted.forEach(i -> hosts.add(i.host()));
        out.report(Code.DEVICES_CARRY_NOTHING)
                .at(hosts.size() == 1 ? hosts.iterator().next() : "", Phrase.functions(List.copyOf(ids)))
                .seen(Phrase.list(counted.stream().map(Idle::seen).distinct().toList()))
                .wanted("traffic on every device of the fabric, in about equal parts")
                .consequence("these devices carry nothing and the others all of it; cause: "
                        + (causes.isEmpty() ? "not shown by this material" : Phrase.list(causes)))
                .fix(
                        causes.isEmpty()
                                ? "check, in this order, their addresses, NCCL_IB_HCA, and the lines of NCCL_DEBUG_SUBSYS=INIT,ENV,NET"
                                : "mend the causes in this order: addresses first, then the device list and NCCL's listener; then look"
                                        + " at the counters again")
                .evidence(evidence)
                .add();
    }

    private static boolean isLeftOut(Context context, Idle device) {
        return context.settings()
                .of(device.host(), "NCCL_IB_HCA")
                .map(s -> HcaSelector.parse(s.value()))
                .filter(h -> !h.matches(device.device(), 1))
                .isPresent();
    }

    private static void reportBare(Findings out, List<Function> bare, List<Rerouting> overrides) {
        List<FunctionId> ids = bare.stream()
                .map(f -> new FunctionId(f.host(), f.device().map(d -> d.name()).orElse(f.name())))
                .sorted()
                .toList();
        List<String> hosts = ids.stream().map(FunctionId::host).distinct().toList();
        Draft draft = out.report(Code.DEVICES_CARRY_NOTHING)
                .likely()
                .at(hosts.size() == 1 ? hosts.getFirst() : "", Phrase.functions(ids))
                .seen("link up, no IPv4 address and so no GID to advertise"
                        + (overrides.isEmpty()
                                ? ""
                                : "; NCCL overrode "
                                        + Phrase.list(overrides.stream()
                                                .map(o -> o.from() + " with " + o.to())
                                                .distinct()
                                                .toList())))
                .wanted("traffic on both planes")
                .consequence(
                        "only one plane carries data; cause: no address (UNADDRESSED). A channel plan that names these"
                                + " devices (\"via NET/IB/2\") proves nothing")
                .fix("give them addresses first; then compare the port counters before and after a run")
                .about(bare.stream().map(Function::id).toList());
        bare.forEach(f -> draft.evidence(f.evidence()));
        overrides.forEach(o -> draft.evidence(o.evidence()));
        draft.add();
    }

    private static void reportCollapse(Findings out, List<Rerouting> overrides) {
        List<String> hosts = overrides.stream().map(Rerouting::host).distinct().toList();
        out.report(Code.DEVICE_COLLAPSE)
                .at(
                        hosts.size() == 1 ? hosts.getFirst() : "",
                        Phrase.list(overrides.stream()
                                .map(Rerouting::from)
                                .distinct()
                                .toList()))
                .seen(Phrase.list(overrides.stream()
                        .map(o -> "overriding " + o.from() + " with " + o.to())
                        .distinct()
                        .toList()))
                .wanted("an override within one PCI root")
                .consequence(
                        "channels that were planned over one plane run over the other: half of the cable stays idle")
                .fix("check that every device has an address at both ends, and that the library advertises all of them"
                        + " (a patched build with NCCL_IB_EXTENDED_IPV4_GIDS=1 and NCCL_IB_PRESERVE_PCI_DOMAIN=1)")
                .evidence(overrides.stream().map(Rerouting::evidence).toList())
                .add();
    }

    /** The number of listener GIDs against the number of devices. */
    private record ListenerCap(Context context, IdleDevices idle) {
        void report(Findings out, List<Rerouting> overrides) {
            for (Context.LocatedRemark line : context.remarks(Remark.Kind.LISTENERS_ADVERTISED)) {
                int advertised = Context.number(line.value()).orElse(Integer.MAX_VALUE);
                int devices = idle.devicesIn(
                                line.host(), line.remark().evidence().file())
                        .size();
                if (devices > advertised) {
                    out.report(Code.LISTENER_CAP)
                            .at(line.host(), "NCCL's listener")
                            .seen("advertised=" + advertised + ", while NCCL uses " + devices + " devices")
                            .wanted("advertised=" + devices)
                            .consequence("peers never learn of the devices past number " + advertised
                                    + ", so these carry nothing")
                            .fix(FIX)
                            .evidence(line.remark().evidence())
                            .add();
                    return;
                }
            }
            guess(out, overrides);
        }

        /** Overrides across roots in a log that lacks the listener's line: the cap is likely, the line would settle it. */
        private void guess(Findings out, List<Rerouting> overrides) {
            List<Rerouting> silent = overrides.stream()
                    .filter(o -> idle.devicesIn(o.host(), o.file()).size() > 2)
                    .filter(o -> context.remarks(Remark.Kind.LISTENERS_ADVERTISED).stream()
                            .noneMatch(r -> r.remark().evidence().file().equals(o.file())))
                    .toList();
            if (silent.isEmpty()) {
                return;
            }
            Rerouting first = silent.getFirst();
            int devices = idle.devicesIn(first.host(), first.file()).size();
            out.report(Code.LISTENER_CAP)
                    .likely()
                    .at(first.host(), "NCCL's listener")
                    .seen(Phrase.count(devices, "device") + " in use, and "
                            + Phrase.list(silent.stream()
                                    .map(o -> o.from() + " overridden with " + o.to())
                                    .distinct()
                                    .toList()))
                    .wanted("a listener that advertises all " + devices + " devices")
                    .consequence(
                            "a listener advertises two devices at most, so peers never learn of the others and these carry"
                                    + " nothing")
                    .fix(FIX)
                    .evidence(silent.stream().map(Rerouting::evidence).toList())
                    .add();
            out.askFor(
                    "how many devices NCCL's listener advertises",
                    "the log line \"NET/IB ListenerRouting … advertised=N\" of a run with NCCL_DEBUG=INFO"
                            + " NCCL_DEBUG_SUBSYS=INIT,ENV,NET",
                    first.host());
        }

        private static final String FIX = "use an NCCL build that raises the cap, with NCCL_IB_EXTENDED_IPV4_GIDS=1 and"
                + " NCCL_IB_PRESERVE_PCI_DOMAIN=1 on every rank; addresses come first, the cap second";
    }
}
