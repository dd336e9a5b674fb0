package dev.kolo.plan;

import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Link;
import dev.kolo.fabric.topology.Port;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Refuses a fabric whose plugs sit elsewhere than its addresses say. A plan could give the cables new addresses as they are,
 * but then a plug that somebody moved by mistake would become the rule without a word.
 */
final class CablingCheck {
    private final Map<FunctionId, Function> functions = new HashMap<>();
    private final Map<FunctionId, FunctionId> claimed = new HashMap<>();
    private final Fabric fabric;

    private CablingCheck(Fabric fabric) {
        this.fabric = fabric;
        fabric.functions().forEach(f -> functions.put(f.id(), f));
        for (Link claim : fabric.claims()) {
            claimed.putIfAbsent(claim.a(), claim.b());
            claimed.putIfAbsent(claim.b(), claim.a());
        }
    }

    /** The first cable that joins other ports than the addresses of its ends name. */
    static Optional<Finding> misplaced(Fabric fabric) {
        return new CablingCheck(fabric).find();
    }

    private Optional<Finding> find() {
        for (Link link : fabric.links()) {
            Function a = functions.get(link.a());
            Function b = functions.get(link.b());
            FunctionId meant = claimed.get(link.a());
            Function wanted = meant == null ? null : functions.get(meant);
            if (a == null || b == null || wanted == null || !link.basis().isPhysical()) {
                continue;
            }
            if (!wanted.id().equals(b.id()) && !meet(a, b)) {
                return Optional.of(refusal(link, a, b, wanted));
            }
        }
        return Optional.empty();
    }

    private static boolean meet(Function a, Function b) {
        Set<Object> shared = new HashSet<>(a.subnets());
        shared.retainAll(b.subnets());
        return !shared.isEmpty();
    }

    private static Finding refusal(Link link, Function a, Function b, Function wanted) {
        Port plugged = b.port();
        Port meant = wanted.port();
        String fix = plugged.host().equals(meant.host())
                ? "Exchange the plugs in " + plugged + " and " + meant.label()
                : "Move the plug in " + plugged + " to " + meant;
        return Refusal.at(
                plugged.host(),
                Code.CABLES_DISAGREE,
                a.port() + " - " + plugged,
                "the cable joins " + a.port() + " (" + a.name() + ") and " + plugged + " (" + b.name()
                        + "), by the MACs that they see",
                a.port() + " - " + meant + ", as the addresses say",
                "A plan for these cables would keep a plug in the wrong port for good.",
                fix + " and scan again; or plan with --readdress to leave the plugs and give the cables new addresses.",
                link.evidence());
    }
}
