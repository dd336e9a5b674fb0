package dev.kolo.wire.collective;

import dev.kolo.wire.protocol.GivingUp;
import dev.kolo.wire.schedule.Collective;
import dev.kolo.wire.schedule.ScheduleKind;

/** The operation under way, or the last one, in the words of failure messages. */
final class OperationScene implements GivingUp.Scene {
    private static final Collective[] WORDS = Collective.values();
    private static final DataType[] TYPES = DataType.values();
    private static final ScheduleKind[] KINDS = ScheduleKind.values();

    private long number;
    private int collective = -1;
    private int type;
    private long bytes;
    private int schedule;

    void show(Operation op, ScheduleKind kind) {
        number = op.number;
        collective = op.collective.number();
        type = op.type.number();
        bytes = op.bytes;
        schedule = kind.number();
    }

    @Override
    public String operation() {
        return operation(number, collective, type, bytes, schedule);
    }

    /** The numbers of another rank's record are not trusted to be ours. */
    @Override
    public String operation(long number, int collective, int type, long bytes, int schedule) {
        if (collective < 0 || collective >= WORDS.length) {
            return "no operation yet";
        }
        String ofType = type >= 0 && type < TYPES.length && TYPES[type] != DataType.BYTES ? " " + TYPES[type] : "";
        String way = schedule >= 0 && schedule < KINDS.length ? ", " + KINDS[schedule].word() : "";
        return WORDS[collective].word() + " " + number + " (" + bytes + " B" + ofType + way + ")";
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public int collective() {
        return collective;
    }

    @Override
    public int type() {
        return type;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public int schedule() {
        return schedule;
    }
}
