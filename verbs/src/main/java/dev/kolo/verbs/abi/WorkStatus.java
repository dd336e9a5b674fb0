package dev.kolo.verbs.abi;

import dev.kolo.wire.nic.CompletionStatus;
import java.util.Optional;

/**
 * How a work request ended ({@code enum ibv_wc_status}): its number, its name in the header, and what it means for a write.
 */
public enum WorkStatus {
    SUCCESS("done", CompletionStatus.OK),
    LOC_LEN_ERR("the message is longer than the port allows", CompletionStatus.LOCAL_ERROR),
    LOC_QP_OP_ERR(
            "the own queue pair could not send, as when the own port is down or the request is malformed",
            CompletionStatus.LOCAL_ERROR),
    LOC_EEC_OP_ERR("an end-to-end context failed, which RoCE has not", CompletionStatus.LOCAL_ERROR),
    LOC_PROT_ERR("the source lies outside the registered memory", CompletionStatus.LOCAL_ERROR),
    WR_FLUSH_ERR("given up because an earlier request failed", CompletionStatus.FLUSHED),
    MW_BIND_ERR("a memory window could not be bound", CompletionStatus.OTHER),
    BAD_RESP_ERR("the peer's NIC answered what the own one does not understand", CompletionStatus.OTHER),
    LOC_ACCESS_ERR("the own memory does not permit it", CompletionStatus.LOCAL_ERROR),
    REM_INV_REQ_ERR("the peer's NIC calls the request invalid", CompletionStatus.REMOTE_REFUSED),
    REM_ACCESS_ERR(
            "the peer's NIC refuses the address or the key: the memory there is gone or another session's",
            CompletionStatus.REMOTE_REFUSED),
    REM_OP_ERR("the peer's NIC could not carry it out", CompletionStatus.OTHER),
    RETRY_EXC_ERR(
            "no answer within all retries: the cable, the peer's port or the peer's process is gone",
            CompletionStatus.RETRIES_EXHAUSTED),
    RNR_RETRY_EXC_ERR("the peer was not ready to receive for all retries", CompletionStatus.RETRIES_EXHAUSTED),
    LOC_RDD_VIOL_ERR("a reliable datagram domain is wrong, which RoCE has not", CompletionStatus.OTHER),
    REM_INV_RD_REQ_ERR("a reliable datagram request is wrong, which RoCE has not", CompletionStatus.OTHER),
    REM_ABORT_ERR("the peer's NIC gave the operation up", CompletionStatus.OTHER),
    INV_EECN_ERR("an end-to-end context number is wrong, which RoCE has not", CompletionStatus.OTHER),
    INV_EEC_STATE_ERR("an end-to-end context is in the wrong state, which RoCE has not", CompletionStatus.OTHER),
    FATAL_ERR("the device failed", CompletionStatus.OTHER),
    RESP_TIMEOUT_ERR("the answer took too long", CompletionStatus.RETRIES_EXHAUSTED),
    GENERAL_ERR("it failed for a reason that the device does not tell", CompletionStatus.OTHER);

    private final String words;
    private final CompletionStatus forWire;

    WorkStatus(String words, CompletionStatus forWire) {
        this.words = words;
        this.forWire = forWire;
    }

    /** The status of a number; empty for numbers that newer libraries may add. */
    public static Optional<WorkStatus> of(int number) {
        return number >= 0 && number < values().length ? Optional.of(values()[number]) : Optional.empty();
    }

    /** The constant of the header, e.g. {@code IBV_WC_RETRY_EXC_ERR}. */
    public String constant() {
        return "IBV_WC_" + name();
    }

    /** What it means. */
    public String words() {
        return words;
    }

    /** What the wire makes of it. */
    public CompletionStatus forWire() {
        return forWire;
    }

    /** A number in words, with name and number, e.g. {@code no answer … (IBV_WC_RETRY_EXC_ERR, 12)}. */
    public static String describe(int number) {
        return of(number)
                .map(s -> s.words + " (" + s.constant() + ", " + number + ")")
                .orElse("it failed with status " + number + ", which this version does not know");
    }
}
