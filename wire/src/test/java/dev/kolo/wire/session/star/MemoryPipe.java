package dev.kolo.wire.session.star;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/** Two ends of a connection in memory, which a test can slow down, silence and end in every way that a real one ends. */
public final class MemoryPipe implements Pipe {
    private final String peer;
    private final ArrayDeque<Byte> arrived = new ArrayDeque<>();
    private MemoryPipe other = this;
    private State ending = State.OPEN;
    private int mostBytesAtOnce = Integer.MAX_VALUE;
    private boolean silent;
    private boolean deaf;

    private MemoryPipe(String peer) {
        this.peer = peer;
    }

    /** The first of two joined ends; {@link #other} is the second. */
    public static MemoryPipe joined(String peerOfFirst, String peerOfSecond) {
        MemoryPipe first = new MemoryPipe(peerOfFirst);
        MemoryPipe second = new MemoryPipe(peerOfSecond);
        first.other = second;
        second.other = first;
        return first;
    }

    public MemoryPipe other() {
        return other;
    }

    /** Lets at most so many bytes through a call, both ways. */
    public void trickle(int bytes) {
        mostBytesAtOnce = bytes;
        other.mostBytesAtOnce = bytes;
    }

    /** Loses everything that is sent from now on, both ways, as a management switch without power does. */
    public void silence(boolean on) {
        silent = on;
        other.silent = on;
    }

    /** Nothing arrives at this end any more; what this end sends still goes. */
    public void deafen() {
        deaf = true;
    }

    /** The process at the other end dies: this end sees it after what was sent before. */
    public void die() {
        if (ending == State.OPEN) {
            ending = State.ENDED;
        }
        if (other.ending == State.OPEN) {
            other.ending = State.ENDED;
        }
    }

    /** The network gives this connection up. */
    public void giveUp() {
        ending = State.UNREACHABLE;
        other.ending = State.UNREACHABLE;
    }

    /** Puts bytes of a stranger into what this end will read. */
    public void inject(byte[] bytes) {
        for (byte b : bytes) {
            arrived.add(b);
        }
    }

    @Override
    public int read(ByteBuffer into) {
        int read = 0;
        while (!silent && !deaf && into.hasRemaining() && read < mostBytesAtOnce && !arrived.isEmpty()) {
            into.put(arrived.remove());
            read++;
        }
        return read;
    }

    @Override
    public int write(ByteBuffer from) {
        int written = 0;
        while (ending == State.OPEN && from.hasRemaining() && written < mostBytesAtOnce) {
            byte b = from.get();
            if (!silent) {
                other.arrived.add(b);
            }
            written++;
        }
        return written;
    }

    @Override
    public State state() {
        return arrived.isEmpty() || silent || deaf ? ending : State.OPEN;
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public void close() {
        die();
    }
}
