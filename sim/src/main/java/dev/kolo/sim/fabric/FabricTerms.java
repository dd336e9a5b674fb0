package dev.kolo.sim.fabric;

import dev.kolo.sim.core.Agenda;

/**
 * What a fabric is made of: times in picoseconds, sizes in bytes. All drawn by a seed where faults are sought, all as measured
 * where figures are wanted.
 *
 * @param picosPerByte time of a byte on a cable
 * @param flightPicos from the last bit out of one port to it being in at the other
 * @param postPicos from a request being posted to its first frame leaving
 * @param placePicos longest time from a frame's arrival to its bytes being seen in memory
 * @param completePicos from an acknowledgement to its completion being seen
 * @param mtuBytes most payload of one frame
 * @param windowFrames most frames of a lane on their way without acknowledgement
 * @param depth requests that a lane takes
 * @param inlineBytes bytes that a request can carry in itself
 * @param ackTimeoutPicos how long a sender waits for an acknowledgement, at least; a NIC may take up to four times as long
 * @param retries how often it sends again without any progress before it gives the lane up
 * @param backsOff whether first time-outs are sixteen times shorter and double up to the full time
 * @param hairpinBytes what a relay can hold of one way through it
 * @param reusesNumbers whether queue pair numbers and keys of an ended process are given to the next one
 * @param reusesPsns whether each lane begins with the same packet sequence number every time; no NIC should
 */
public record FabricTerms(
        long picosPerByte,
        long flightPicos,
        long postPicos,
        long placePicos,
        long completePicos,
        int mtuBytes,
        int windowFrames,
        int depth,
        int inlineBytes,
        long ackTimeoutPicos,
        int retries,
        boolean backsOff,
        long hairpinBytes,
        boolean reusesNumbers,
        boolean reusesPsns) {
    /**
     * ConnectX-7 of a GB10 as far as known: 24 GB/s a cable, 0.3 µs a post, path MTU 4096, 128 frames under way, time-out 14
     * (67 ms), seven retries, hairpin queues of 512 KiB. Flight and placement are set so that an exchange of 8 KiB takes about
     * the measured 10.7 µs.
     */
    public static final FabricTerms CONNECTX7 = new FabricTerms(
            42,
            500 * Agenda.NANO,
            300 * Agenda.NANO,
            600 * Agenda.NANO,
            300 * Agenda.NANO,
            4096,
            128,
            256,
            8,
            67_108_864L * Agenda.NANO,
            7,
            false,
            512 << 10,
            false,
            false);

    public FabricTerms {
        if (picosPerByte < 0 || flightPicos <= 0 || mtuBytes < 16 || windowFrames < 1 || depth < 4 || retries < 0) {
            throw new IllegalArgumentException("no fabric is made like this: " + picosPerByte + " ps a byte, flight "
                    + flightPicos + " ps, MTU " + mtuBytes + " B, window " + windowFrames + ", depth " + depth + ", "
                    + retries + " retries");
        }
    }

    /** The longest time in which a lane that carries nothing is given up. */
    public long longestRetryPicos() {
        return 4 * ackTimeoutPicos * (retries + 1);
    }

    /** The same, whose lanes begin with the same sequence numbers every time. */
    public FabricTerms reusingPsns() {
        return new FabricTerms(
                picosPerByte,
                flightPicos,
                postPicos,
                placePicos,
                completePicos,
                mtuBytes,
                windowFrames,
                depth,
                inlineBytes,
                ackTimeoutPicos,
                retries,
                backsOff,
                hairpinBytes,
                true,
                true);
    }
}
