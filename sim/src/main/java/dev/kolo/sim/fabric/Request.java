package dev.kolo.sim.fabric;

/** One posted request while the NIC has it: at most one message of payload and one flag after it. */
public final class Request {
    static final Request NONE = new Request(-1, -1, 0, 0, 0, 0, 0, -1, 0);

    final int rank;
    final int peer;
    final long workId;
    final long localOffset;
    final long bytes;
    final long remoteOffset;
    final long flagSource;
    final long flagRemote;
    final int options;
    /** The flag's word as it stood when posted. */
    long postedWord;
    /** The word that an inlining request carries: as posted, or a stale one. */
    long inlineWord;

    boolean isStale;
    long firstPsn;
    int payloadFrames;
    int frames;

    Request(
            int rank,
            int peer,
            long workId,
            long localOffset,
            long bytes,
            long remoteOffset,
            long flagSource,
            long flagRemote,
            int options) {
        this.rank = rank;
        this.peer = peer;
        this.workId = workId;
        this.localOffset = localOffset;
        this.bytes = bytes;
        this.remoteOffset = remoteOffset;
        this.flagSource = flagSource;
        this.flagRemote = flagRemote;
        this.options = options;
    }

    /** Who posted it. */
    public int rank() {
        return rank;
    }

    /** To whom. */
    public int peer() {
        return peer;
    }

    /** Bytes of payload. */
    public long bytes() {
        return bytes;
    }

    /** First byte of the payload in the own region. */
    public long localOffset() {
        return localOffset;
    }

    /** Where the payload goes in the peer's region. */
    public long remoteOffset() {
        return remoteOffset;
    }

    /** Where the flag goes in the peer's region, negative when there is none. */
    public long flagRemote() {
        return flagRemote;
    }

    /** The flag's word as it stood when posted. */
    public long postedWord() {
        return postedWord;
    }

    /** Whether the NIC put an old word in place of the flag's. */
    public boolean isStale() {
        return isStale;
    }

    boolean hasFlag() {
        return flagRemote >= 0;
    }

    long lastPsn() {
        return firstPsn + frames - 1;
    }
}
