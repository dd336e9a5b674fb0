package dev.kolo.gpu.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.kolo.gpu.layout.DeviceLayout;
import java.lang.foreign.MemorySegment;

/** Where the parameters of a call lie; the numbers of {@code layout.h}. */
public final class CallWriter {
    public static final int INPUT = 0;
    public static final int OUTPUT = 8;
    public static final int STATE = 16;
    public static final int CONTROL = 24;
    public static final int FROM = 32;
    public static final int FLAGS_FROM = 40;
    public static final int TIMEOUT = 48;
    public static final int HEARTBEAT = 56;
    public static final int STRIDE = 64;
    public static final int UNITS = 68;
    public static final int RANK = 72;
    public static final int WORLD = 76;
    public static final int ACTIVE = 80;
    public static final int BYTES = 84;
    public static final int OWN_AT = 88;
    public static final int OUTPUT_BYTES = 92;
    public static final int DIGEST = 96;
    public static final int INDEX = 100;
    public static final int OP = 104;
    public static final int DOORBELL = 108;
    public static final int LINKS = 112;
    public static final int LINK_TO = 0;
    public static final int LINK_FLAGS_TO = 8;
    public static final int LINK_INDEX = 16;
    public static final int LINK_BYTES = 20;
    public static final int LINK_OUTPUT_AT = 24;
    public static final int LINK_EACH = 28;
    public static final int LINK_SIZE = 32;
    public static final int SIZE = LINKS + DeviceLayout.MAX_WORLD * LINK_SIZE;

    public static final int FINISH_STATE = 0;
    public static final int FINISH_DONE = 8;
    public static final int FINISH_CALLS = 16;
    public static final int FINISH_STEPS = 24;
    public static final int FINISH_SIZE = FINISH_STEPS + DeviceLayout.MAX_WORLD * 4;

    /** The own block goes nowhere. */
    public static final int NOWHERE = -1;

    private final MemorySegment call;

    /** Writes into memory of {@link #SIZE} bytes. */
    public CallWriter(MemorySegment call) {
        this.call = call;
    }

    public CallWriter put(int at, int value) {
        call.set(JAVA_INT, at, value);
        return this;
    }

    public CallWriter put(int at, long value) {
        call.set(JAVA_LONG, at, value);
        return this;
    }

    /** A word of a peer's link. */
    public CallWriter link(int peer, int at, int value) {
        return put(LINKS + peer * LINK_SIZE + at, value);
    }

    public CallWriter link(int peer, int at, long value) {
        return put(LINKS + peer * LINK_SIZE + at, value);
    }
}
