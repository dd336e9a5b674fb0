package dev.kolo.doctor.addresses;

import dev.kolo.doctor.check.Addressing;
import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.facts.Evidence;
import dev.kolo.fabric.facts.NetAddress;
import dev.kolo.fabric.facts.Netdev;
import dev.kolo.fabric.facts.Topic;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Severity;
import dev.kolo.fabric.names.ShellWord;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import java.util.ArrayList;
import java.util.List;

/**
 * Where fabric addresses come from: those that the next boot loses, and stanzas of NetworkManager's own that bring back
 * what somebody removed.
 */
public final class AddressSourceCheck implements Check {
    private static final String STANZA = "90-NM-";

    @Override
    public void examine(Context context, Findings out) {
        for (String host : context.fabricHosts()) {
            List<Function> functions = context.functionsOf(host);
            // Some file that was pasted proves nothing about the others; only a look at all of them does.
            boolean knowsFiles = context.facts(host)
                            .filter(f -> f.hasObserved(Topic.NETWORK_CONFIG))
                            .isPresent()
                    && functions.stream().anyMatch(f -> !configured(f).isEmpty());
            List<Function> leased = new ArrayList<>();
            List<Function> unwritten = new ArrayList<>();
            for (Function function : functions) {
                if (routableLive(function).stream().anyMatch(a -> a.dynamic().orElse(false))
                        || isRuntimeOnly(function)) {
                    leased.add(function);
                } else if (knowsFiles && !routableLive(function).isEmpty() && !isWritten(function)) {
                    unwritten.add(function);
                }
                stanza(out, function);
            }
            reportVolatile(
                    context, out, leased, "they come from DHCP, or from a profile that lives in /run only", false);
            reportVolatile(context, out, unwritten, "no configuration file among those shown asks for them", true);
        }
    }

    private static List<NetAddress> routableLive(Function function) {
        return Addressing.live(function).stream()
                .filter(a -> !a.address().isLinkLocal())
                .toList();
    }

    private static List<NetAddress> configured(Function function) {
        return function.netdev().map(Netdev::addresses).orElse(List.of()).stream()
                .filter(a -> a.origin() == NetAddress.Origin.CONFIGURED)
                .toList();
    }

    /** NetworkManager's profile of the netdev lies under /run and is not netplan's: it is gone at the next boot. */
    private static boolean isRuntimeOnly(Function function) {
        String profile = profileOf(function);
        return profile.startsWith("/run/")
                && !profile.contains("netplan")
                && !routableLive(function).isEmpty();
    }

    /** A file asks for addresses of the netdev, or NetworkManager keeps a profile of it that lasts. */
    private static boolean isWritten(Function function) {
        return !configured(function).isEmpty() || profileOf(function).startsWith("/");
    }

    private static String profileOf(Function function) {
        return function.netdev()
                .map(n -> n.features().getOrDefault("nmcli.filename", ""))
                .orElse("");
    }

    private static void reportVolatile(
            Context context, Findings out, List<Function> functions, String why, boolean likely) {
        if (functions.isEmpty()) {
            return;
        }
        List<FunctionId> ids = functions.stream().map(Function::id).toList();
        List<Evidence> evidence = new ArrayList<>();
        functions.forEach(f -> evidence.addAll(Addressing.evidence(f)));
        out.report(Code.ADDRESS_VOLATILE)
                // Behind a switch somebody may run DHCP on purpose; on a cable between two hosts nobody does.
                .severity(context.isSwitched() ? Severity.INFO : Severity.WARNING)
                .likelyIf(likely)
                .at(ids.getFirst().host(), Phrase.functions(ids))
                .seen(Phrase.list(functions.stream().map(Addressing::describe).toList()) + ": " + why)
                .wanted("addresses from a file under /etc/netplan or /etc/NetworkManager")
                .consequence("the addresses are lost or changed at the next boot, and with them the links")
                .fix("write these addresses into a file under /etc/netplan (dhcp4: false, mtu: 9000), then run"
                        + " `sudo netplan apply`")
                .evidence(evidence)
                .add();
    }

    /** A stanza that NetworkManager wrote, beside the owner's own file or against what the kernel holds. */
    private static void stanza(Findings out, Function function) {
        List<NetAddress> live = routableLive(function);
        List<NetAddress> stray = configured(function).stream()
                .filter(w -> isStanza(function, w))
                .filter(w -> Addressing.isKnown(function)
                        && live.stream().noneMatch(l -> l.address().equals(w.address())))
                .toList();
        if (stray.isEmpty()) {
            return;
        }
        String file = fileOf(function, stray.getFirst());
        out.report(Code.NETWORKMANAGER_STANZA_REVIVES)
                .at(function.host(), function.name())
                .seen(file + " asks for "
                        + Phrase.list(stray.stream().map(NetAddress::toString).toList())
                        + ", which the netdev does not have now (" + Addressing.text(function) + ")")
                .wanted("one file for each fabric netdev, written by its owner")
                .consequence("the next `netplan apply` or boot brings that address back")
                .fix("move " + ShellWord.quote(file)
                        + " out of /etc/netplan if nobody wants it, then run `sudo netplan apply`")
                .evidence(stray.stream().map(NetAddress::evidence).toList())
                .add();
    }

    private static boolean isStanza(Function function, NetAddress address) {
        return fileOf(function, address).contains(STANZA);
    }

    /** The file that asks for an address: a probe's output holds many files, and then the section names it. */
    private static String fileOf(Function function, NetAddress address) {
        String file = address.evidence().file();
        return file.contains(STANZA)
                ? file
                : function.netdev()
                        .map(n -> n.features().getOrDefault("netplan.file", file))
                        .orElse(file);
    }
}
