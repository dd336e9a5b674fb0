package dev.kolo.sim.fabric;

import dev.kolo.sim.core.Agenda;
import dev.kolo.sim.core.Draw;
import dev.kolo.sim.core.Trace;
import dev.kolo.sim.core.Trace.Kind;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Hosts and cables in virtual time: carries frames over cables and through relays, and loses them as it is told to. One thread
 * at a time; everything happens in {@link Agenda#step}.
 */
public final class Fabric implements AutoCloseable {
    private final Agenda agenda;
    private final Trace trace;
    private final FabricTerms terms;
    private final Cabling cabling;
    private final long seed;
    private final Arena arena;
    private final SimHost[] hosts;
    private final @Nullable Way[] ways;
    private final List<Way> allWays = new ArrayList<>();
    private final List<FabricWatcher> watchers = new ArrayList<>();
    private long nics;
    private long framesSent;
    private long framesLost;
    private long framesOverrun;
    private long framesHeld;
    private long timeouts;
    private long staleWords;

    /**
     * A fabric in good order.
     *
     * @param arena gives regions their memory; ended by {@link #close}
     * @param seed everything that is drawn here comes from it
     */
    public Fabric(Agenda agenda, Trace trace, FabricTerms terms, Cabling cabling, Arena arena, long seed) {
        this.agenda = agenda;
        this.trace = trace;
        this.terms = terms;
        this.cabling = cabling;
        this.arena = arena;
        this.seed = seed;
        int world = cabling.world();
        hosts = new SimHost[world];
        ways = new Way[world * world];
        for (int host = 0; host < world; host++) {
            hosts[host] = new SimHost(host);
            for (int other = 0; other < world; other++) {
                if (cabling.joins(host, other)) {
                    Way way = new Way(host, other, Draw.of(seed, "way", host * 64L + other));
                    ways[host * world + other] = way;
                    allWays.add(way);
                }
            }
        }
    }

    /** A fresh NIC for a process of a rank. */
    public SimNic nic(int rank, int lanesPerPeer) {
        if (terms.reusesNumbers()) {
            hosts[rank].restartNumbers();
        }
        boolean isFirst = nics < cabling.world();
        return new SimNic(this, hosts[rank], rank, lanesPerPeer, Draw.of(seed, "nic", nics++ * 64 + rank), isFirst);
    }

    /** The direction of a cable that leads from one host to its neighbour. */
    public Way way(int from, int to) {
        return Objects.requireNonNull(ways[from * cabling.world() + to], () -> "no cable from " + from + " to " + to);
    }

    /** All directions of all cables, in a fixed order. */
    public List<Way> ways() {
        return List.copyOf(allWays);
    }

    /** Lets somebody see what happens. */
    public void watch(FabricWatcher watcher) {
        watchers.add(watcher);
    }

    /** What arrives at a host is seen in its memory only later. */
    public void stallPlacement(int host, long untilPicos) {
        hosts[host].stall(untilPicos);
    }

    /** A host loses its power: its lanes answer nothing, and it relays nothing. */
    public void powerOff(int host) {
        hosts[host].powerOff();
    }

    /** Frames that left a port. */
    public long framesSent() {
        return framesSent;
    }

    /** Frames that a cable lost. */
    public long framesLost() {
        return framesLost;
    }

    /** Frames that found a relay's queue full. */
    public long framesOverrun() {
        return framesOverrun;
    }

    /** Frames that were held back. */
    public long framesHeld() {
        return framesHeld;
    }

    /** Time-outs of senders. */
    public long timeouts() {
        return timeouts;
    }

    /** Flags that carried an old word. */
    public long staleWords() {
        return staleWords;
    }

    public Agenda agenda() {
        return agenda;
    }

    public FabricTerms terms() {
        return terms;
    }

    public Cabling cabling() {
        return cabling;
    }

    /** The most bytes that ever stood in one hairpin queue. */
    public long mostHairpinBytes() {
        return allWays.stream().mapToLong(w -> w.mostHairpinBytes).max().orElse(0);
    }

    @Override
    public void close() {
        arena.close();
    }

    Arena arena() {
        return arena;
    }

    Trace trace() {
        return trace;
    }

    List<FabricWatcher> watchers() {
        return watchers;
    }

    void sentStale() {
        staleWords++;
    }

    void timedOut() {
        timeouts++;
    }

    Route route(int from, int to, int lane) {
        List<Integer> path = cabling.path(from, to, lane);
        List<Way> all = new ArrayList<>();
        for (int hop = 0; hop + 1 < path.size(); hop++) {
            all.add(way(path.get(hop), path.get(hop + 1)));
        }
        return new Route(all);
    }

    /** Sends a frame out of its first port, which was free. */
    void send(Frame frame) {
        Way way = frame.route.way(0);
        framesSent++;
        long through = frame.bytes() * terms.picosPerByte();
        if (frame.kind == Frame.WRITE) {
            way.freeAtPicos = agenda.nowPicos() + through;
        }
        fly(frame, way, through);
    }

    private void fly(Frame frame, Way way, long throughPicos) {
        if (way.loses() || hosts[way.fromHost].isDown()) {
            framesLost++;
            trace.note(Kind.LOST, frame.fromHost, frame.toHost, frame.psn, frame.kind, words(frame));
            return;
        }
        long held = way.heldPicos(agenda.nowPicos());
        if (held > 0) {
            framesHeld++;
            trace.note(Kind.HELD, frame.fromHost, frame.toHost, frame.psn, held, words(frame));
        }
        agenda.in(throughPicos + terms.flightPicos() + held, () -> arrive(frame));
    }

    private void arrive(Frame frame) {
        frame.hop++;
        if (frame.hop == frame.route.hops()) {
            deliver(frame);
            return;
        }
        Way way = frame.route.way(frame.hop);
        if (way.hairpinBytes + frame.bytes() > terms.hairpinBytes()) {
            framesOverrun++;
            trace.note(Kind.OVERRUN, frame.fromHost, frame.toHost, frame.psn, way.hairpinBytes, words(frame));
            return;
        }
        way.hairpinBytes += frame.bytes();
        way.mostHairpinBytes = Math.max(way.mostHairpinBytes, way.hairpinBytes);
        long leaves = Math.max(agenda.nowPicos(), way.freeAtPicos) + frame.bytes() * terms.picosPerByte();
        way.freeAtPicos = leaves;
        agenda.at(leaves, () -> {
            way.hairpinBytes -= frame.bytes();
            fly(frame, way, 0);
        });
    }

    private void deliver(Frame frame) {
        QueuePair pair = hosts[frame.toHost].find(frame.toQueuePair);
        if (pair != null) {
            pair.receive(frame);
        }
    }

    private String words(Frame frame) {
        return trace.keeps() ? frame.words() : "";
    }
}
