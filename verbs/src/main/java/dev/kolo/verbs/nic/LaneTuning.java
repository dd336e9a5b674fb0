package dev.kolo.verbs.nic;

import dev.kolo.wire.settings.NicTuning;
import java.util.OptionalInt;

/**
 * How lanes are set up where devices leave a choice.
 *
 * @param trafficClass the traffic class (DSCP and ECN bits) of every packet, 0 to 255
 * @param timeout how long a NIC waits for an answer: 4.096 µs times two to this power, 1 to 31
 * @param retries how often it asks again, 1 to 7; empty: 7, and 6 on soft RoCE, where 7 never gives up
 * @param queueDepth most work requests of a lane under way
 * @param inlineBytes what to ask for as inline data; flags need 8
 */
public record LaneTuning(int trafficClass, int timeout, OptionalInt retries, int queueDepth, int inlineBytes) {
    /** Timeout 14 (67 ms); the depth and the rest as the wire's specification has them. */
    public static final LaneTuning USUAL = new LaneTuning(0, 14, OptionalInt.empty(), 256, 16);

    private static final int RETRIES = 7;
    private static final int SOFT_RETRIES = 6;

    public LaneTuning {
        check("traffic class", trafficClass, 0, 255);
        check("timeout", timeout, 1, 31);
        retries.ifPresent(count -> check("retries", count, 1, RETRIES));
        check("queue depth", queueDepth, 16, 1 << 14);
        check("inline bytes", inlineBytes, 0, 1024);
    }

    private static void check(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " is " + least + " to " + most + ", got " + value);
        }
    }

    /** The usual, with what the user sets. */
    public static LaneTuning of(NicTuning wanted) {
        return new LaneTuning(
                wanted.trafficClass(), wanted.timeout(), wanted.retries(), USUAL.queueDepth, USUAL.inlineBytes);
    }

    /** Retries on a kind of device. */
    int retriesOn(boolean soft) {
        return retries.orElse(soft ? SOFT_RETRIES : RETRIES);
    }
}
