package dev.kolo.sim.fault;

import dev.kolo.sim.core.Agenda;
import dev.kolo.sim.core.Draw;
import dev.kolo.sim.fabric.Cabling;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Draws the faults of a seed: which kinds, how many, how strong, when. Strengths are spread over powers of two, so that hardly
 * noticeable and crushing faults are as likely as those between. Survivable ones together last less than the bound of waiting,
 * since a wait may have to sit through all of them.
 */
public final class FaultPlan {
    private static final int MOST_OF_A_KIND = 3;
    /** Part of the bound that all survivable faults together may take. */
    private static final int SHARE_OF_WAIT = 3;

    private final Draw draw;
    private final Cabling cabling;
    private final Bounds bounds;
    private final Set<FaultKind> allowed;
    private final List<Fault> faults = new ArrayList<>();
    private long patiencePicos;

    /**
     * What limits the faults of a run.
     *
     * @param windowPicos when the last one begins
     * @param waitPicos bound of every wait
     * @param flapPicos longest time that a lane is surely still retried
     * @param calls calls of every rank
     */
    public record Bounds(long windowPicos, long waitPicos, long flapPicos, int calls) {}

    private FaultPlan(Draw draw, Cabling cabling, Bounds bounds, Set<FaultKind> allowed) {
        this.draw = draw;
        this.cabling = cabling;
        this.bounds = bounds;
        this.allowed = allowed;
        patiencePicos = bounds.waitPicos() / SHARE_OF_WAIT;
    }

    /** The faults of a seed, in the order in which they were drawn. */
    public static List<Fault> draw(Draw draw, Cabling cabling, Bounds bounds, Set<FaultKind> allowed) {
        FaultPlan plan = new FaultPlan(draw, cabling, bounds, allowed);
        plan.drawAll();
        return List.copyOf(plan.faults);
    }

    /**
     * What goes wrong with clients of mailboxes, drawn by itself, so that ranks without clients fare as they would. Pauses
     * take at most an eighth of the bound; one of three seeds that nothing else ends has a client that dies.
     *
     * @param clients ranks whose calls come from clients
     * @param others what else goes wrong
     */
    public static List<Fault> drawForClients(
            Draw draw, List<Integer> clients, Bounds bounds, Set<FaultKind> allowed, List<Fault> others) {
        List<Fault> faults = new ArrayList<>();
        if (draw.oneIn(16)) {
            return faults;
        }
        for (int i = draw.below(3); i > 0; i--) {
            long at = draw.between(0, bounds.windowPicos());
            long lasts = draw.spread(Agenda.MICRO, bounds.waitPicos() / 16);
            int rank = clients.get(draw.below(clients.size()));
            if (allowed.contains(FaultKind.CLIENT_PAUSE)) {
                faults.add(new Fault(FaultKind.CLIENT_PAUSE, rank, -1, at, at + lasts, 0));
            }
        }
        boolean dies = draw.oneIn(3) && others.stream().allMatch(f -> f.kind().isSurvivable());
        int rank = clients.get(draw.below(clients.size()));
        long at = draw.between(0, bounds.windowPicos());
        if (dies && allowed.contains(FaultKind.CLIENT_DEATH)) {
            faults.add(new Fault(FaultKind.CLIENT_DEATH, rank, -1, at, Fault.FOR_EVER, 0));
        }
        return List.copyOf(faults);
    }

    private void drawAll() {
        // One seed in sixteen is calm; one in three has a fault that ends the session.
        if (draw.oneIn(16)) {
            return;
        }
        boolean fatal = draw.oneIn(3);
        for (FaultKind kind : FaultKind.values()) {
            if (kind.isOfClients()) {
                // Drawn by themselves: seeds go on meaning what they meant.
                continue;
            }
            boolean wanted = draw.oneIn(3);
            int count = 1 + draw.below(MOST_OF_A_KIND);
            if (isOfOneSession(kind) && wanted && allowed.contains(kind)) {
                for (int i = 0; i < count; i++) {
                    addSurvivable(kind);
                }
            }
        }
        Set<FaultKind> ends = EnumSet.noneOf(FaultKind.class);
        allowed.stream().filter(k -> !k.isSurvivable() && !k.isOfClients()).forEach(ends::add);
        if (fatal && !ends.isEmpty()) {
            addFatal(List.copyOf(ends).get(draw.below(ends.size())));
        } else if (draw.oneIn(4) && allowed.contains(FaultKind.RESTART)) {
            long at = when();
            faults.add(new Fault(FaultKind.RESTART, 0, -1, at, Fault.FOR_EVER, 0));
            for (int i = draw.below(12); i > 0 && allowed.contains(FaultKind.LATE_WORD); i--) {
                long lands = at + draw.spread(Agenda.MICRO, 2 * bounds.windowPicos() + 10 * Agenda.MILLI);
                faults.add(new Fault(
                        FaultKind.LATE_WORD, draw.below(cabling.world()), -1, lands, lands + 1, draw.below(1 << 20)));
            }
            holdAcross(at);
        }
    }

    /** Frames of the session that ends are still on their way when the next one begins. */
    private void holdAcross(long restartPicos) {
        for (int i = draw.below(3); i > 0 && allowed.contains(FaultKind.HOLD); i--) {
            int host = draw.below(cabling.world());
            long before = Math.min(restartPicos, draw.spread(Agenda.MICRO, bounds.windowPicos()));
            long after = patience(draw.spread(Agenda.MICRO, 10 * Agenda.MILLI));
            long strength = draw.spread(100_000, 1_000_000);
            add(FaultKind.HOLD, host, neighbour(host), restartPicos - before, restartPicos + after, strength);
        }
    }

    private static boolean isOfOneSession(FaultKind kind) {
        return kind.isSurvivable() && kind != FaultKind.RESTART && kind != FaultKind.LATE_WORD;
    }

    private long when() {
        return draw.between(0, bounds.windowPicos());
    }

    private void addSurvivable(FaultKind kind) {
        int host = draw.below(cabling.world());
        int other = neighbour(host);
        long at = when();
        switch (kind) {
            case LOSS, CORRUPTION -> add(kind, host, other, at, at + length(), draw.spread(500, 300_000));
            case STALE_WORD -> add(kind, host, -1, at, at + length(), draw.spread(20_000, 900_000));
            case FLAP -> {
                long down = patience(Math.min(bounds.flapPicos(), draw.spread(Agenda.MICRO, bounds.flapPicos())));
                int times = 1 + draw.below(3);
                add(kind, host, other, at, at + Math.max(1, down), times);
            }
            case HOLD -> add(kind, host, other, at, at + held(), draw.spread(10_000, 1_000_000));
            default -> add(kind, host, -1, at, at + patience(draw.spread(Agenda.MICRO, bounds.waitPicos())), 0);
        }
    }

    /** Frames that are all held back are as good as lost meanwhile. */
    private long held() {
        return patience(draw.spread(10 * Agenda.MICRO, bounds.waitPicos()));
    }

    private long length() {
        return draw.spread(bounds.windowPicos() / 8, 4 * bounds.windowPicos());
    }

    private long patience(long wanted) {
        long given = Math.min(wanted, patiencePicos / 2);
        patiencePicos -= given;
        return Math.max(1, given);
    }

    private void addFatal(FaultKind kind) {
        int host = draw.below(cabling.world());
        long at = when();
        long call = 1L + draw.below(Math.max(1, bounds.calls() - 1));
        switch (kind) {
            case CUT -> add(kind, host, neighbour(host), at, Fault.FOR_EVER, 0);
            case STOPPED_CALLER, OTHER_CALL -> add(kind, host, -1, 0, Fault.FOR_EVER, call);
            default -> add(kind, host, -1, at, Fault.FOR_EVER, 0);
        }
    }

    private void add(FaultKind kind, int host, int other, long at, long until, long strength) {
        faults.add(new Fault(kind, host, other, at, until, strength));
    }

    private int neighbour(int host) {
        List<Integer> joined = new ArrayList<>();
        for (int other = 0; other < cabling.world(); other++) {
            if (cabling.joins(host, other)) {
                joined.add(other);
            }
        }
        return joined.get(draw.below(joined.size()));
    }
}
