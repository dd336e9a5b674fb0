package dev.kolo.probe.nccl;

/**
 * How far a rank came, in the order in which a healthy start passes. With run-time connect (cuMem on) a communicator is
 * complete before its rings are connected, so both marks count by themselves.
 */
public enum Stage {
    /** The library was loaded and said its version. */
    LOADED("library loaded"),
    /** The address for the bootstrap was chosen. */
    BOOTSTRAP("bootstrap address chosen"),
    /** A network was chosen: IB, Socket, or a plugin's. */
    NETWORK("network chosen"),
    /** A communicator was begun. Every rank of it must come here. */
    COMM_STARTED("communicator begun"),
    /** All ranks have exchanged what they see, and rings and trees are computed. */
    PLANNED("rings planned"),
    /** Channels are given to devices; queue pairs follow. */
    CONNECTING("connecting channels"),
    /** The rings are connected. */
    RINGS_CONNECTED("rings connected"),
    /** The trees are connected; never asked for with run-time connect and NCCL_ALGO=Ring. */
    TREES_CONNECTED("trees connected"),
    /** {@code Init COMPLETE}. */
    COMPLETE("initialisation complete"),
    /** The communicator was destroyed or aborted in order. */
    CLOSED("closed");

    private final String words;

    Stage(String words) {
        this.words = words;
    }

    /** In plain words. */
    public String words() {
        return words;
    }
}
