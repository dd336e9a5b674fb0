package dev.kolo.sim.run;

import dev.kolo.sim.core.Agenda;
import dev.kolo.wire.session.star.Pipe;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/** One end of a connection of the management network: bytes in order, some time later; it ends as the processes at its ends do. */
final class SimPipe implements Pipe {
    private final Agenda agenda;
    private final long flightPicos;
    private final String peer;
    private final ArrayDeque<Part> arriving = new ArrayDeque<>();
    private SimPipe other = this;
    private long endsPicos = Long.MAX_VALUE;
    private boolean closed;
    private boolean silent;

    /** Bytes that arrive at one moment. */
    private record Part(long picos, ByteBuffer bytes) {}

    private SimPipe(Agenda agenda, long flightPicos, String peer) {
        this.agenda = agenda;
        this.flightPicos = flightPicos;
        this.peer = peer;
    }

    /** The first of two joined ends; {@link #other} is the second. */
    static SimPipe joined(Agenda agenda, long flightPicos, String peerOfFirst, String peerOfSecond) {
        SimPipe first = new SimPipe(agenda, flightPicos, peerOfFirst);
        SimPipe second = new SimPipe(agenda, flightPicos, peerOfSecond);
        first.other = second;
        second.other = first;
        return first;
    }

    SimPipe other() {
        return other;
    }

    /** The host at one end has lost its power: nothing travels any more, and nobody says so. */
    void silence() {
        silent = true;
        other.silent = true;
    }

    @Override
    public int read(ByteBuffer into) {
        int read = 0;
        while (into.hasRemaining() && !arriving.isEmpty() && arriving.element().picos() <= agenda.nowPicos()) {
            ByteBuffer from = arriving.element().bytes();
            int bytes = Math.min(into.remaining(), from.remaining());
            into.put(from.slice(from.position(), bytes));
            from.position(from.position() + bytes);
            read += bytes;
            if (!from.hasRemaining()) {
                arriving.remove();
            }
        }
        return read;
    }

    @Override
    public int write(ByteBuffer from) {
        int bytes = from.remaining();
        if (closed || bytes == 0) {
            return 0;
        }
        ByteBuffer copy = ByteBuffer.allocate(bytes).put(from).flip();
        if (!silent) {
            other.arriving.add(new Part(agenda.nowPicos() + flightPicos, copy));
        }
        return bytes;
    }

    @Override
    public State state() {
        boolean ended = closed || (arriving.isEmpty() && agenda.nowPicos() >= endsPicos);
        return ended ? State.ENDED : State.OPEN;
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            if (!silent) {
                other.endsPicos = Math.min(other.endsPicos, agenda.nowPicos() + flightPicos);
            }
        }
    }
}
