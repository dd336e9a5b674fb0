"""Uses a rank's wire from Python, through the mailbox that `kolo wire serve` keeps.

Needs Python 3.9 or newer on Linux and its standard library, nothing else. The layout and its rules are docs/mailbox.md,
version 1.

    import kolo_mailbox as kolo

    with kolo.Mailbox("/dev/shm/kolo-mailbox-r0") as box:
        box.all_reduce(gradients, gradients, kolo.TYPE_F32, kolo.HOW_SUM)   # any contiguous buffer: array, bytearray, NumPy

Buffers are read and written as bytes. A call that cannot be made raises ValueError and does nothing. When the session has
failed, every call raises MailboxFailure with the first record, and fills its output with 0xFF (NaN, -1) first. One thread
at a time uses a box; a process that forks uses it on one side alone.

Python has no atomics. A load or store of an aligned word through a memoryview of format I or Q is one machine instruction
in CPython. On x86-64 loads and stores keep their order, which is all that is needed. Elsewhere (aarch64) a lock is taken and
released twice where order matters: a release followed by an acquire orders everything before with everything after.
"""

import collections
import fcntl
import mmap
import os
import platform
import select
import stat
import threading
import time

MAGIC = 0x3158424D4F4C4F4B
VERSION = 1

# Header: facts that never change, written before the file has its name
MAGIC_AT = 0
VERSION_AT = 8
HEADER_BYTES_AT = 12
FILE_BYTES_AT = 16
SESSION_AT = 24
RANK_AT = 40
WORLD_AT = 44
FIRST_OP_AT = 48
SLOT_COUNT_AT = 52
SLOTS_AT_AT = 56
SLOT_STRIDE_AT = 64
MOST_RANKS_AT = 68
BLOCK_BYTES_AT = 72
PAYLOAD_AT_AT = 80
PAYLOAD_BYTES_AT = 88
INPUTS_AT_AT = 96
OUTPUTS_AT_AT = 104
AREA_BYTES_AT = 112
HEARTBEAT_BOUND_NANOS_AT = 120
WAIT_NANOS_AT = 128
STARTUP_WAIT_NANOS_AT = 136
SERVER_PID_AT = 144
SERVER_START_TICKS_AT = 152
SERVER_PID_NAMESPACE_AT = 160

# Words that the client writes, once
GENERATION_AT = 1024
CLIENT_PID_AT = 1028
CLIENT_START_TICKS_AT = 1032
CLIENT_PID_NAMESPACE_AT = 1040

# Words that the server writes
HEARTBEAT_AT = 1152
POISON_AT = 1280
FAILURE_KIND_AT = 1408
FAILURE_RANK_AT = 1412
FAILURE_PEER_AT = 1416
FAILURE_ROOT_AT = 1420
FAILURE_WAITED_NANOS_AT = 1424
FAILURE_TEXT_BYTES_AT = 1432
FAILURE_TEXT_AT = 2048
FAILURE_TEXT_MOST_BYTES = 1792

# Words that are the client's alone: room for a GPU's counters
CLIENT_WORDS_AT = 3840
CLIENT_WORDS_BYTES = 256

# A slot: the client's half
DOORBELL_AT = 0
OP_AT = 4
TYPE_AT = 8
HOW_AT = 12
BYTES_AT = 16
ROOT_AT = 24
FLAGS_AT = 28
INPUT_AT_AT = 32
OUTPUT_AT_AT = 40
LENGTHS_AT = 64

# A slot: the server's half, one word of 8 bytes
DONE_AT = 512
DONE_POISON_AT = 516

# Sizes
HEADER_BYTES = 4096
SLOT_COUNT = 2
SLOT_STRIDE = 1024
PAYLOAD_ALIGNMENT = 4096
MOST_RANKS = 16
FIRST_OP = 2

# Values of the generation: each is taken once, upwards
GENERATION_OPEN = 1
GENERATION_ATTACHED = 2
GENERATION_LEFT = 3
GENERATION_GAVE_UP = 4

# Operations
OP_ALL_GATHER = 1
OP_ALL_REDUCE = 2
OP_REDUCE_SCATTER = 3
OP_BROADCAST = 4
OP_BARRIER = 5
OP_PAIR_EXCHANGE = 6
TYPE_F32 = 0
TYPE_BF16 = 1
TYPE_F16 = 2
TYPE_I32 = 3
TYPE_BYTES = 4
HOW_SUM = 0
HOW_MAX = 1
HOW_MIN = 2
FLAG_LENGTHS = 1

# Values of a poison word; 0 is none
POISON_LATE_PEER = 1
POISON_LANE_FAILED = 2
POISON_PEER_GONE = 3
POISON_DESYNC = 4
POISON_ABORTED = 5
POISON_CORRUPT = 6
POISON_SESSION = 7
POISON_CLOSED = 8
POISON_INTERNAL = 9
POISON_CLIENT_GONE = 10

_LOOK_NANOS = 20_000_000
_SPIN_NANOS = 5_000_000
_MOST_PAST_NANOS = 200_000_000
_NAP_SECONDS = 50e-6
_ELEMENT_BYTES = {TYPE_F32: 4, TYPE_BF16: 2, TYPE_F16: 2, TYPE_I32: 4}


class MailboxError(Exception):
    """There is no mailbox to attach to; the message says why."""


class MailboxFailure(Exception):
    """The session has failed for good. kind is a POISON_ number, 0 when the server said nothing; root a rank or -1."""

    def __init__(self, message, kind=0, root=-1):
        super().__init__(message)
        self.kind = kind
        self.root = root


KernelFacts = collections.namedtuple(
    "KernelFacts",
    "memory number slots_at slot_stride inputs_at outputs_at area_bytes wait_nanos startup_wait_nanos heartbeat_bound_nanos",
)
KernelFacts.__doc__ = "What a device needs to ring by itself: the whole file, the next operation's number, places and bounds."


class Mailbox:
    """A client's end of one rank's mailbox."""

    def __init__(self, path, session=None):
        """Attaches. session is the session's id in hex, or None for any."""
        self._failure = None
        self._memory = None
        self._handed = False
        self._server = -1
        self._lock = None if platform.machine() in ("x86_64", "AMD64") else threading.Lock()
        self._file = _open(path)
        try:
            self._attach(path, session)
        except BaseException:
            self._release()
            raise

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        # The other ranks would wait for a program that has failed.
        self.leave() if kind is None else self.give_up()

    # Attaching

    def _attach(self, path, session):
        size = os.fstat(self._file).st_size
        self._memory = mmap.mmap(self._file, size)
        self._bytes = memoryview(self._memory)
        self._u32 = self._bytes[: size // 8 * 8].cast("I")
        self._u64 = self._bytes[: size // 8 * 8].cast("Q")
        self._read_header(path, size, session)
        self._watch_server(path)
        self._take(path)

    def _number(self, at):
        return self._u32[at // 4]

    def _word(self, at):
        return self._u64[at // 8]

    def _read_header(self, path, size, session):
        if self._word(MAGIC_AT) != MAGIC:
            raise MailboxError(f"{path} is no mailbox: it does not begin with KOLOMBX1")
        if self._number(VERSION_AT) != VERSION:
            raise MailboxError(
                f"the mailbox {path} has version {self._number(VERSION_AT)}, and this client speaks version {VERSION}:"
                " use the client of the server's Kolo"
            )
        if self._word(FILE_BYTES_AT) != size:
            raise MailboxError(
                f"the mailbox {path} has {size} bytes, and its header says {self._word(FILE_BYTES_AT)}: it is cut off"
            )
        self.rank = self._number(RANK_AT)
        self.world = self._number(WORLD_AT)
        self.block_bytes = self._word(BLOCK_BYTES_AT)
        self.session = bytes(self._bytes[SESSION_AT : SESSION_AT + 16]).hex()
        self._next = self._number(FIRST_OP_AT)
        self._slots_at = self._word(SLOTS_AT_AT)
        self._slot_stride = self._number(SLOT_STRIDE_AT)
        self._area_bytes = self._word(AREA_BYTES_AT)
        self._inputs_at = self._word(INPUTS_AT_AT)
        self._outputs_at = self._word(OUTPUTS_AT_AT)
        self._heartbeat_bound_nanos = self._word(HEARTBEAT_BOUND_NANOS_AT)
        if (
            self._number(SLOT_COUNT_AT) != SLOT_COUNT
            or not 2 <= self.world <= MOST_RANKS
            or self.rank >= self.world
            or self.block_bytes == 0
            or self.block_bytes * self.world > self._area_bytes
            or self._slots_at + 2 * self._slot_stride > size
            or max(self._inputs_at, self._outputs_at) + 2 * self._area_bytes > size
        ):
            raise MailboxError(f"the mailbox {path} has slots or areas outside itself: it is damaged")
        if session is not None and session != self.session:
            raise MailboxError(
                f"the mailbox {path} belongs to session {self.session}, wanted is session {session}: its server was"
                " restarted"
            )

    def _watch_server(self, path):
        pid = self._number(SERVER_PID_AT)
        if self._word(SERVER_PID_NAMESPACE_AT) != _pid_namespace() or not hasattr(os, "pidfd_open"):
            return
        try:
            self._server = os.pidfd_open(pid)
        except ProcessLookupError:
            pass
        except OSError:
            return
        if self._server < 0 or self._server_ended():
            raise MailboxError(
                f"the server of the mailbox {path}, process {pid}, has ended: start `kolo wire serve` again"
            )

    def _take(self, path):
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise MailboxError(
                f"the mailbox {path} has a client already, process {self._number(CLIENT_PID_AT)}: a mailbox serves one"
            ) from None
        self._fence()
        if self._number(POISON_AT) != 0:
            raise MailboxError(f"the session of the mailbox {path} is over: {self._failure_text()}")
        # No other client can be here: the lock makes one step of the look and the store.
        if self._number(GENERATION_AT) != GENERATION_OPEN:
            raise MailboxError(
                f"the mailbox {path} has had its client, process {self._number(CLIENT_PID_AT)}, and is never resumed:"
                " start a new session"
            )
        self._u32[CLIENT_PID_AT // 4] = os.getpid()
        self._u64[CLIENT_START_TICKS_AT // 8] = _start_ticks()
        self._u64[CLIENT_PID_NAMESPACE_AT // 8] = _pid_namespace()
        self._fence()
        self._u32[GENERATION_AT // 4] = GENERATION_ATTACHED

    def leave(self):
        """Leaves in peace. With an operation under way every rank's session fails; so it does without this call."""
        self._part_with(GENERATION_LEFT)

    def give_up(self):
        """Leaves because this program has failed: every rank's session fails at once."""
        self._part_with(GENERATION_GAVE_UP)

    def _part_with(self, generation):
        if self._memory is None:
            return
        self._fence()
        self._u32[GENERATION_AT // 4] = generation
        self._release()
        self._failure = MailboxFailure("this client has left its mailbox")

    def _release(self):
        if self._memory is not None:
            for view in (getattr(self, name, None) for name in ("_u32", "_u64", "_bytes")):
                if view is not None:
                    view.release()
            try:
                self._memory.close()
            except BufferError:
                # The caller still holds a view of an area; the mapping goes with it.
                pass
            self._memory = None
        for descriptor in (self._server, self._file):
            if descriptor >= 0:
                os.close(descriptor)
        self._server = self._file = -1

    # Waiting

    def _fence(self):
        if self._lock is not None:
            with self._lock:
                pass
            with self._lock:
                pass

    def check(self):
        """Raises MailboxFailure when the session has failed. Cheap."""
        if self._failure is None and self._number(POISON_AT) != 0:
            self._fence()
            root = self._number(FAILURE_ROOT_AT)
            self._failure = MailboxFailure(
                self._failure_text(), self._number(FAILURE_KIND_AT), root - (1 << 32) if root >> 31 else root
            )
        if self._failure is not None:
            raise self._failure

    def _failure_text(self):
        size = min(self._number(FAILURE_TEXT_BYTES_AT), FAILURE_TEXT_MOST_BYTES)
        return bytes(self._bytes[FAILURE_TEXT_AT : FAILURE_TEXT_AT + size]).decode("utf-8", "replace")

    def _fail(self, message):
        self._failure = MailboxFailure(message)
        raise self._failure

    def _server_ended(self):
        if self._server < 0:
            return False
        poll = select.poll()
        poll.register(self._server, select.POLLIN)
        return bool(poll.poll(0))

    def _look(self, silence):
        """Looks for signs of life. Time in which this process did not look does not count: it may have been stopped."""
        now = time.monotonic_ns()
        beat = self._number(HEARTBEAT_AT)
        if beat != silence[0]:
            silence[2] = 0
        else:
            silence[2] += min(now - silence[1], _MOST_PAST_NANOS)
        silence[0], silence[1] = beat, now
        self.check()
        if self._server_ended():
            self.check()  # its last words
            self._fail(
                f"the mailbox's server of rank {self.rank} has ended without a word: its process was killed"
            )
        if silence[2] > self._heartbeat_bound_nanos:
            self._fail(
                f"the mailbox's server of rank {self.rank} has given no sign of life for {silence[2] / 1e9:.1f} s: it was"
                " killed or stopped"
            )

    def _await(self, number):
        """Waits until a slot's word says {number, no poison}."""
        words, at = self._u64, (self._slot(number) + DONE_AT) // 8
        for _ in range(100):
            if words[at] == number:
                self._fence()
                return
        began = looked = time.monotonic_ns()
        silence = [self._number(HEARTBEAT_AT), began, 0]
        while True:
            seen = words[at]
            if seen == number:
                self._fence()
                return
            if seen >> 32:
                self.check()
            now = time.monotonic_ns()
            if now - looked > _LOOK_NANOS:
                looked = now
                self._look(silence)
            if now - began > _SPIN_NANOS:
                time.sleep(_NAP_SECONDS)
            else:
                os.sched_yield()

    def _slot(self, number):
        return self._slots_at + (number & 1) * self._slot_stride

    # Operations, one by one

    def acquire(self):
        """Waits until the next operation's slot is free; returns its number. The one two before must be done with."""
        if self._handed:
            raise ValueError("a device rings this mailbox: take_back() first")
        self.check()
        self._await((self._next - SLOT_COUNT) & 0xFFFFFFFF)
        return self._next

    def input_at(self, number):
        """Where the input area of operation `number` begins in the file."""
        return self._inputs_at + (number & 1) * self._area_bytes

    def output_at(self, number):
        """Where its output area begins."""
        return self._outputs_at + (number & 1) * self._area_bytes

    def payload(self, at, size):
        """A view of `size` bytes of the payload from offset `at` of the file; no use after leave()."""
        return self._bytes[at : at + size]

    def ring(self, number, op, size, input_at=0, output_at=0, type=TYPE_BYTES, how=HOW_SUM, root=-1, lengths=None):
        """Orders operation `number`, which acquire() gave; the payload has been written."""
        self.check()
        slot = self._slot(number)
        self._u32[(slot + OP_AT) // 4] = op
        self._u32[(slot + TYPE_AT) // 4] = type
        self._u32[(slot + HOW_AT) // 4] = how
        self._u32[(slot + FLAGS_AT) // 4] = 0 if lengths is None else FLAG_LENGTHS
        self._u32[(slot + ROOT_AT) // 4] = root & 0xFFFFFFFF
        self._u64[(slot + BYTES_AT) // 8] = size
        self._u64[(slot + INPUT_AT_AT) // 8] = input_at
        self._u64[(slot + OUTPUT_AT_AT) // 8] = output_at
        for rank, length in enumerate(lengths or ()):
            self._u64[(slot + LENGTHS_AT) // 8 + rank] = length
        self._fence()
        self._u32[(slot + DOORBELL_AT) // 4] = number
        self._next = (number + 1) & 0xFFFFFFFF

    def wait(self, number):
        """Waits until operation `number` is over; its result stays in its output until number + 2 is rung."""
        if self._failure is not None:
            raise self._failure
        self._await(number)

    # For a client whose kernels ring by themselves

    def hand_over(self):
        """Leaves the ringing to a device until take_back(): a KernelFacts. No call of this object meanwhile but check()."""
        number = self.acquire()
        self._handed = True
        return KernelFacts(
            self._memory, number, self._slots_at, self._slot_stride, self._inputs_at, self._outputs_at, self._area_bytes,
            self._word(WAIT_NANOS_AT), self._word(STARTUP_WAIT_NANOS_AT), self._heartbeat_bound_nanos,
        )

    def take_back(self, number):
        """Goes on ringing at operation `number`, the first that the device did not ring."""
        self._handed = False
        self._next = number

    # Collectives on the caller's own memory, of any size

    def all_gather(self, input, output):
        """Every rank's input, in rank order. In place: the input is the own block of the output."""
        self.all_gather_variable(input, output, [len(_raw(input))] * self.world)

    def all_gather_variable(self, input, output, lengths):
        """Blocks of different lengths in bytes, one a rank, the same on all ranks; they follow each other in the output."""
        given, taken = _raw(input), _raw(output)
        if len(lengths) != self.world or min(lengths) < 0:
            raise ValueError(f"one length of 0 or more for each of {self.world} ranks, got {lengths}")
        _fits("all-gather input", given, lengths[self.rank])
        _fits("all-gather output", taken, sum(lengths))

        def begin(number, start, size):
            mine = self._part(lengths[self.rank], start)
            self._put(self.input_at(number), given[start : start + mine])
            return {"lengths": [self._part(length, start) for length in lengths]}

        def end(number, start, size):
            at, base = self.output_at(number), 0
            for length in lengths:
                part = self._part(length, start)
                if part:
                    taken[base + start : base + start + part] = self._bytes[at : at + part]
                at, base = at + part, base + length

        self._call(OP_ALL_GATHER, max(lengths), begin, end, taken[: sum(lengths)])

    def all_reduce(self, input, output, type, how=HOW_SUM):
        """The reduction of all ranks' inputs, with equal bits on all ranks. In place when both are the same."""
        given, taken = _raw(input), _raw(output)
        _whole(type, len(given))
        _fits("all-reduce output", taken, len(given))

        def begin(number, start, size):
            self._put(self.input_at(number), given[start : start + size])
            return {"type": type, "how": how}

        self._call(OP_ALL_REDUCE, len(given), begin, self._into(taken), taken[: len(given)])

    def reduce_scatter(self, input, output, type, how=HOW_SUM):
        """Rank r gets the reduction of all ranks' r-th block; the input has a block of the output's size for each rank."""
        given, taken = _raw(input), _raw(output)
        block = len(given) // self.world
        if block * self.world != len(given):
            raise ValueError(f"a reduce-scatter's input has a block for each of {self.world} ranks, got {len(given)} bytes")
        _whole(type, block)
        _fits("reduce-scatter output", taken, block)

        def begin(number, start, size):
            for to in range(self.world):
                first = to * block + start
                self._put(self.input_at(number) + to * size, given[first : first + size])
            return {"type": type, "how": how}

        self._call(OP_REDUCE_SCATTER, block, begin, self._into(taken), taken[:block])

    def broadcast(self, buffer, root):
        """The root's bytes on every rank."""
        both = _raw(buffer)
        if not 0 <= root < self.world:
            raise ValueError(f"no rank {root} in a world of {self.world}")
        own = root == self.rank

        def begin(number, start, size):
            if own:
                self._put(self.output_at(number), both[start : start + size])
            return {"root": root}

        self._call(OP_BROADCAST, len(both), begin, _nothing if own else self._into(both), both[:0] if own else both)

    def barrier(self):
        """Returns when every rank has called it."""
        self._call(OP_BARRIER, 0, lambda number, start, size: {}, _nothing, memoryview(bytearray(0)))

    def pair_exchange(self, input, output, partner):
        """Exchanges bytes with a partner, which names this rank as its own; -1 stands for nobody. Every rank calls it."""
        given, taken = _raw(input), _raw(output)
        if not -1 <= partner < self.world or partner == self.rank:
            raise ValueError(f"rank {self.rank} cannot exchange with rank {partner}")
        alone = partner < 0
        _fits("pair-exchange output", taken, 0 if alone else len(given))

        def begin(number, start, size):
            if not alone:
                self._put(self.input_at(number), given[start : start + size])
            return {"root": partner}

        written = taken[: 0 if alone else len(given)]
        self._call(OP_PAIR_EXCHANGE, len(given), begin, _nothing if alone else self._into(taken), written)

    def _call(self, op, size, begin, end, written):
        """Carries a call out in pieces, over two slots: a piece is copied while the one before is under way."""
        try:
            before = None
            for start in range(0, max(size, 1), self.block_bytes):
                part = self._part(size, start)
                number = self.acquire()
                extra = begin(number, start, part)
                self.ring(number, op, part, self.input_at(number), self.output_at(number), **extra)
                if before is not None:
                    self._finish(before, end)
                before = (number, start, part)
            self._finish(before, end)
        except MailboxFailure:
            if len(written):
                written[:] = b"\xff" * len(written)
            raise

    def _finish(self, piece, end):
        self.wait(piece[0])
        end(*piece)

    def _part(self, size, start):
        return max(0, min(self.block_bytes, size - start))

    def _put(self, at, data):
        self._bytes[at : at + len(data)] = data

    def _into(self, taken):
        def end(number, start, size):
            at = self.output_at(number)
            taken[start : start + size] = self._bytes[at : at + size]

        return end


def _nothing(number, start, size):
    """What there is to do after an operation without a result."""


def _open(path):
    try:
        file = os.open(path, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        raise MailboxError(f"there is no mailbox {path}: start `kolo wire serve` for this rank first") from None
    except OSError as error:
        if os.path.islink(path):
            raise MailboxError(f"the mailbox {path} is a symbolic link, which is not followed") from None
        raise MailboxError(f"the mailbox {path} cannot be opened: {error.strerror}") from None
    about = os.fstat(file)
    mode = stat.S_IMODE(about.st_mode)
    wrong = None
    if not stat.S_ISREG(about.st_mode):
        wrong = f"the mailbox {path} is no regular file"
    elif about.st_uid != os.geteuid():
        wrong = f"the mailbox {path} belongs to user {about.st_uid}, and this process runs as user {os.geteuid()}"
    elif mode != 0o600:
        wrong = f"the mailbox {path} has mode {mode:04o}, and must have 0600: somebody else may write to it"
    elif about.st_size < HEADER_BYTES:
        wrong = f"the mailbox {path} has {about.st_size} bytes, less than its header's {HEADER_BYTES}: it is cut off"
    if wrong is not None:
        os.close(file)
        raise MailboxError(wrong)
    return file


def _start_ticks():
    """Field 22 of /proc/self/stat; the second field is the program's name in brackets, and may contain anything."""
    with open("/proc/self/stat", "rb") as file:
        return int(file.read().rpartition(b")")[2].split()[19])


def _pid_namespace():
    try:
        return os.stat("/proc/self/ns/pid").st_ino
    except OSError:
        return 0


def _raw(buffer):
    """A buffer's bytes, without a copy."""
    view = memoryview(buffer)
    return view if view.format == "B" and view.ndim == 1 else view.cast("B")


def _fits(what, view, size):
    if len(view) < size:
        raise ValueError(f"{what} needs {size} bytes, and has {len(view)}")


def _whole(type, size):
    if type not in _ELEMENT_BYTES:
        raise ValueError(f"type {type} cannot be reduced: give TYPE_F32, TYPE_BF16, TYPE_F16 or TYPE_I32")
    if size % _ELEMENT_BYTES[type]:
        raise ValueError(f"{size} bytes are not whole elements of {_ELEMENT_BYTES[type]} bytes")
