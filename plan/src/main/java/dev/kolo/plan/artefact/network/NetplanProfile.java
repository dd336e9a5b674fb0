package dev.kolo.plan.artefact.network;

import dev.kolo.plan.Plan;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.TransitRoute;
import dev.kolo.plan.artefact.text.ShellText;
import dev.kolo.plan.artefact.text.YamlText;
import java.util.List;

/**
 * The netplan file of one host. IPv6 link-local addresses stay on, and on every host alike: without them the IPv4 GID
 * moves from index 3 to index 1, and a mixture gives each host another index. They also tell who is at the other end of a
 * cable that has no IPv4 address yet.
 */
public final class NetplanProfile {
    /** Its name: late enough to win over an installer's file, early enough for the owner's own. */
    public static final String FILE = "41-kolo-fabric.yaml";

    private NetplanProfile() {}

    /** The file's text; it must be readable by root alone, or netplan complains. */
    public static String of(Plan plan, PlannedHost host, String origin) {
        StringBuilder out = new StringBuilder();
        comment(out, "Addresses of the fabric netdevs of " + host.name() + ". " + origin);
        comment(out, "It names no other netdev: the management network stays as it is.");
        comment(
                out,
                "optional: boot never waits for a cable. link-local: the same on all hosts, or GID indices differ.");
        List<PlannedFunction> functions = FabricNetdevs.of(host);
        out.append("network:\n  version: 2\n");
        out.append(functions.isEmpty() ? "  ethernets: {}\n" : "  ethernets:\n");
        for (PlannedFunction f : functions) {
            out.append("    # ")
                    .append(ShellText.comment(FabricNetdevs.where(f)))
                    .append('\n');
            out.append("    ").append(YamlText.scalar(f.netdev())).append(":\n");
            out.append("      dhcp4: false\n      dhcp6: false\n      accept-ra: false\n      link-local: [ipv6]\n");
            out.append("      optional: true\n      mtu: ")
                    .append(Plan.MTU_BYTES)
                    .append('\n');
            out.append("      addresses:\n        - ")
                    .append(YamlText.scalar(FabricNetdevs.address(f)))
                    .append('\n');
            List<TransitRoute> routes = FabricNetdevs.routes(plan, host, f);
            if (!routes.isEmpty()) {
                out.append("      routes:\n");
                for (TransitRoute route : routes) {
                    out.append("        - to: ")
                            .append(YamlText.scalar(route.destination().toString()))
                            .append("\n          via: ")
                            .append(YamlText.scalar(route.via().toString()))
                            .append('\n');
                }
            }
        }
        return out.toString();
    }

    private static void comment(StringBuilder out, String text) {
        out.append("# ").append(ShellText.comment(text)).append('\n');
    }
}
