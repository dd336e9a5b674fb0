package dev.kolo.wire.mailbox;

/**
 * Every number that a mailbox's two sides must agree on, version 1: where each word lies and what its values mean. The page
 * {@code docs/mailbox.md} explains them; {@code kolo_mailbox.h} and {@code kolo_mailbox.py} repeat them, and a test compares
 * all three. Offsets are bytes; words are little-endian and aligned to their size.
 */
public final class MailboxAbi {
    /** The bytes "KOLOMBX1" as a little-endian word. */
    public static final long MAGIC = 0x3158_424D_4F4C_4F4BL;

    public static final int VERSION = 1;

    // Header: facts that never change, written before the file has its name

    public static final int MAGIC_AT = 0;
    public static final int VERSION_AT = 8;
    public static final int HEADER_BYTES_AT = 12;
    public static final int FILE_BYTES_AT = 16;
    public static final int SESSION_AT = 24;
    public static final int RANK_AT = 40;
    public static final int WORLD_AT = 44;
    public static final int FIRST_OP_AT = 48;
    public static final int SLOT_COUNT_AT = 52;
    public static final int SLOTS_AT_AT = 56;
    public static final int SLOT_STRIDE_AT = 64;
    public static final int MOST_RANKS_AT = 68;
    public static final int BLOCK_BYTES_AT = 72;
    public static final int PAYLOAD_AT_AT = 80;
    public static final int PAYLOAD_BYTES_AT = 88;
    public static final int INPUTS_AT_AT = 96;
    public static final int OUTPUTS_AT_AT = 104;
    public static final int AREA_BYTES_AT = 112;
    public static final int HEARTBEAT_BOUND_NANOS_AT = 120;
    public static final int WAIT_NANOS_AT = 128;
    public static final int STARTUP_WAIT_NANOS_AT = 136;
    public static final int SERVER_PID_AT = 144;
    public static final int SERVER_START_TICKS_AT = 152;
    public static final int SERVER_PID_NAMESPACE_AT = 160;

    // Words that the client writes, once

    public static final int GENERATION_AT = 1024;
    public static final int CLIENT_PID_AT = 1028;
    public static final int CLIENT_START_TICKS_AT = 1032;
    public static final int CLIENT_PID_NAMESPACE_AT = 1040;

    // Words that the server writes

    public static final int HEARTBEAT_AT = 1152;
    public static final int POISON_AT = 1280;
    public static final int FAILURE_KIND_AT = 1408;
    public static final int FAILURE_RANK_AT = 1412;
    public static final int FAILURE_PEER_AT = 1416;
    public static final int FAILURE_ROOT_AT = 1420;
    public static final int FAILURE_WAITED_NANOS_AT = 1424;
    public static final int FAILURE_TEXT_BYTES_AT = 1432;
    public static final int FAILURE_TEXT_AT = 2048;
    public static final int FAILURE_TEXT_MOST_BYTES = 1792;

    // Words that are the client's alone: room for a GPU's counters

    public static final int CLIENT_WORDS_AT = 3840;
    public static final int CLIENT_WORDS_BYTES = 256;

    // A slot: the client's half

    public static final int DOORBELL_AT = 0;
    public static final int OP_AT = 4;
    public static final int TYPE_AT = 8;
    public static final int HOW_AT = 12;
    public static final int BYTES_AT = 16;
    public static final int ROOT_AT = 24;
    public static final int FLAGS_AT = 28;
    public static final int INPUT_AT_AT = 32;
    public static final int OUTPUT_AT_AT = 40;
    public static final int LENGTHS_AT = 64;

    // A slot: the server's half, one word of 8 bytes

    public static final int DONE_AT = 512;
    public static final int DONE_POISON_AT = 516;

    // Sizes

    public static final int HEADER_BYTES = 4096;
    public static final int SLOT_COUNT = 2;
    public static final int SLOT_STRIDE = 1024;
    public static final int PAYLOAD_ALIGNMENT = 4096;
    public static final int MOST_RANKS = 16;

    /** Number of the first operation. A fresh slot s holds s in its doorbell and its done word: the number two before. */
    public static final int FIRST_OP = 2;

    // Values of the generation: each is taken once, upwards

    public static final int GENERATION_OPEN = 1;
    public static final int GENERATION_ATTACHED = 2;
    public static final int GENERATION_LEFT = 3;
    public static final int GENERATION_GAVE_UP = 4;

    // Operations

    public static final int OP_ALL_GATHER = 1;
    public static final int OP_ALL_REDUCE = 2;
    public static final int OP_REDUCE_SCATTER = 3;
    public static final int OP_BROADCAST = 4;
    public static final int OP_BARRIER = 5;
    public static final int OP_PAIR_EXCHANGE = 6;

    public static final int TYPE_F32 = 0;
    public static final int TYPE_BF16 = 1;
    public static final int TYPE_F16 = 2;
    public static final int TYPE_I32 = 3;
    public static final int TYPE_BYTES = 4;

    public static final int HOW_SUM = 0;
    public static final int HOW_MAX = 1;
    public static final int HOW_MIN = 2;

    /** The operation's blocks have the lengths in its slot. */
    public static final int FLAG_LENGTHS = 1;

    // Values of a poison word; 0 is none

    public static final int POISON_LATE_PEER = 1;
    public static final int POISON_LANE_FAILED = 2;
    public static final int POISON_PEER_GONE = 3;
    public static final int POISON_DESYNC = 4;
    public static final int POISON_ABORTED = 5;
    public static final int POISON_CORRUPT = 6;
    public static final int POISON_SESSION = 7;
    public static final int POISON_CLOSED = 8;
    public static final int POISON_INTERNAL = 9;
    public static final int POISON_CLIENT_GONE = 10;

    private MailboxAbi() {}
}
