package dev.kolo.gpu.suite;

import dev.kolo.gpu.layout.DevicePath;
import java.util.Locale;

/** What is done to a session on purpose, to see that its end is bounded, named and never silent. */
public enum DeviceFault {
    /** A rank stops calling. */
    LATE_PEER,
    /** A rank's process is killed. */
    KILLED_PEER,
    /** Two ranks call different sizes. */
    DESYNC,
    /** A rank's proxy stops. */
    KILLED_PROXY,
    /** Two graphs of one communicator run at a time. */
    TWO_STREAMS,
    /** A rank's trial differs. */
    SPOILED_TRIAL;

    /** Whether it can happen on a path. */
    public boolean appliesTo(DevicePath path) {
        return this != KILLED_PROXY || path.isProxied();
    }

    /** The word in flags. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The fault of a word. */
    public static DeviceFault of(String word) {
        for (DeviceFault fault : values()) {
            if (fault.word().equals(word)) {
                return fault;
            }
        }
        throw new IllegalArgumentException("there is no fault \"" + word + "\"");
    }
}
