"""Collectives of a GPU through `kolo wire serve`: a kernel writes payload and order into the mailbox and waits for the result.

It leads over any NIC that the server has and through any schedule, for the price of the server's own work: for GPUs of several
hosts, and for operations that Wire does not have. The layout is docs/mailbox.md. Knows nothing of torch.
"""

import ctypes
import struct

import kolo_mailbox

from . import failure, layout
from .cuda import Cuda
from .failure import KoloError, KoloFailure
from .wire import kernels

_THREADS = 512
_PARAMETERS = struct.Struct(f"<11Q12I{layout.MAX_WORLD}I")
_DONE_AT = 128  # in the client's words, behind the record: number of the next operation, as the device last said
_NOBODY = 0xFFFFFFFF
_U32 = 0xFFFFFFFF


class Served:
    """A GPU's calls through the mailbox of its rank's server, queued on one stream at a time and captured in graphs.

    box is an attached kolo_mailbox.Mailbox, which makes no calls of its own until close(). Sizes are bytes, addresses integers
    on the device; a call takes up to box.block_bytes a rank. All ranks make the same calls in the same order.
    """

    def __init__(self, box, device, cuda=None):
        self.rank, self.world, self.limit = box.rank, box.world, box.block_bytes
        self._box, self._cuda = box, cuda or Cuda()
        self._cuda.use(device)
        self._facts = box.hand_over()
        try:
            self._show(device)
        except BaseException:
            box.take_back(self._facts.number)
            raise

    def _show(self, device):
        """Shows the mailbox to the device, and writes there at which number it goes on."""
        facts = self._facts
        self._memory = facts.memory
        self._held = ctypes.c_char.from_buffer(self._memory)
        self._base = self._cuda.register(ctypes.addressof(self._held), len(self._memory))
        self._state = self._cuda.allocate(layout.STATE_BYTES)
        self._cuda.copy_in(self._state, struct.pack("<I", facts.number) + bytes(layout.STATE_BYTES - 4))
        struct.pack_into("<Q", self._memory, kolo_mailbox.CLIENT_WORDS_AT + _DONE_AT, facts.number)
        module = self._cuda.load(kernels(self._cuda.capability(device)))
        self._order, self._finish = (self._cuda.function(module, f"kolo_{name}") for name in ("order", "finish"))
        self._call = ctypes.create_string_buffer(_PARAMETERS.size)
        self._end = ctypes.create_string_buffer(layout.FINISH_SIZE)
        self._call_arguments = (ctypes.c_void_p * 1)(ctypes.addressof(self._call))
        self._end_arguments = (ctypes.c_void_p * 1)(ctypes.addressof(self._end))
        done = self._base + kolo_mailbox.CLIENT_WORDS_AT + _DONE_AT
        struct.pack_into("<QQ", self._end, layout.FINISH_STATE, self._state, done)
        self._calls, self._batch, self._captured, self._stream = 0, False, False, None

    # Calls

    def all_gather(self, stream, source, target, size, capturing=False):
        """Every rank's block of `size` bytes, in rank order."""
        self._queue(stream, kolo_mailbox.OP_ALL_GATHER, source, target, size, size, size * self.world, capturing)

    def all_gather_variable(self, stream, source, target, lengths, capturing=False):
        """Blocks of different lengths, the same list on all ranks."""
        if len(lengths) != self.world:
            raise ValueError(f"one length a rank: {len(lengths)} lengths for {self.world} ranks")
        own, all_of_them = lengths[self.rank], sum(lengths)
        self._queue(
            stream, kolo_mailbox.OP_ALL_GATHER, source, target, max(lengths), own, all_of_them, capturing, lengths=lengths
        )

    def all_reduce(self, stream, source, target, size, type, how=kolo_mailbox.HOW_SUM, capturing=False):
        """The reduction of all ranks' vectors, with the same bits on all ranks; type and how as kolo_mailbox names them."""
        self._queue(
            stream, kolo_mailbox.OP_ALL_REDUCE, source, target, size, size, size, capturing, type=type, how=how
        )

    def pair_exchange(self, stream, source, target, size, partner, capturing=False):
        """With a partner that names this rank; every rank calls it, -1 stands for nobody."""
        moved = size if partner >= 0 else 0
        self._queue(
            stream, kolo_mailbox.OP_PAIR_EXCHANGE, source, target, size, moved, moved, capturing, root=partner & _U32
        )

    def _queue(self, stream, op, source, target, size, given, taken, capturing, type=kolo_mailbox.TYPE_BYTES,
               how=kolo_mailbox.HOW_SUM, root=_NOBODY, lengths=None):
        if self._held is None:
            raise KoloError("this client of the mailbox is closed")
        if size > self.limit:
            raise KoloError(f"{size} B a rank are above the mailbox's block of {self.limit} B: call in pieces")
        if not capturing:
            if self._stream not in (None, stream):
                raise KoloError("these calls belong to another stream: they must follow one another")
            self._stream = stream
            self.check()
        facts = self._facts
        begun = self._ended() != facts.number
        wait = (facts.wait_nanos if begun else facts.startup_wait_nanos) + facts.heartbeat_bound_nanos
        flags = 0 if lengths is None else kolo_mailbox.FLAG_LENGTHS
        blocks = (lengths or []) + [0] * (layout.MAX_WORLD - len(lengths or []))
        _PARAMETERS.pack_into(
            self._call, 0, source, target, self._state, self._base, self._base + facts.slots_at, self._base, wait,
            facts.heartbeat_bound_nanos, facts.inputs_at, facts.outputs_at, facts.area_bytes, facts.slot_stride, op, type,
            how, size, root, flags, self._calls, given, taken, self.world, 0, *blocks,
        )
        self._calls += 1
        self._captured = capturing
        self._cuda.launch(self._order, 1, _THREADS, stream, self._call_arguments)
        if not self._batch:
            self.finish(stream)

    def finish(self, stream):
        """Moves the operations' number on by all calls since the last one, unless something failed."""
        struct.pack_into("<I", self._end, layout.FINISH_CALLS, self._calls)
        self._calls = 0
        self._cuda.launch(self._finish, 1, 32, stream, self._end_arguments)

    def batch(self, stream_of):
        """Calls in a row with one finish at their end, as in the body of a graph; stream_of() tells the stream then."""
        return _Batch(self, stream_of)

    # Health

    def failure(self):
        """The record of the first kernel that failed, or None; its step is the operation's number."""
        return failure.read(self.rank, self._memory, kolo_mailbox.CLIENT_WORDS_AT)

    def check(self):
        """Raises KoloFailure when a kernel has failed or the server says that the session is over."""
        record = self.failure()
        told = ""
        try:
            self._box.check()
        except kolo_mailbox.MailboxFailure as e:
            told = f" The server says: {e}"
        if record is not None:
            raise KoloFailure(_sentence(record) + told, record)
        if told:
            raise KoloFailure(f"rank {self.rank}: the session is over.{told}")

    def _ended(self):
        """Number of the first operation that no finish has seen."""
        return struct.unpack_from("<Q", self._memory, kolo_mailbox.CLIENT_WORDS_AT + _DONE_AT)[0] & _U32

    # End

    def close(self):
        """Gives the mailbox back to its other calls. Call it when all streams are synchronized."""
        if self._held is None:
            return
        self._cuda.synchronize()
        self._box.take_back(self._ended())
        self._cuda.unregister(ctypes.addressof(self._held))
        self._cuda.free(self._state)
        self._held = None


def _sentence(record):
    where = f"rank {record.rank}, operation {record.step} of {record.bytes} B through the mailbox"
    waited = f"after {record.waited_nanos // 1000} us"
    if record.kind == "timeout":
        return f"{where}: the server did not end it within the bound, {waited}; the last that it ended is {record.seen}."
    if record.kind == "server gone":
        return f"{where}: the server has given no sign of life, {waited}: it was killed or stopped."
    if record.kind == "streams":
        return f"rank {record.rank}: a call began while another of the same mailbox ran on another stream."
    return f"{where}: the session had failed (poison {record.other})."


class _Batch:
    def __init__(self, served, stream_of):
        self._served, self._stream_of = served, stream_of

    def __enter__(self):
        self._served._batch = True
        return self._served

    def __exit__(self, kind, value, trace):
        self._served._batch = False
        if kind is not None and self._served._captured:
            self._served._calls = 0  # a graph that never runs
        elif self._served._calls:
            self._served.finish(self._stream_of())
