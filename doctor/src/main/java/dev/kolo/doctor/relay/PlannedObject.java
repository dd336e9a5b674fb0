package dev.kolo.doctor.relay;

import dev.kolo.doctor.check.Phrase;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.names.ShellWord;
import dev.kolo.plan.diff.Difference;
import dev.kolo.plan.diff.Difference.Kind;
import java.util.Optional;

/**
 * What a difference between a plan and a host is called in the catalogue, and the command that undoes it. The words of the
 * objects are those of {@code ip} and {@code tc}, so that a command is made of them by adding its verb.
 */
final class PlannedObject {
    private static final String UP =
            "`sudo sh /usr/local/lib/kolo-fabric/up.sh` (up.sh of this host in the plan's folder),"
                    + " which adds what is missing";
    private static final String DOWN_UP = "`sudo sh /usr/local/lib/kolo-fabric/down.sh` and then up.sh of this plan";

    private PlannedObject() {}

    /** The code of a difference; empty for what another check says already. */
    static Optional<Code> codeOf(Difference difference) {
        String object = difference.object();
        Kind kind = difference.kind();
        if (object.startsWith("mtu ")) {
            return Optional.empty();
        }
        if (object.startsWith("addr ")) {
            return Optional.of(Code.ADDRESS_NOT_PLANNED);
        }
        if (kind == Kind.ORPHANED) {
            return Optional.of(Code.ORPHANED_RULES);
        }
        if (kind == Kind.FOREIGN) {
            return Optional.of(Code.RELAY_FOREIGN);
        }
        if (object.startsWith("route ")) {
            return Optional.of(Code.ROUTE_MISSING);
        }
        if (object.startsWith("neigh ")) {
            return Optional.of(Code.NEIGHBOUR_WRONG);
        }
        if (difference.seen().endsWith("not in hardware")) {
            return Optional.of(Code.RELAY_IN_SOFTWARE);
        }
        return Optional.of(kind == Kind.MISSING ? Code.RELAY_MISSING : Code.RELAY_WRONG);
    }

    static String noun(Code code, int count) {
        return switch (code) {
            case ROUTE_MISSING -> Phrase.count(count, "route");
            case NEIGHBOUR_WRONG -> count == 1 ? "1 neighbour entry" : count + " neighbour entries";
            case ADDRESS_NOT_PLANNED -> count == 1 ? "1 address" : count + " addresses";
            case ORPHANED_RULES, RELAY_FOREIGN -> Phrase.count(count, "object");
            default -> Phrase.count(count, "relay rule");
        };
    }

    static String seen(Difference difference) {
        return difference.seen().isEmpty() ? "no " + difference.wanted() : difference.seen();
    }

    static String wanted(Difference difference) {
        return switch (difference.kind()) {
            case ORPHANED -> "nothing that the plan does not have";
            case FOREIGN -> difference.wanted().isEmpty() ? "nothing in the places of the plan" : difference.wanted();
            case MISSING, WRONG -> difference.wanted();
        };
    }

    static String consequence(Code code) {
        return switch (code) {
            case ROUTE_MISSING ->
                "packets for the far host take another way or none: lanes over this relayed path do not come up";
            case NEIGHBOUR_WRONG ->
                "frames for the far host carry the wrong MAC, and the next port drops them: lanes over this relayed path"
                        + " do not come up";
            case RELAY_MISSING -> "tagged frames that arrive here match nothing and are dropped";
            case RELAY_WRONG ->
                "relayed frames leave here by the wrong port or with the wrong address, and are dropped";
            case RELAY_IN_SOFTWARE ->
                "the kernel forwards instead of the NIC, or nobody does: RDMA frames never reach the kernel of such a"
                        + " NIC";
            case RELAY_FOREIGN ->
                "somebody else's object takes the frames or stands in the way; Kolo changes nothing that it did not make";
            case ORPHANED_RULES ->
                "rules of an older plan still send frames where that plan wanted them, and up.sh refuses to start beside"
                        + " them";
            default -> "the plan's routes, lanes and environment name other addresses than this host has";
        };
    }

    /** The command for one object; empty where a single one would not do. */
    static Optional<String> command(Code code, Difference difference) {
        String wanted = difference.wanted();
        String seen = difference.seen();
        return switch (code) {
            case ROUTE_MISSING -> Optional.of("`sudo ip " + replaced(wanted, "route") + "`");
            case NEIGHBOUR_WRONG ->
                Optional.of("`sudo ip " + replaced(wanted, "neigh").replace(" permanent ", " nud permanent ") + "`");
            case ADDRESS_NOT_PLANNED -> address(difference);
            case RELAY_FOREIGN, ORPHANED_RULES -> Optional.of("`" + show(seen) + "` shows it");
            default -> Optional.empty();
        };
    }

    private static String replaced(String object, String noun) {
        String rest = object.substring(object.indexOf(' ') + 1);
        boolean host = noun.equals("route") && rest.indexOf('/') < 0 && !rest.contains(" via ");
        int end = rest.indexOf(' ');
        return noun + " replace " + (host ? rest.substring(0, end) + "/32" + rest.substring(end) : rest);
    }

    private static Optional<String> address(Difference difference) {
        int dev = difference.object().lastIndexOf(" dev ");
        String on = dev < 0 ? "" : difference.object().substring(dev);
        return switch (difference.kind()) {
            case MISSING, WRONG -> Optional.of("`sudo ip addr replace " + difference.wanted() + on + "`");
            case FOREIGN, ORPHANED -> Optional.of("`sudo ip addr del " + difference.seen() + on + "`");
        };
    }

    private static String show(String object) {
        String[] words = object.split(" ");
        if (object.startsWith("filter ") && words.length > 3) {
            return "tc -s filter show dev " + ShellWord.quote(words[2]) + " " + ShellWord.quote(words[3]);
        }
        return object.startsWith("neigh ") ? "ip neigh show nud permanent" : "ip route show proto 82";
    }

    /** What sets up or takes away all objects of a host. */
    static String script(Code code) {
        return switch (code) {
            case ORPHANED_RULES -> DOWN_UP;
            case RELAY_FOREIGN ->
                "ask its owner: move it to another preference or remove it, and then run up.sh of this plan";
            case RELAY_WRONG -> DOWN_UP;
            case RELAY_IN_SOFTWARE -> "mend what the NIC refuses (RELAY_NIC_PROFILE), then " + DOWN_UP;
            case ADDRESS_NOT_PLANNED -> "put the plan's network profile in place, or make the plan anew";
            default -> UP;
        };
    }
}
