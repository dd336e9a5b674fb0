package dev.kolo.sim.run;

import dev.kolo.sim.core.Agenda;
import dev.kolo.sim.core.Trace.Kind;
import dev.kolo.sim.fabric.Fabric;
import dev.kolo.sim.fabric.Way;
import dev.kolo.sim.fault.Fault;
import java.util.function.Consumer;

/** Plants faults into a run: puts on the agenda when each begins and ends. */
final class Planter {
    private final Run run;
    private final Agenda agenda;
    private final Fabric fabric;

    Planter(Run run, Fabric fabric) {
        this.run = run;
        this.fabric = fabric;
        agenda = run.agenda();
    }

    void plant(Fault fault) {
        switch (fault.kind()) {
            case STOPPED_CALLER, OTHER_CALL -> {
                // Known to the caller from its start: see Run.
            }
            default -> agenda.at(Math.max(fault.atPicos(), agenda.nowPicos()), () -> begin(fault));
        }
    }

    private void begin(Fault fault) {
        run.trace()
                .note(
                        Kind.FAULT,
                        fault.host(),
                        fault.other(),
                        fault.strength(),
                        0,
                        run.trace().keeps() ? fault.words() : "");
        run.coverage().count("fault " + fault.kind().word());
        switch (fault.kind()) {
            case LOSS -> between(fault, way -> way.lose(fault.strength()), way -> way.lose(0));
            case CORRUPTION -> between(fault, way -> way.corrupt(fault.strength()), way -> way.corrupt(0));
            case FLAP -> flap(fault);
            case HOLD -> fabric.way(fault.host(), fault.other()).hold(fault.untilPicos(), fault.strength());
            case STALL -> fabric.stallPlacement(fault.host(), fault.untilPicos());
            case STALE_WORD -> {
                run.staleWords(fault.host(), fault.strength());
                agenda.at(fault.untilPicos(), () -> run.staleWords(fault.host(), 0));
            }
            case PAUSE -> run.process(fault.host()).standStill(fault.untilPicos());
            case CUT -> {
                run.blame(fault.host());
                run.blame(fault.other());
                cut(fault, true);
            }
            case DEATH -> {
                run.blameUnreachable(fault.host());
                run.process(fault.host()).die();
                run.tellOfDeath(fault.host());
            }
            case POWER_LOSS -> {
                run.blameUnreachable(fault.host());
                fabric.powerOff(fault.host());
                run.powerOff(fault.host());
            }
            case FREEZE -> {
                run.blame(fault.host());
                run.process(fault.host()).standStill(Fault.FOR_EVER);
            }
            case CLIENT_PAUSE -> run.process(fault.host()).client().ifPresent(c -> c.standStill(fault.untilPicos()));
            case CLIENT_DEATH -> run.clientDies(fault.host());
            case RESTART -> run.restart();
            case LATE_WORD -> run.lateWord(fault.host(), fault.strength());
            case STOPPED_CALLER, OTHER_CALL -> throw new IllegalStateException("not planted: " + fault);
        }
    }

    private void between(Fault fault, Consumer<Way> on, Consumer<Way> off) {
        Way way = fabric.way(fault.host(), fault.other());
        on.accept(way);
        agenda.at(fault.untilPicos(), () -> off.accept(way));
    }

    private void cut(Fault fault, boolean isCut) {
        fabric.way(fault.host(), fault.other()).cut(isCut);
        fabric.way(fault.other(), fault.host()).cut(isCut);
    }

    /** Down for the first half of each period. */
    private void flap(Fault fault) {
        long period = Math.max(2, fault.lastsPicos() / fault.strength());
        for (long i = 0; i < fault.strength(); i++) {
            agenda.in(i * period, () -> cut(fault, true));
            agenda.in(i * period + period / 2, () -> cut(fault, false));
        }
    }
}
