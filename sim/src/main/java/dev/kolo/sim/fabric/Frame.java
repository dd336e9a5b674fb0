package dev.kolo.sim.fabric;

/**
 * One frame on its way: a piece of a write, or an answer. Fields of RoCE v2 that decide what becomes of it (reference: IBTA
 * volume 1, chapter 9); payload bytes are those that stood in memory when the frame left, not when it was posted.
 */
final class Frame {
    /** A piece of a write. */
    static final int WRITE = 0;
    /** Everything up to a packet sequence number has arrived. */
    static final int ACK = 1;
    /** Something is missing: begin again here (syndrome 0x60). */
    static final int NAK_SEQUENCE = 2;
    /** Address or key are refused (syndrome 0x62). */
    static final int NAK_ACCESS = 3;

    private static final byte[] NOTHING = new byte[0];
    /** Ethernet, IP, UDP, base and extended headers, checksums. */
    private static final int HEADER_BYTES = 78;

    final int kind;
    final int fromHost;
    final int toHost;
    final int fromQueuePair;
    final int toQueuePair;
    /** 24 bits. */
    final int psn;

    final Route route;
    int hop;
    long key;
    long remoteOffset;
    byte[] payload = NOTHING;
    boolean wantsAnswer;
    /** The request that it belongs to; for checkers and traces, no part of what travels. */
    Request request = Request.NONE;

    boolean carriesFlag;
    boolean isFirstTry;

    Frame(int kind, int fromHost, int toHost, int fromQueuePair, int toQueuePair, int psn, Route route) {
        this.kind = kind;
        this.fromHost = fromHost;
        this.toHost = toHost;
        this.fromQueuePair = fromQueuePair;
        this.toQueuePair = toQueuePair;
        this.psn = psn & QueuePair.PSN_MASK;
        this.route = route;
    }

    String words() {
        String what = switch (kind) {
            case WRITE -> carriesFlag ? "flag" : payload.length + " B";
            case ACK -> "acknowledgement";
            case NAK_SEQUENCE -> "sequence error";
            default -> "access refused";
        };
        return what + ", psn " + psn + ", queue pair " + toQueuePair;
    }

    int bytes() {
        return HEADER_BYTES + payload.length;
    }
}
