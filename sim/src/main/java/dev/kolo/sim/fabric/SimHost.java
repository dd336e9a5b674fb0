package dev.kolo.sim.fabric;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One host's device: it knows which queue pair has which number, across processes and sessions, and remembers what an ended
 * one left in its send queue.
 */
final class SimHost {
    private static final int FIRST_NUMBER = 17;
    private static final int PLACES = 16;

    final int number;
    private final Map<Integer, QueuePair> queuePairs = new TreeMap<>();
    /** By queue pair number: words that requests carried in their slots of the send queue. */
    private final Map<Integer, long[]> sendQueues = new TreeMap<>();

    private int nextNumber = FIRST_NUMBER;
    private boolean down;
    private long stalledUntilPicos;

    SimHost(int number) {
        this.number = number;
    }

    int newNumber() {
        return nextNumber++;
    }

    /** The next process gets the same numbers again. */
    void restartNumbers() {
        nextNumber = FIRST_NUMBER;
    }

    long[] sendQueue(int queuePair) {
        long[] words = sendQueues.computeIfAbsent(queuePair, q -> new long[PLACES]);
        return Objects.requireNonNull(words);
    }

    void put(QueuePair pair) {
        queuePairs.put(pair.number, pair);
    }

    void remove(QueuePair pair) {
        queuePairs.remove(pair.number, pair);
    }

    @Nullable
    QueuePair find(int queuePair) {
        return down ? null : queuePairs.get(queuePair);
    }

    /** Power is off: nothing is sent, answered or relayed. */
    void powerOff() {
        down = true;
    }

    boolean isDown() {
        return down;
    }

    /** Whatever arrives is seen in memory only later. */
    void stall(long untilPicos) {
        stalledUntilPicos = Math.max(stalledUntilPicos, untilPicos);
    }

    long stalledUntilPicos() {
        return stalledUntilPicos;
    }
}
