package dev.kolo.wire.nic;

/** How a request ended; the causes that verbs tells apart, in words that mean the same for every NIC. */
public enum CompletionStatus {
    /** Done: the peer's NIC has it (verbs, sim), or the sources were copied on their way (TCP, shared memory). */
    OK("done"),
    /** No answer for all retries (IBV_WC_RETRY_EXC_ERR, 12): the path or the peer is gone. */
    RETRIES_EXHAUSTED("no answer from the peer's NIC within its retries"),
    /** An earlier request failed and took this one with it (IBV_WC_WR_FLUSH_ERR, 5). */
    FLUSHED("given up after an earlier failure"),
    /** The peer's NIC refused the address or key (IBV_WC_REM_ACCESS_ERR, 10, and REM_INV_REQ, 9). */
    REMOTE_REFUSED("refused by the peer's NIC: wrong address, key or length"),
    /** The own memory or queue pair was wrong (IBV_WC_LOC_*, 1 to 4). */
    LOCAL_ERROR("refused by the own NIC"),
    /** The connection broke (TCP), or the peer's process ended (shared memory). */
    SEVERED("the connection broke"),
    /** Anything else; the detail has the number. */
    OTHER("failed");

    private final String words;

    CompletionStatus(String words) {
        this.words = words;
    }

    /** For messages. */
    public String words() {
        return words;
    }
}
