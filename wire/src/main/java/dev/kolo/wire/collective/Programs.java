package dev.kolo.wire.collective;

import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.schedule.Program;
import dev.kolo.wire.schedule.Reach;
import dev.kolo.wire.schedule.ScheduleKind;
import dev.kolo.wire.schedule.Schedules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One rank's programs, compiled when first wanted and kept. */
final class Programs {
    private static final int COLLECTIVES = Collective.values().length;

    private final Reach reach;
    private final int rank;
    private final long slotBytes;
    private final @Nullable CompiledProgram[] compiled;

    Programs(Reach reach, int rank, long slotBytes) {
        this.reach = reach;
        this.slotBytes = slotBytes;
        this.rank = rank;
        compiled = new CompiledProgram[ScheduleKind.values().length * Collective.values().length * (reach.world() + 1)];
    }

    /** A program without instructions, to begin with. */
    static CompiledProgram none(int rank, int world) {
        return new CompiledProgram(
                new Program(ScheduleKind.ONE_SHOT, Collective.BARRIER, rank, world, -1, 1, List.of()), 0);
    }

    CompiledProgram of(ScheduleKind kind, Collective collective, int root) {
        int index = (kind.number() * COLLECTIVES + collective.number()) * (reach.world() + 1) + root + 1;
        CompiledProgram program = compiled[index];
        if (program == null) {
            program = new CompiledProgram(Schedules.program(kind, collective, reach, rank, root), slotBytes);
            compiled[index] = program;
        }
        return program;
    }
}
