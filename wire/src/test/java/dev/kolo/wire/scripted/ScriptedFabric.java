package dev.kolo.wire.scripted;

import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.nic.NicCapabilities.SourceProof;
import dev.kolo.wire.nic.NicEvent;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The cables between {@link ScriptedNic}s, driven by a seeded generator: each {@link #step} places one request of some lane,
 * so lanes overtake each other, while a lane keeps its order. Sources are read when a request is placed, as a NIC does that
 * retransmits; and once more after it was placed, to show that a repeat changes nothing.
 */
public final class ScriptedFabric {
    /** One request on its way. */
    record Request(
            ScriptedNic from,
            int lane,
            long workId,
            long localOffset,
            long bytes,
            long remoteOffset,
            long flagSource,
            long flagRemote,
            boolean signaled,
            boolean inline,
            long inlineWord,
            boolean announce) {}

    private final SplittableRandom random;
    private final List<ScriptedNic> nics = new ArrayList<>();
    private final TreeMap<Long, ArrayDeque<Request>> lanes = new TreeMap<>();
    private final TreeMap<Long, Integer> held = new TreeMap<>();
    private final SourceProof proof;
    private final boolean peerReadable;
    private final int lanesPerPeer;

    /** Drops the flag (not the payload) of this many requests, as a posting path that sends stale inline words does. */
    private int staleFlags;

    /** The rank whose arriving payload is damaged, −1 for none. */
    private int damaged = -1;

    /** Payload that arrives after its flag, eight bytes at a time and in any order. */
    private final List<Late> scattered = new ArrayList<>();

    private boolean flagsFirst;

    /** Some bytes that a NIC has read and not yet placed. */
    private record Late(MemorySegment target, long at, MemorySegment bytes) {}

    private long placed;
    private long mostUnderWayBytes;

    public ScriptedFabric(long seed, int world, int lanesPerPeer, SourceProof proof, boolean peerReadable) {
        random = new SplittableRandom(seed);
        this.proof = proof;
        this.peerReadable = peerReadable;
        this.lanesPerPeer = lanesPerPeer;
        for (int rank = 0; rank < world; rank++) {
            nics.add(new ScriptedNic(this, rank));
        }
    }

    public ScriptedNic nic(int rank) {
        return nics.get(rank);
    }

    SourceProof proof() {
        return proof;
    }

    boolean peerReadable() {
        return peerReadable;
    }

    int lanesPerPeer() {
        return lanesPerPeer;
    }

    void take(Request request) {
        ArrayDeque<Request> queue =
                lanes.computeIfAbsent(key(request.from().rank(), request.lane()), k -> new ArrayDeque<>());
        queue.add(request);
        mostUnderWayBytes = Math.max(
                mostUnderWayBytes, queue.stream().mapToLong(Request::bytes).sum());
    }

    int waiting(int rank, int lane) {
        ArrayDeque<Request> queue = lanes.get(key(rank, lane));
        return queue == null ? 0 : queue.size();
    }

    /** Lets nothing pass on a lane until {@link #release}. */
    public void hold(int rank, int peer, int index) {
        held.put(key(rank, peer * lanesPerPeer + index), 1);
    }

    public void release(int rank, int peer, int index) {
        held.remove(key(rank, peer * lanesPerPeer + index));
    }

    /** The next so many inlined flags are replaced by the word that their line held before. */
    public void sendStaleFlags(int count) {
        staleFlags = count;
    }

    /** Flips a bit of whatever payload arrives at one rank from now on. */
    public void corruptTo(int rank) {
        damaged = rank;
    }

    /**
     * From now on flags arrive before their payload, whose words follow one by one in any order: what an unproven pair of
     * NIC and CPU may show, and what no NIC may do that keeps the contract.
     */
    public void flagsFirst() {
        flagsFirst = true;
    }

    private void placeLate() {
        Late late = scattered.remove(random.nextInt(scattered.size()));
        MemorySegment.copy(
                late.bytes(), 0, late.target(), late.at(), late.bytes().byteSize());
    }

    private void scatter(Request request, MemorySegment source, MemorySegment target) {
        for (long at = 0; at < request.bytes(); at += 8) {
            byte[] word = source.asSlice(request.localOffset() + at, Math.min(8, request.bytes() - at))
                    .toArray(ValueLayout.JAVA_BYTE);
            scattered.add(new Late(target, request.remoteOffset() + at, MemorySegment.ofArray(word)));
        }
    }

    /** Places one request of a lane drawn at random; false when nothing can move. */
    public boolean step() {
        for (int i = 0; i < 16 && !scattered.isEmpty(); i++) {
            placeLate();
        }
        List<Long> open = new ArrayList<>();
        for (var lane : lanes.entrySet()) {
            if (!lane.getValue().isEmpty() && !held.containsKey(lane.getKey())) {
                open.add(lane.getKey());
            }
        }
        if (open.isEmpty()) {
            return !scattered.isEmpty();
        }
        place(Objects.requireNonNull(lanes.get(open.get(random.nextInt(open.size()))))
                .remove());
        return true;
    }

    private void place(Request request) {
        ScriptedNic to = nics.get(request.lane() / lanesPerPeer);
        placed++;
        if (request.from().isDead(request.lane()) || to.isClosed()) {
            request.from().complete(request, CompletionStatus.RETRIES_EXHAUSTED);
            return;
        }
        MemorySegment source = request.from().memory();
        MemorySegment target = to.memory();
        if (request.bytes() > 0 && flagsFirst) {
            scatter(request, source, target);
        } else if (request.bytes() > 0) {
            MemorySegment.copy(source, request.localOffset(), target, request.remoteOffset(), request.bytes());
        }
        if (request.bytes() > 0 && to.rank() == damaged) {
            byte first = target.get(ValueLayout.JAVA_BYTE, request.remoteOffset());
            target.set(ValueLayout.JAVA_BYTE, request.remoteOffset(), (byte) (first ^ 1));
        }
        if (request.announce()) {
            target.set(ValueLayout.JAVA_LONG, request.flagRemote() + 8, request.localOffset());
        }
        if (request.flagRemote() >= 0) {
            long word =
                    request.inline() ? request.inlineWord() : source.get(ValueLayout.JAVA_LONG, request.flagSource());
            if (request.inline() && staleFlags > 0) {
                staleFlags--;
                word = to.wordBefore(request.flagRemote());
            }
            to.setFlag(request.flagRemote(), word);
        }
        request.from().complete(request, CompletionStatus.OK);
    }

    /** Everything that can move moves. */
    public void drain() {
        while (step()) {
            // step does it
        }
    }

    /** The most payload that was ever on its way on one lane. */
    public long mostUnderWayBytes() {
        return mostUnderWayBytes;
    }

    public long placed() {
        return placed;
    }

    void event(int rank, NicEvent event) {
        nics.get(rank).event(event);
    }

    private long key(int rank, int lane) {
        return rank * 1_000L + lane;
    }
}
