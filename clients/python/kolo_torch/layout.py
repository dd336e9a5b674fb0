"""Where everything lies: the numbers of gpu/src/main/cuda/layout.h, which a test compares, and the arithmetic on them.

Nothing here touches a device, a file or torch.
"""

DEVICE_MAGIC = 0x315645444F4C4F4B
DEVICE_VERSION = 1
LINE_BYTES = 128
PAGE_BYTES = 4096
MAX_WORLD = 16
MAX_BLOCKS = 64
SLOTS = 2

ABORT_AT = 256
HEARTBEAT_AT = 384
RECORD_AT = 512
DONE_AT = 1024
LEFT_AT = 1152

RECORD_STATE = 0
RECORD_KIND = 4
RECORD_PEER = 8
RECORD_STEP = 12
RECORD_SEEN = 16
RECORD_DIGEST = 20
RECORD_OTHER = 24
RECORD_BLOCK = 28
RECORD_WAITED = 32
RECORD_CALLS = 40
RECORD_INDEX = 44
RECORD_BYTES = 48
RECORD_OP = 52

FAIL_TIMEOUT = 1
FAIL_ABORTED = 2
FAIL_DESYNC = 3
FAIL_SERVER_GONE = 4
FAIL_STREAMS = 5

DOORBELLS_AT = 4096
FLAGS_AT = DOORBELLS_AT + MAX_WORLD * SLOTS * MAX_BLOCKS * LINE_BYTES
AREAS_AT = FLAGS_AT + MAX_WORLD * SLOTS * MAX_BLOCKS * LINE_BYTES

HEADER_BYTES = 128
UNIT_BYTES = 16
LL8_DATA = 8
LL16_DATA = 12
MARK_STEP_BITS = 23
MARK_STEP = 0x7FFFFF

STATE_CALLS = 0
STATE_POISON = 4
STATE_INSIDE = 8
STATE_LINKS = 64
STATE_BYTES = 128

CALL_INPUT = 0
CALL_OUTPUT = 8
CALL_STATE = 16
CALL_CONTROL = 24
CALL_FROM = 32
CALL_FLAGS_FROM = 40
CALL_TIMEOUT = 48
CALL_HEARTBEAT = 56
CALL_STRIDE = 64
CALL_UNITS = 68
CALL_RANK = 72
CALL_WORLD = 76
CALL_ACTIVE = 80
CALL_BYTES = 84
CALL_OWN_AT = 88
CALL_OUTPUT_BYTES = 92
CALL_DIGEST = 96
CALL_INDEX = 100
CALL_OP = 104
CALL_DOORBELL = 108
CALL_LINKS = 112
LINK_TO = 0
LINK_FLAGS_TO = 8
LINK_INDEX = 16
LINK_BYTES = 20
LINK_OUTPUT_AT = 24
LINK_EACH = 28
LINK_SIZE = 32
CALL_SIZE = CALL_LINKS + MAX_WORLD * LINK_SIZE

FINISH_STATE = 0
FINISH_DONE = 8
FINISH_CALLS = 16
FINISH_STEPS = 24
FINISH_SIZE = FINISH_STEPS + MAX_WORLD * 4

FIRST_STEP = 2
NOWHERE = 0xFFFFFFFF

# The host's part of the header
MAGIC_AT = 0
VERSION_AT = 8
WORLD_AT = 16
RANK_AT = 20
LIMIT_AT = 24
SESSION_AT = 32

FLAG, LL8, LL16 = 0, 1, 2
FORM_WORDS = ("flag", "ll8", "ll16")
FORM_DATA = (16, LL8_DATA, LL16_DATA)

ALL_GATHER, ALL_GATHER_VARIABLE, PAIR_EXCHANGE, ALL_REDUCE_F32, ALL_REDUCE_BF16, ALL_REDUCE_F16 = 1, 2, 3, 4, 5, 6
OP_WORDS = {
    ALL_GATHER: "all-gather",
    ALL_GATHER_VARIABLE: "all-gather-variable",
    PAIR_EXCHANGE: "pair-exchange",
    ALL_REDUCE_F32: "all-reduce-f32",
    ALL_REDUCE_BF16: "all-reduce-bf16",
    ALL_REDUCE_F16: "all-reduce-f16",
}
OP_KERNELS = {
    ALL_GATHER: "move",
    ALL_GATHER_VARIABLE: "move",
    PAIR_EXCHANGE: "move",
    ALL_REDUCE_F32: "sum_f32",
    ALL_REDUCE_BF16: "sum_bf16",
    ALL_REDUCE_F16: "sum_f16",
}


def units(form, size):
    return (size + FORM_DATA[form] - 1) // FORM_DATA[form]


def slot_bytes(form, limit):
    whole = (0 if form == FLAG else HEADER_BYTES) + units(form, limit) * UNIT_BYTES
    return (whole + LINE_BYTES - 1) // LINE_BYTES * LINE_BYTES


class Layout:
    """Offsets in a rank's region, for a world and a limit of bytes a rank (whole pages)."""

    def __init__(self, world, limit):
        if not 2 <= world <= MAX_WORLD:
            raise ValueError(f"a world has 2 to {MAX_WORLD} ranks, got {world}")
        if limit % PAGE_BYTES or not PAGE_BYTES <= limit <= 16 << 20:
            raise ValueError(f"the limit is 4 KiB to 16 MiB a rank in whole pages, got {limit} B")
        self.world = world
        self.limit = limit

    def _area(self, form):
        return AREAS_AT + sum(2 * self.world * SLOTS * slot_bytes(f, self.limit) for f in range(form))

    def send(self, form, peer):
        return self._area(form) + peer * SLOTS * slot_bytes(form, self.limit)

    def receive(self, form, source):
        return self._area(form) + (self.world + source) * SLOTS * slot_bytes(form, self.limit)

    def flags(self, source):
        return FLAGS_AT + source * SLOTS * MAX_BLOCKS * LINE_BYTES

    def region_bytes(self):
        end = self.receive(LL16, self.world)
        return (end + PAGE_BYTES - 1) // PAGE_BYTES * PAGE_BYTES


def digest(op, lengths, form):
    """What all ranks must agree on, in 32 bits; the same as Java's DeviceOp.digest."""
    mask = 0xFFFFFFFF
    h = 0x811C9DC5
    for value in (op, form):
        h = (h ^ value) * 0x01000193 & mask
    for length in lengths:
        h = (h ^ length) * 0x01000193 & mask
        h ^= h >> 15
    return h


def shape(peer_memory, size, capability):
    """(form, blocks, threads) of a call: a function of what all ranks know alike; the same as Java's Shape."""
    form = FLAG if capability >= 121 else LL8 if peer_memory else LL16
    most = 32768 if peer_memory else 65536
    blocks = 1 if size <= 1024 else 4 if size <= 4096 else 8 if size <= 16384 else 16 if size <= most else 32
    each = (max(1, units(form, size)) + blocks - 1) // blocks
    return form, blocks, min(480, (each + 31) // 32 * 32) + 32


def units_each(form, size, blocks):
    """Units of a payload that each block has, in whole lines of eight."""
    return ((units(form, size) + blocks - 1) // blocks + 7) // 8 * 8
