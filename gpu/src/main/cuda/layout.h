// Where everything lies in a device region, in a call's parameters and in the device's state: the numbers that the kernels,
// Java (DeviceLayout, CallWriter) and Python (kolo_torch/layout.py) share. A test reads this file and compares all three.
#pragma once

// A device region: host memory that the GPU sees, or memory of a GPU that its peers see. One a rank.
#define KOLO_DEVICE_MAGIC 0x315645444f4c4f4bULL  // "KOLODEV1", little-endian
#define KOLO_DEVICE_VERSION 1
#define KOLO_LINE_BYTES 128
#define KOLO_PAGE_BYTES 4096
#define KOLO_MAX_WORLD 16
#define KOLO_MAX_BLOCKS 64
#define KOLO_SLOTS 2

// The first page: control words. Each word that somebody polls has a line of its own.
#define KOLO_ABORT_AT 256      // 8 bytes, written by the host: not 0 ends every wait
#define KOLO_HEARTBEAT_AT 384  // 8 bytes, moved on by the host process that serves this rank
#define KOLO_RECORD_AT 512     // the one failure record, written by the first thread that fails
#define KOLO_DONE_AT 1024      // 8 bytes: calls that ended well, written by finish
#define KOLO_LEFT_AT 1152      // 8 bytes, written by the host: this rank has left in peace

// The failure record, offsets from its start.
#define KOLO_RECORD_STATE 0      // 4 bytes: 0 nothing, 2 complete; written last, with release
#define KOLO_RECORD_KIND 4       // KOLO_FAIL_...
#define KOLO_RECORD_PEER 8       // the rank that was waited for
#define KOLO_RECORD_STEP 12      // the step that was expected on this link
#define KOLO_RECORD_SEEN 16      // the step that was seen instead
#define KOLO_RECORD_DIGEST 20    // digest of the own operation
#define KOLO_RECORD_OTHER 24     // digest that the peer sent
#define KOLO_RECORD_BLOCK 28     // number of the block that failed
#define KOLO_RECORD_WAITED 32    // 8 bytes: nanoseconds waited
#define KOLO_RECORD_CALLS 40     // 4 bytes: calls that had ended well before
#define KOLO_RECORD_INDEX 44     // 4 bytes: place of the call since the last finish
#define KOLO_RECORD_BYTES 48     // 4 bytes: bytes of the own block
#define KOLO_RECORD_OP 52        // 4 bytes: the operation's number

// Why a call failed.
#define KOLO_FAIL_TIMEOUT 1
#define KOLO_FAIL_ABORTED 2
#define KOLO_FAIL_DESYNC 3
#define KOLO_FAIL_SERVER_GONE 4
#define KOLO_FAIL_STREAMS 5

// Behind the control page: doorbells [peer][slot][block] and flags [source][slot][block], a line each.
#define KOLO_DOORBELLS_AT 4096
#define KOLO_FLAGS_AT (KOLO_DOORBELLS_AT + KOLO_MAX_WORLD * KOLO_SLOTS * KOLO_MAX_BLOCKS * KOLO_LINE_BYTES)
#define KOLO_AREAS_AT (KOLO_FLAGS_AT + KOLO_MAX_WORLD * KOLO_SLOTS * KOLO_MAX_BLOCKS * KOLO_LINE_BYTES)

// A doorbell's line: the word (step low, digest high), then which part of the slot it speaks of.
#define KOLO_DOORBELL_FROM 8     // 4 bytes: first byte of the part
#define KOLO_DOORBELL_BYTES 12   // 4 bytes: its length
#define KOLO_DOORBELL_BLOCKS 16  // 4 bytes: how many blocks ring for this step

// A packed slot: one line of header, then units of 16 bytes. LL8: (data 4, step 4) twice. LL16: data 12, step 4.
#define KOLO_HEADER_BYTES 128
#define KOLO_UNIT_BYTES 16
#define KOLO_LL8_DATA 8
#define KOLO_LL16_DATA 12

// What the words of a payload carry instead of the bare step: the step's low bits, then low bits of the digest. A word is renewed
// at least every 2 x (units of a slot) steps, which is fewer than the step's bits can tell apart.
#define KOLO_MARK_STEP_BITS 23
#define KOLO_MARK_STEP 0x7fffff

// The device's state of a communicator, in its own memory.
#define KOLO_STATE_CALLS 0    // 4 bytes: calls that ended well
#define KOLO_STATE_POISON 4   // 4 bytes: 0, or why the communicator is over; same 8 bytes as the calls
#define KOLO_STATE_INSIDE 8   // 4 bytes: 1 from the first call after a finish to the next finish; found by a first call, it means several streams
#define KOLO_STATE_LINKS 64   // 4 bytes a peer: the next step on the link to it
#define KOLO_STATE_BYTES 128

// The parameters of a call.
#define KOLO_CALL_INPUT 0
#define KOLO_CALL_OUTPUT 8
#define KOLO_CALL_STATE 16
#define KOLO_CALL_CONTROL 24        // the own region's first page
#define KOLO_CALL_FROM 32           // receive slots of the form: [source][slot]
#define KOLO_CALL_FLAGS_FROM 40     // flag lines: [source][slot][block]
#define KOLO_CALL_TIMEOUT 48        // nanoseconds
#define KOLO_CALL_HEARTBEAT 56      // nanoseconds after which a heart that stands still is dead; 0: do not look
#define KOLO_CALL_STRIDE 64         // bytes from slot 0 to slot 1
#define KOLO_CALL_UNITS 68          // units that a packed slot holds
#define KOLO_CALL_RANK 72
#define KOLO_CALL_WORLD 76
#define KOLO_CALL_ACTIVE 80         // bit p: this call exchanges with rank p
#define KOLO_CALL_BYTES 84          // bytes of the own block
#define KOLO_CALL_OWN_AT 88         // where the own block goes in the output; all ones: nowhere
#define KOLO_CALL_OUTPUT_BYTES 92   // what is filled with 0xFF on failure
#define KOLO_CALL_DIGEST 96
#define KOLO_CALL_INDEX 100         // place of the call since the last finish
#define KOLO_CALL_OP 104
#define KOLO_CALL_DOORBELL 108      // 1: flags go to a proxy, with their part of the slot
#define KOLO_CALL_LINKS 112
#define KOLO_LINK_TO 0              // where slot 0 of this link is written
#define KOLO_LINK_FLAGS_TO 8        // where the flag of slot 0, block 0 is written
#define KOLO_LINK_INDEX 16          // steps on this link since the last finish
#define KOLO_LINK_BYTES 20          // bytes of the peer's block
#define KOLO_LINK_OUTPUT_AT 24      // where the peer's block goes in the output
#define KOLO_LINK_EACH 28           // units (flag form: packs of 16 B) of the peer's block for each block of the kernel, whole 8s
#define KOLO_LINK_SIZE 32
#define KOLO_CALL_SIZE (KOLO_CALL_LINKS + KOLO_MAX_WORLD * KOLO_LINK_SIZE)

// The parameters of finish: state, address of the done word (0: none), calls, then steps by peer.
#define KOLO_FINISH_STATE 0
#define KOLO_FINISH_DONE 8
#define KOLO_FINISH_CALLS 16
#define KOLO_FINISH_STEPS 24
#define KOLO_FINISH_SIZE (KOLO_FINISH_STEPS + KOLO_MAX_WORLD * 4)

// Words of a mailbox (docs/mailbox.md), for calls through `kolo wire serve`.
#define KOLO_MAILBOX_HEARTBEAT 1152
#define KOLO_MAILBOX_CLIENT_WORDS 3840
#define KOLO_ORDER_OP 4
#define KOLO_ORDER_TYPE 8
#define KOLO_ORDER_HOW 12
#define KOLO_ORDER_BYTES 16
#define KOLO_ORDER_ROOT 24
#define KOLO_ORDER_FLAGS 28
#define KOLO_ORDER_INPUT_AT 32
#define KOLO_ORDER_OUTPUT_AT 40
#define KOLO_ORDER_LENGTHS 64
#define KOLO_ORDER_DONE 512
#define KOLO_ORDER_SIZE 200
