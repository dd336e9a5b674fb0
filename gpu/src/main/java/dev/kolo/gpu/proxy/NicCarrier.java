package dev.kolo.gpu.proxy;

import dev.kolo.wire.nic.CompletionStatus;
import dev.kolo.wire.nic.Nic;
import dev.kolo.wire.nic.NicEvent;
import dev.kolo.wire.nic.NicListener;
import java.util.function.Consumer;

/**
 * Posts through a {@link Nic} whose registered memory is the device region. Payload and flag are one request, so the flag is
 * seen after the bytes. The flag's source is the doorbell's own word: a kernel rings it again two steps later, when a later flag
 * of that peer has shown that this one arrived, so a NIC that reads it late, or again, reads the same word.
 */
public final class NicCarrier implements Carrier, NicListener {
    private final Nic nic;
    private final int lanesPerPeer;
    private final Consumer<String> troubles;

    /**
     * A carrier on a connected NIC.
     *
     * @param nic owned by the proxy's thread from here on
     * @param lanesPerPeer lanes a peer; the first is used
     * @param troubles told of what fails, in a sentence
     */
    public NicCarrier(Nic nic, int lanesPerPeer, Consumer<String> troubles) {
        this.nic = nic;
        this.lanesPerPeer = lanesPerPeer;
        this.troubles = troubles;
    }

    @Override
    public boolean post(int peer, long from, long bytes, long to, long flagFrom, long flagAt) {
        boolean flagged = flagFrom != NO_FLAG;
        boolean taken = nic.post(
                peer * lanesPerPeer,
                peer,
                from,
                bytes,
                to,
                flagged ? flagFrom : 0,
                flagged ? flagAt : Nic.NO_FLAG,
                Nic.SIGNALED | Nic.INLINE_FLAG);
        poll();
        return taken;
    }

    @Override
    public int poll() {
        return nic.poll(this);
    }

    @Override
    public void completed(int lane, long workId, CompletionStatus status, int detail) {
        if (status != CompletionStatus.OK) {
            troubles.accept("the write to rank " + workId + " over " + nic.name() + " failed: " + status.words() + " ("
                    + detail + ")");
        }
    }

    @Override
    public void happened(NicEvent event) {
        troubles.accept(nic.name() + ": " + event);
    }

    @Override
    public int units(int peer, long from, long to, int units, int mark) {
        throw new UnsupportedOperationException("a NIC writes no single words of a GPU's units");
    }

    @Override
    public void unit(int peer, long to, long low, long high) {
        throw new UnsupportedOperationException("a NIC writes no single words of a GPU's units");
    }

    @Override
    public boolean writesWords() {
        return false;
    }
}
