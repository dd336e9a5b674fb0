package dev.kolo.wire.protocol;

/**
 * One protection of the protocol, by name, so that tests and the simulator can switch it off and show that something then
 * goes wrong which it prevents. Nothing else ever switches one off.
 */
public enum Safeguard {
    /** A flag counts when its number is equal, not when it is equal or higher. */
    EQUAL_NUMBER(0),
    /** A flag of another session is not accepted. */
    SESSION_TAG(1),
    /** A flag of another operation is not accepted. */
    OPERATION_DIGEST(2),
    /** A peer's slot is written only when its last use is consumed. */
    SLOT_PROOF(3),
    /** A send slot is written only when its last use is delivered. */
    SEND_PROOF(4),
    /** Poison is looked at before every post and acceptance. */
    POISON_LOOK(5),
    /** Outputs of failed operations are filled with 0xFF. */
    POISON_FILL(6),
    /** Waits end. */
    TIME_BOUND(7),
    /** Flags are sent again while a rank waits. */
    FLAG_REPAIR(8),
    /** A rank that gives up listens to the others before it names the root. */
    ROOT_CAUSE(9),
    /** Peers are told when a rank gives up. */
    ABORT_RECORDS(10),
    /** Payload in words is taken when every word bears the step's number. */
    WORD_NUMBERS(11),
    /** The areas in which words arrive are zeroed before numbers come again. */
    WORDS_CLEARED(12),
    /** A set-up stage ends for a rank as it ends for all. */
    SHARED_VERDICT(13),
    /** The trial's result is compared. */
    TRIAL(14),
    /** A process that ends without closing its session still prints its account line. */
    ACCOUNT_AT_END(15);

    private final int bit;

    Safeguard(int bit) {
        this.bit = 1 << bit;
    }

    int bit() {
        return bit;
    }
}
