package dev.kolo.wire.protocol;

/** A request's mark: what kind it is (4 bits), which slot or how many bytes (28 bits), and the low 32 bits of its step. */
final class WorkId {
    /** A request of the session's set-up, which no link has posted: its completion may come when the links already work. */
    static final int SET_UP = 0;

    static final int FLAG = 1;
    static final int CHUNK = 2;
    static final int CREDIT = 3;
    static final int REPAIR = 4;
    static final int ABORT = 5;

    private WorkId() {}

    static long of(int kind, int extra, long step) {
        return ((long) kind << 60) | ((extra & 0xfff_ffffL) << 32) | (step & 0xffff_ffffL);
    }

    static int kind(long id) {
        return (int) (id >>> 60);
    }

    static int extra(long id) {
        return (int) (id >>> 32) & 0xfff_ffff;
    }

    /** The step, given one that is less than 2³¹ away. */
    static long step(long id, long near) {
        return near + ((int) id - (int) near);
    }
}
