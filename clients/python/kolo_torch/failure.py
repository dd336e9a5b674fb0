"""What a wire on a GPU raises, and the record that its kernels leave."""

import struct

from . import layout

KINDS = {
    layout.FAIL_TIMEOUT: "timeout",
    layout.FAIL_ABORTED: "aborted",
    layout.FAIL_DESYNC: "desync",
    layout.FAIL_SERVER_GONE: "server gone",
    layout.FAIL_STREAMS: "streams",
}


class KoloError(RuntimeError):
    """The wire cannot be had, or was asked for what it does not do; the message says why."""


class KoloFailure(RuntimeError):
    """The wire is over, on every rank. record is a Record, or None when the host found the failure first."""

    def __init__(self, message, record=None):
        super().__init__(message)
        self.record = record


class Record:
    """The one failure record of a rank: kind, peer, step, seen, waited_nanos, op, bytes and more, as layout.h has them."""

    def __init__(self, rank, memory, at=layout.RECORD_AT):
        words = struct.unpack_from("<8I", memory, at)
        self.rank = rank
        self.kind = KINDS.get(words[1], f"kind {words[1]}")
        self.peer, self.step, self.seen, self.digest, self.other, self.block = words[2:8]
        self.waited_nanos = struct.unpack_from("<Q", memory, at + layout.RECORD_WAITED)[0]
        self.calls, self.index, self.bytes, self.op = struct.unpack_from("<4I", memory, at + layout.RECORD_CALLS)

    def sentence(self):
        where = (
            f"rank {self.rank}, {layout.OP_WORDS.get(self.op, self.op)} of {self.bytes} B "
            f"(call {self.calls + self.index + 1}), step {self.step} with rank {self.peer}"
        )
        waited = f"after {self.waited_nanos // 1000} us"
        if self.kind == "timeout":
            seen = f"step {self.seen}" if self.seen else "nothing yet"
            return (
                f"{where}: rank {self.peer} did not arrive within the bound, {waited}; seen of it: {seen}. "
                f"Look at rank {self.peer} first; the wire is over on every rank."
            )
        if self.kind == "aborted":
            return f"{where}: the wait was ended {waited}, because the wire had failed elsewhere."
        if self.kind == "desync":
            return (
                f"{where}: desync: rank {self.peer} called another operation or size (digest {self.other:x}, here "
                f"{self.digest:x}). All ranks must call the same operations in the same order."
            )
        if self.kind == "streams":
            return (
                f"rank {self.rank}, {layout.OP_WORDS.get(self.op, self.op)} of {self.bytes} B: a call began while "
                f"{self.seen} of the same wire ran on another stream. Use one wire a stream."
            )
        return f"{where}: {self.kind}, {waited}."


def read(rank, memory, at=layout.RECORD_AT):
    """The record of a region once it is complete, else None."""
    state = struct.unpack_from("<I", memory, at + layout.RECORD_STATE)[0]
    return Record(rank, memory, at) if state == 2 else None
