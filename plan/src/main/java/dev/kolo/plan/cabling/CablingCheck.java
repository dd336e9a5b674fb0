package dev.kolo.plan.cabling;

import dev.kolo.fabric.facts.LinkState;
import dev.kolo.fabric.finding.Code;
import dev.kolo.fabric.finding.Finding;
import dev.kolo.fabric.topology.Fabric;
import dev.kolo.fabric.topology.Function;
import dev.kolo.fabric.topology.FunctionId;
import dev.kolo.fabric.topology.Link;
import dev.kolo.fabric.topology.Port;
import dev.kolo.fabric.topology.Shape;
import dev.kolo.plan.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Refuses a fabric whose plugs sit elsewhere than its addresses say, or nowhere. A plan could give the cables new addresses as they are,
 * but then a plug that somebody moved by mistake would become the rule without a word.
 */
public final class CablingCheck {
    private final Map<FunctionId, Function> functions = new HashMap<>();
    private final Map<Port, List<Function>> halves = new HashMap<>();
    private final Map<FunctionId, FunctionId> claimed = new HashMap<>();
    private final Fabric fabric;

    private CablingCheck(Fabric fabric) {
        this.fabric = fabric;
        fabric.functions().forEach(f -> {
            functions.put(f.id(), f);
            halves.computeIfAbsent(f.port(), p -> new ArrayList<>()).add(f);
        });
        for (Link claim : fabric.claims()) {
            claimed.putIfAbsent(claim.a(), claim.b());
            claimed.putIfAbsent(claim.b(), claim.a());
        }
    }

    /** The first cable that joins other ports than the addresses of its ends name. */
    public static Optional<Finding> misplaced(Fabric fabric) {
        return new CablingCheck(fabric).find();
    }

    private Optional<Finding> find() {
        for (Link link : fabric.links()) {
            Optional<Finding> mixed = mixedPlanes(link);
            if (mixed.isPresent()) {
                return mixed;
            }
        }
        for (Link link : fabric.links()) {
            Function a = functions.get(link.a());
            Function b = functions.get(link.b());
            if (a == null || b == null || !link.basis().isPhysical() || meet(a, b)) {
                continue;
            }
            // A port whose plug moved to a port without an address claims nothing; the other end still does.
            Optional<Finding> elsewhere = elsewhere(link, a, b).or(() -> elsewhere(link, b, a));
            if (elsewhere.isPresent()) {
                return elsewhere;
            }
        }
        return Optional.empty();
    }

    private Optional<Finding> elsewhere(Link link, Function end, Function plugged) {
        return Optional.ofNullable(claimed.get(end.id()))
                .map(functions::get)
                .filter(wanted -> !wanted.id().equals(plugged.id()))
                .map(wanted -> refusal(link, end, plugged, wanted));
    }

    /** Which half of its port a function is; a port with one function has only a first one. */
    private long halfOf(Function function) {
        return halves.getOrDefault(function.port(), List.of()).stream()
                .filter(f -> f.plane() < function.plane())
                .count();
    }

    private Optional<Finding> mixedPlanes(Link link) {
        Function a = functions.get(link.a());
        Function b = functions.get(link.b());
        if (a == null || b == null || halfOf(a) == halfOf(b)) {
            return Optional.empty();
        }
        return Optional.of(Refusal.at(
                a.host(),
                Code.PLANES_MIXED,
                a.port() + " - " + b.port(),
                a.id() + " (plane " + halfOf(a) + ") and " + b.id() + " (plane " + halfOf(b) + ") share a network",
                "both ends of a link on one plane",
                "Traffic of one PCIe half would arrive at the other, and relayed frames would change planes on their way.",
                "Give each half of " + a.port() + " a network with the same half of " + b.port()
                        + "; --readdress plans that.",
                link.evidence()));
    }

    /**
     * The first cable that addresses name and that carries nothing: with a plug pulled a ring looks like a path, and a plan for
     * that path is not what its owner had in mind. Whoever names the shape has said what it is to be.
     */
    public static Optional<Finding> lost(Fabric fabric, Optional<Shape.Kind> wanted) {
        return wanted.isPresent() ? Optional.empty() : new CablingCheck(fabric).findLost();
    }

    private Optional<Finding> findLost() {
        Set<FunctionId> joined = new HashSet<>();
        fabric.links().forEach(l -> {
            joined.add(l.a());
            joined.add(l.b());
        });
        for (Link claim : fabric.claims()) {
            Function a = functions.get(claim.a());
            Function b = functions.get(claim.b());
            if (a == null || b == null || joined.contains(a.id()) || joined.contains(b.id())) {
                continue;
            }
            boolean halfWorks =
                    fabric.cables().stream().anyMatch(c -> c.a().equals(a.port()) || c.b().equals(a.port()));
            if (!halfWorks && (a.linkState() == LinkState.DOWN || b.linkState() == LinkState.DOWN)) {
                return Optional.of(lostRefusal(claim, a, b));
            }
        }
        return Optional.empty();
    }

    private Finding lostRefusal(Link claim, Function a, Function b) {
        Function down = a.linkState() == LinkState.DOWN ? a : b;
        String cable = a.port() + " - " + b.port();
        return Refusal.at(
                down.host(),
                Code.CABLE_MISSING,
                cable,
                down.name() + " of " + down.host() + " is down, and its address names a cable to the other end",
                "a cable with a signal in " + a.port() + " and " + b.port(),
                "Without this cable the hosts make a " + fabric.shape().kind().word()
                        + ", and the plan would be one for that.",
                "Put the plugs of " + cable + " in and bring both ports up, then scan again; or plan with --shape "
                        + fabric.shape().kind().word() + " if the cable is meant to be gone.",
                claim.evidence());
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
