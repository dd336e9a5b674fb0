package dev.kolo.doctor.control;

import dev.kolo.doctor.check.Check;
import dev.kolo.doctor.check.Context;
import dev.kolo.doctor.check.Context.LocatedRemark;
import dev.kolo.doctor.check.Findings;
import dev.kolo.doctor.check.Phrase;
import dev.kolo.doctor.check.Settings.Located;
import dev.kolo.fabric.facts.Remark;
import dev.kolo.fabric.facts.Setting;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.topology.ManagementNetdev.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The netdevs over which bootstrap and engine queues talk. On a ring no fabric netdev reaches all hosts, so it must be
 * the management LAN; Wi-Fi and tunnels work by luck.
 */
public final class SocketInterfaceCheck implements Check {
    static final List<String> VARIABLES = List.of("NCCL_SOCKET_IFNAME", "GLOO_SOCKET_IFNAME", "TP_SOCKET_IFNAME");

    @Override
    public void examine(Context context, Findings out) {
        SocketNames names = new SocketNames(context);
        Map<String, List<Located>> byText = new LinkedHashMap<>();
        for (String variable : VARIABLES) {
            for (Located setting : context.settings().effective(variable)) {
                if (setting.setting().source() != Setting.Source.SHELL) {
                    byText.computeIfAbsent(variable + "=" + setting.value(), t -> new ArrayList<>())
                            .add(setting);
                }
            }
        }
        byText.forEach((text, settings) -> {
            if (!context.isPair() && !context.isSwitched()) {
                listsFabric(names, out, text, settings);
            }
            listsForeign(names, out, text, settings);
        });
        outOfBand(context, names, out);
    }

    private static void listsFabric(SocketNames names, Findings out, String text, List<Located> settings) {
        Located first = settings.getFirst();
        List<String> fabric = names.fabricNames(first.host(), first.value());
        if (fabric.isEmpty()) {
            return;
        }
        List<String> left = SocketNames.names(first.value()).stream()
                .filter(n -> !fabric.contains(n))
                .toList();
        String variable = first.setting().name();
        out.report(Code.SOCKET_IFNAME_LISTS_FABRIC)
                .at(host(settings), variable)
                .seen(text)
                .wanted("the management netdev only" + (left.isEmpty() ? "" : ": " + variable + "=" + left.getFirst()))
                .consequence("on a ring no fabric netdev reaches every host; bootstrap over " + Phrase.list(fabric)
                        + " works for neighbours and hangs for the others")
                .fix(
                        left.isEmpty()
                                ? "set " + variable + " to the netdev of the management LAN on every rank"
                                : "set " + variable + "=" + left.getFirst()
                                        + " on every rank (with the name that it has there)")
                .evidence(settings.stream().map(s -> s.setting().evidence()).toList())
                .add();
    }

    private static void listsForeign(SocketNames names, Findings out, String text, List<Located> settings) {
        Located first = settings.getFirst();
        for (String name : SocketNames.names(first.value())) {
            Role role = names.role(first.host(), name).orElse(Role.OTHER);
            if (role == Role.WIRELESS || role == Role.TUNNEL) {
                reportForeign(
                        out,
                        host(settings),
                        first.setting().name(),
                        text,
                        name,
                        role,
                        settings.stream().map(s -> s.setting().evidence()).toList());
                return;
            }
        }
    }

    private static void outOfBand(Context context, SocketNames names, Findings out) {
        if (out.has(Code.BOOTSTRAP_ON_VPN_OR_WIFI)) {
            return;
        }
        Set<String> said = new LinkedHashSet<>();
        for (LocatedRemark remark : context.remarks(Remark.Kind.OOB_NETDEV)) {
            int colon = remark.value().indexOf(':');
            String netdev = colon > 0 ? remark.value().substring(0, colon) : remark.value();
            Role role = names.role(remark.host(), netdev).orElse(Role.OTHER);
            if ((role == Role.WIRELESS || role == Role.TUNNEL) && said.add(remark.host() + netdev)) {
                reportForeign(
                        out,
                        remark.host(),
                        "NCCL's bootstrap",
                        "OOB " + remark.value(),
                        netdev,
                        role,
                        List.of(remark.remark().evidence()));
            }
        }
    }

    private static void reportForeign(
            Findings out,
            String host,
            String subject,
            String seen,
            String netdev,
            Role role,
            List<dev.kolo.fabric.facts.Evidence> evidence) {
        String what = role == Role.WIRELESS ? "Wi-Fi" : "a tunnel or VPN";
        out.report(Code.BOOTSTRAP_ON_VPN_OR_WIFI)
                .at(host, subject)
                .seen(seen)
                .wanted("the wired management netdev")
                .consequence(
                        netdev + " is " + what + ": start-up and every control message depend on it, and a short loss"
                                + " there ends the job though the fabric is sound")
                .fix("set NCCL_SOCKET_IFNAME and GLOO_SOCKET_IFNAME to the wired LAN's netdev on every rank")
                .evidence(evidence)
                .add();
    }

    private static String host(List<Located> settings) {
        List<String> hosts = settings.stream().map(Located::host).distinct().toList();
        return hosts.size() == 1 ? hosts.getFirst() : "";
    }
}
