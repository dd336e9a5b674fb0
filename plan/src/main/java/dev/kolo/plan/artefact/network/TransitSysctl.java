package dev.kolo.plan.artefact.network;

import dev.kolo.plan.Plan;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.artefact.text.ShellText;

/** Lets the kernel forward between the fabric netdevs of a host, and nothing else: transit routes need it. */
public final class TransitSysctl {
    /** Its name below /etc/sysctl.d. */
    public static final String FILE = "90-kolo-transit.conf";

    private TransitSysctl() {}

    /** The file's text. Keys are written with slashes, since a netdev name may hold dots. */
    public static String of(Plan plan, PlannedHost host, String origin) {
        StringBuilder out = new StringBuilder();
        out.append("# ")
                .append(ShellText.comment("Forwarding for transit routes through " + host.name() + " (rank "
                        + host.rank() + " of " + plan.hosts().size() + "). " + origin))
                .append('\n');
        out.append("# Only what comes in at a fabric netdev is forwarded; net.ipv4.ip_forward stays as it is.\n");
        for (PlannedFunction f : FabricNetdevs.of(host)) {
            out.append("net/ipv4/conf/").append(f.netdev()).append("/forwarding = 1\n");
        }
        return out.toString();
    }
}
