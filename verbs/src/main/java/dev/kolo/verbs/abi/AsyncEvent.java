package dev.kolo.verbs.abi;

import java.util.Optional;

/** Things that a device tells beside its completions ({@code enum ibv_event_type}), in the header's order. */
public enum AsyncEvent {
    CQ_ERR(Concerns.DEVICE, "its completion queue overran"),
    QP_FATAL(Concerns.QUEUE_PAIR, "the queue pair failed"),
    QP_REQ_ERR(Concerns.QUEUE_PAIR, "the peer sent the queue pair an invalid request"),
    QP_ACCESS_ERR(Concerns.QUEUE_PAIR, "the peer asked the queue pair for memory that it may not touch"),
    COMM_EST(Concerns.NOTHING, "the first message came"),
    SQ_DRAINED(Concerns.NOTHING, "the send queue has run dry"),
    PATH_MIG(Concerns.NOTHING, "the path was changed"),
    PATH_MIG_ERR(Concerns.NOTHING, "the path could not be changed"),
    DEVICE_FATAL(Concerns.DEVICE, "the device failed"),
    PORT_ACTIVE(Concerns.PORT_UP, "the port has its link again"),
    PORT_ERR(Concerns.PORT_DOWN, "the port lost its link"),
    LID_CHANGE(Concerns.NOTHING, "its LID changed"),
    PKEY_CHANGE(Concerns.NOTHING, "its partition keys changed"),
    SM_CHANGE(Concerns.NOTHING, "the subnet manager changed"),
    SRQ_ERR(Concerns.DEVICE, "a shared receive queue failed"),
    SRQ_LIMIT_REACHED(Concerns.NOTHING, "a shared receive queue is low"),
    QP_LAST_WQE_REACHED(Concerns.NOTHING, "the last request of a queue pair is done"),
    CLIENT_REREGISTER(Concerns.NOTHING, "the subnet manager wants its clients again"),
    GID_CHANGE(Concerns.GID, "its GID table changed"),
    WQ_FATAL(Concerns.DEVICE, "a work queue failed");

    /** Whom an event concerns, and so what becomes of it. */
    public enum Concerns {
        /** Every lane on the device fails. */
        DEVICE,
        /** One lane fails: {@code element} is its queue pair. */
        QUEUE_PAIR,
        PORT_DOWN,
        PORT_UP,
        /** An address went or came; what was connected stays. */
        GID,
        NOTHING
    }

    private final Concerns concerns;
    private final String words;

    AsyncEvent(Concerns concerns, String words) {
        this.concerns = concerns;
        this.words = words;
    }

    /** The event of a number; empty for numbers that newer libraries may add. */
    public static Optional<AsyncEvent> of(int number) {
        return number >= 0 && number < values().length ? Optional.of(values()[number]) : Optional.empty();
    }

    public Concerns concerns() {
        return concerns;
    }

    /** The constant of the header, e.g. {@code IBV_EVENT_PORT_ERR}. */
    public String constant() {
        return "IBV_EVENT_" + name();
    }

    public String words() {
        return words;
    }
}
