package dev.kolo.plan.artefact.network;

import dev.kolo.plan.Plan;
import dev.kolo.plan.PlannedFunction;
import dev.kolo.plan.PlannedHost;
import dev.kolo.plan.TransitRoute;
import dev.kolo.plan.artefact.text.KeyfileText;
import dev.kolo.plan.artefact.text.ShellText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/** NetworkManager's keyfiles of one host, one a netdev. IPv6 link-local stays on for the reason in {@link NetplanProfile}. */
public final class KeyfileProfile {
    /** The folder below the host's. */
    public static final String FOLDER = "NetworkManager";

    private KeyfileProfile() {}

    /**
     * One file.
     *
     * @param name its name
     * @param content its text; NetworkManager reads it only when it belongs to root and nobody else can read it
     */
    public record Keyfile(String name, String content) {}

    /** The files of a host, function by function. */
    public static List<Keyfile> of(Plan plan, PlannedHost host, String origin) {
        return FabricNetdevs.of(host).stream()
                .map(f -> new Keyfile("kolo-" + f.netdev() + ".nmconnection", content(plan, host, f, origin)))
                .toList();
    }

    private static String content(Plan plan, PlannedHost host, PlannedFunction function, String origin) {
        StringBuilder out = new StringBuilder();
        out.append("# ")
                .append(ShellText.comment(
                        "A fabric netdev of " + host.name() + ": " + FabricNetdevs.where(function) + ". " + origin))
                .append('\n');
        section(out, "connection");
        entry(out, "id", "kolo-" + function.netdev());
        entry(out, "uuid", uuid(host, function).toString());
        entry(out, "type", "ethernet");
        entry(out, "interface-name", function.netdev());
        entry(out, "autoconnect", "true");
        entry(out, "autoconnect-priority", "100");
        section(out, "ethernet");
        entry(out, "mtu", Integer.toString(Plan.MTU_BYTES));
        section(out, "ipv4");
        entry(out, "method", "manual");
        entry(out, "address1", FabricNetdevs.address(function));
        entry(out, "never-default", "true");
        int number = 1;
        for (TransitRoute route : FabricNetdevs.routes(plan, host, function)) {
            entry(out, "route" + number++, route.destination() + "," + route.via());
        }
        section(out, "ipv6");
        entry(out, "method", "link-local");
        entry(out, "never-default", "true");
        return out.toString();
    }

    /** The same for the same netdev of the same host, so that installing a later plan replaces the connection. */
    private static UUID uuid(PlannedHost host, PlannedFunction function) {
        return UUID.nameUUIDFromBytes(
                ("kolo-fabric " + host.name() + " " + function.netdev()).getBytes(StandardCharsets.UTF_8));
    }

    private static void section(StringBuilder out, String name) {
        out.append("\n[").append(name).append("]\n");
    }

    private static void entry(StringBuilder out, String key, String value) {
        out.append(key).append('=').append(KeyfileText.value(value)).append('\n');
    }
}
