package dev.kolo.verbs.device;

/**
 * Flow labels of lanes. RoCE NICs and the kernel derive the UDP source port from the label; the one-relay form of relayed
 * paths marks its packets by source port 65535, so an ordinary lane must never get that port.
 */
public final class FlowLabel {
    private static final int LABEL_BITS = 20;
    private static final int LOW_BITS = 14;
    private static final int LOW_MASK = (1 << LOW_BITS) - 1;
    private static final int FIRST_PORT = 0xc000;

    /** The source port that marks packets for a relay. */
    public static final int RELAY_PORT = 65_535;

    private FlowLabel() {}

    /**
     * The UDP source port of a label, as the kernel computes it ({@code rdma_flow_label_to_udp_sport} in
     * {@code include/rdma/ib_verbs.h}): the upper six bits folded into the lower fourteen, above 0xC000.
     */
    public static int udpSourcePort(int label) {
        return FIRST_PORT | (label & LOW_MASK) ^ label >>> LOW_BITS;
    }

    /**
     * The label of a lane: alike for the same pair of queue pairs, spread over the ports, never 0 (the kernel then makes its
     * own from the numbers, which may be any) and never one that maps to {@link #RELAY_PORT}.
     */
    public static int of(int ownQueuePair, int peerQueuePair) {
        long mixed = ((long) ownQueuePair * 0x9e37_79b9L ^ (long) peerQueuePair * 0x85eb_ca6bL) & 0xffff_ffffL;
        int label = (int) (mixed ^ mixed >>> LABEL_BITS) & (1 << LABEL_BITS) - 1;
        while (label == 0 || udpSourcePort(label) == RELAY_PORT) {
            label = label + 1 & (1 << LABEL_BITS) - 1;
        }
        return label;
    }
}
