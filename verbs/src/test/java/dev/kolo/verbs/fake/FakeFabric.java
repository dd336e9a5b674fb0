package dev.kolo.verbs.fake;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What joins fake NICs: their queue pairs by number, their registered memory by key, and the faults that are planted. */
public final class FakeFabric {
    /** Arrays that are replaced, never changed: the hot path looks through them without allocating. */
    private volatile FakeQueuePair[] pairs = {};

    private volatile FakeMemory[] memory = {};
    private final Set<Long> cuts = ConcurrentHashMap.newKeySet();
    private volatile boolean anyCut;
    private final AtomicInteger numbers = new AtomicInteger(16);
    private final AtomicInteger keys = new AtomicInteger(0x1000);
    /** Completions that found their queue full: a NIC that sizes its queue rightly never has one. */
    final AtomicInteger overruns = new AtomicInteger();
    /** Work requests that found the send queue full: a NIC that counts its credits never has one. */
    final AtomicInteger overflows = new AtomicInteger();

    /** Registered memory. */
    record FakeMemory(int key, long address, long bytes) {}

    synchronized void add(FakeQueuePair pair) {
        pairs = Stream.concat(Stream.of(pairs), Stream.of(pair)).toArray(FakeQueuePair[]::new);
    }

    synchronized void remove(FakeQueuePair pair) {
        pairs = Stream.of(pairs).filter(p -> p != pair).toArray(FakeQueuePair[]::new);
    }

    @Nullable
    FakeQueuePair pair(int number) {
        for (FakeQueuePair pair : pairs) {
            if (pair.number == number) {
                return pair;
            }
        }
        return null;
    }

    synchronized void add(FakeMemory region) {
        memory = Stream.concat(Stream.of(memory), Stream.of(region)).toArray(FakeMemory[]::new);
    }

    synchronized void remove(int key) {
        memory = Stream.of(memory).filter(m -> m.key != key).toArray(FakeMemory[]::new);
    }

    /** Whether a key opens these bytes. */
    boolean permits(int key, long from, long bytes) {
        for (FakeMemory region : memory) {
            if (region.key == key) {
                return from >= region.address && from + bytes <= region.address + region.bytes;
            }
        }
        return false;
    }

    int nextNumber() {
        return numbers.getAndIncrement();
    }

    /** The next queue pair gets this number. */
    public void nextNumberIs(int number) {
        numbers.set(number);
    }

    int nextKey() {
        return keys.addAndGet(0x101);
    }

    /** No packet goes between two hosts any more, either way. */
    public void cut(int host, int other) {
        anyCut = true;
        cuts.add((long) host << 32 | other);
        cuts.add((long) other << 32 | host);
    }

    boolean isCut(int host, int other) {
        return anyCut && cuts.contains((long) host << 32 | other);
    }

    public int overruns() {
        return overruns.get();
    }

    public int overflows() {
        return overflows.get();
    }

    /** How many queue pairs are in a state, over all hosts. */
    public long pairsIn(int state) {
        return Stream.of(pairs).filter(p -> p.state == state).count();
    }

    /** Queue pairs that exist. */
    public int pairCount() {
        return pairs.length;
    }
}
