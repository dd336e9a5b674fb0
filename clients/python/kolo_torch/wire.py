"""A rank's GPU on the wire: set-up with verdicts of all ranks, calls on raw addresses, failure. Knows nothing of torch."""

import ctypes
import os
import secrets
import select
import struct
import threading

from . import failure, layout, region
from .cuda import Cuda
from .failure import KoloError, KoloFailure

_LIMIT = 256 * 1024
_WAIT_NANOS = 60_000_000_000
_WATCH_MILLIS = 50


def kernels(capability):
    """The kernels' image for a device: machine code where it is known, else PTX."""
    if capability < 90:
        raise KoloError(f"the kernels need compute capability 9.0 or newer, this device has {capability / 10:.1f}")
    name = {90: "mailbox.sm_90.cubin", 121: "mailbox.sm_121.cubin"}.get(
        capability, "mailbox.compute_121.ptx" if capability > 121 else "mailbox.compute_90.ptx"
    )
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernels", name), "rb") as file:
        return file.read()


class Wire:
    """Exchanges between the GPUs of one host, queued on streams and captured in graphs.

    meeting tells ranks of each other; device is this rank's ordinal; memory says where peers are written to: "peer" (GPU
    memory, over NVLink or PCIe), "host", or "auto": peer memory where all ranks can open it.
    """

    def __init__(self, meeting, device, memory="auto", limit=_LIMIT, wait_nanos=_WAIT_NANOS, cuda=None):
        if memory not in ("auto", "peer", "host"):
            raise ValueError(f"memory is auto, peer or host, got {memory!r}")
        self.rank, self.world = meeting.rank, meeting.world
        self.plan = layout.Layout(self.world, limit)
        self.limit = limit
        self._meeting = meeting
        self._cuda = cuda or Cuda()
        self._cuda.use(device)
        self._endings = []
        self._stream = None
        self._batch = False
        self._steps = [0] * layout.MAX_WORLD
        self._calls = 0
        self._closed = False
        self._gone = None
        self.capability = 0
        try:
            self._set_up(device, memory, wait_nanos)
        except BaseException:
            self._end()
            raise

    # Set-up

    def _stage(self, name, part):
        """Does this rank's part and gathers what all say; a complaint of one is a refusal on all."""
        try:
            told = {"ok": part()}
        except Exception as e:  # whatever it is, the other ranks must hear of it
            told = {"complaint": str(e) or type(e).__name__}
        everyone = self._meeting.gather(name, told)
        complaints = [f"rank {r}: {t['complaint']}" for r, t in enumerate(everyone) if "complaint" in t]
        if complaints:
            raise KoloError(f"no GPU is on the wire (stage {name!r}): " + "; ".join(complaints))
        return [t["ok"] for t in everyone]

    def _set_up(self, device, memory, wait_nanos):
        told = self._stage("session", lambda: [secrets.token_hex(16), self.plan.limit, memory, os.getpid()])
        self.session = told[0][0]
        if any(t[1:3] != told[0][1:3] for t in told):
            raise KoloError(f"ranks want different limits or memories: {[t[1:3] for t in told]}")
        try:
            self._regions(told, device, memory)
        finally:
            try:
                os.unlink(region.path(self.session, self.rank))
            except FileNotFoundError:
                pass
        self._module = self._cuda.load(kernels(self._cuda.capability(device)))
        self._functions = {}
        self._state = self._cuda.allocate(layout.STATE_BYTES)
        self._endings.append(lambda: self._cuda.free(self._state))
        state = bytearray(layout.STATE_BYTES)
        struct.pack_into(f"<{layout.MAX_WORLD}I", state, layout.STATE_LINKS, *[layout.FIRST_STEP] * layout.MAX_WORLD)
        self._cuda.copy_in(self._state, bytes(state))
        self._call = ctypes.create_string_buffer(layout.CALL_SIZE)
        self._finish = ctypes.create_string_buffer(layout.FINISH_SIZE)
        self._call_arguments = (ctypes.c_void_p * 1)(ctypes.addressof(self._call))
        self._finish_arguments = (ctypes.c_void_p * 1)(ctypes.addressof(self._finish))
        put = struct.pack_into
        put("<QQ", self._call, layout.CALL_STATE, self._state, self._control)
        put("<QQ", self._call, layout.CALL_FLAGS_FROM, self._own + self.plan.flags(0), wait_nanos)
        put("<Q", self._call, layout.CALL_HEARTBEAT, 0)
        put("<II", self._call, layout.CALL_RANK, self.rank, self.world)
        put("<I", self._call, layout.CALL_DOORBELL, 0)
        for peer in range(self.world):
            at = layout.CALL_LINKS + peer * layout.LINK_SIZE
            put("<Q", self._call, at + layout.LINK_FLAGS_TO, self._peers[peer] + self.plan.flags(self.rank))
        put("<QQ", self._finish, layout.FINISH_STATE, self._state, self._control + layout.DONE_AT)
        self._stage("kernels", lambda: 1)
        self._watch([t[3] for t in told])

    def _regions(self, told, device, memory):
        self._region = region.create(self.session, self.rank, self.plan)
        self._endings.append(self._region.close)

        def own():
            self._control = self._register(self._region)
            handle, at = "", self._control
            if memory != "host":
                try:
                    at = self._cuda.allocate(self.plan.region_bytes())
                    self._endings.append(lambda: self._cuda.free(at))
                    handle = self._cuda.share(at).hex()
                except KoloError:
                    if memory == "peer":
                        raise
            return [self._cuda.capability(device), handle, at]

        records = self._stage("device memory", own)
        self.capability = min(r[0] for r in records)

        def peers():
            opened = {}
            if memory != "host" and all(r[1] for r in records):
                try:
                    for r in range(self.world):
                        if r != self.rank:
                            opened[r] = self._cuda.open(bytes.fromhex(records[r][1]))
                            self._endings.append(lambda at=opened[r]: self._cuda.close(at))
                except KoloError:
                    if memory == "peer":
                        raise
                    opened = {}
            self._opened = opened
            mapped = {}
            for r in range(self.world):
                if r != self.rank:
                    mapped[r] = region.attach(self.session, r, self.plan)
                    self._endings.append(mapped[r].close)
            self._mapped = mapped
            return len(opened)

        whole = self._stage("peers", peers)
        self.peer_memory = all(n == self.world - 1 for n in whole)
        if memory == "peer" and not self.peer_memory:
            raise KoloError("not every rank can open the others' GPU memory: take memory=\"host\"")
        if self.peer_memory:
            self._own = records[self.rank][2]
            self._peers = [self._opened.get(r, self._own) for r in range(self.world)]
        else:
            self._own = self._control
            self._stage("host memory", self._register_peers)

    def _register_peers(self):
        self._peers = [self._own if r == self.rank else self._register(self._mapped[r]) for r in range(self.world)]

    def _register(self, mapped):
        at = self._cuda.register(mapped.address, mapped.size)
        self._endings.append(lambda: self._cuda.unregister(mapped.address))
        return at

    # Calls. Addresses are on the device; a stream is CUDA's handle as an integer.

    def all_gather(self, stream, source, target, size, capturing=False):
        """Every rank's block, in rank order. In place: the source is the own block of the target."""
        self._gather(stream, layout.ALL_GATHER, source, target, [size] * self.world, capturing)

    def all_gather_variable(self, stream, source, target, lengths, capturing=False):
        """Blocks of different lengths, the same list on all ranks."""
        if len(lengths) != self.world:
            raise ValueError(f"one length a rank: {len(lengths)} lengths for {self.world} ranks")
        self._gather(stream, layout.ALL_GATHER_VARIABLE, source, target, lengths, capturing)

    def _gather(self, stream, op, source, target, lengths, capturing):
        at = 0
        for peer, size in enumerate(lengths):
            link = layout.CALL_LINKS + peer * layout.LINK_SIZE
            struct.pack_into("<II", self._call, link + layout.LINK_BYTES, size, at)
            if peer == self.rank:
                struct.pack_into("<I", self._call, layout.CALL_OWN_AT, at)
            at += size
        self._queue(stream, op, source, target, lengths[self.rank], at, lengths, self._everybody(), capturing)

    def all_reduce(self, stream, op, source, target, size, capturing=False):
        """The sum in rank order, in f32, rounded once: the same bits on all ranks. op is layout.ALL_REDUCE_…"""
        struct.pack_into("<I", self._call, layout.CALL_OWN_AT, layout.NOWHERE)
        for peer in range(self.world):
            link = layout.CALL_LINKS + peer * layout.LINK_SIZE
            struct.pack_into("<II", self._call, link + layout.LINK_BYTES, size, 0)
        self._queue(stream, op, source, target, size, size, [size], self._everybody(), capturing)

    def pair_exchange(self, stream, source, target, size, partner, capturing=False):
        """With a partner that names this rank; every rank calls it, -1 stands for nobody."""
        if partner < 0:
            return
        struct.pack_into("<I", self._call, layout.CALL_OWN_AT, layout.NOWHERE)
        link = layout.CALL_LINKS + partner * layout.LINK_SIZE
        struct.pack_into("<II", self._call, link + layout.LINK_BYTES, size, 0)
        self._queue(stream, layout.PAIR_EXCHANGE, source, target, size, size, [size], 1 << partner, capturing)

    def _everybody(self):
        return ((1 << self.world) - 1) & ~(1 << self.rank)

    def _queue(self, stream, op, source, target, size, target_size, lengths, active, capturing):
        if self._closed:
            raise KoloError("the wire is closed")
        if max(lengths) > self.limit:
            raise KoloError(f"{layout.OP_WORDS[op]} of {max(lengths)} B is above the limit of {self.limit} B a rank")
        if not capturing:
            if self._stream not in (None, stream):
                raise KoloError(
                    "this wire belongs to another stream: its calls must follow one another, so use one wire a stream"
                )
            self._stream = stream
            self.check()
        form, blocks, threads = layout.shape(self.peer_memory, max(lengths), self.capability)
        put, call = struct.pack_into, self._call
        put("<QQ", call, layout.CALL_INPUT, source, target)
        put("<Q", call, layout.CALL_FROM, self._own + self.plan.receive(form, 0))
        put("<II", call, layout.CALL_STRIDE, layout.slot_bytes(form, self.limit), layout.units(form, self.limit))
        put("<II", call, layout.CALL_ACTIVE, active, size)
        put("<III", call, layout.CALL_OUTPUT_BYTES, target_size, layout.digest(op, lengths, form), self._calls)
        put("<I", call, layout.CALL_OP, op)
        for peer in range(self.world):
            link = layout.CALL_LINKS + peer * layout.LINK_SIZE
            put("<Q", call, link + layout.LINK_TO, self._peers[peer] + self.plan.receive(form, self.rank))
            put("<I", call, link + layout.LINK_INDEX, self._steps[peer])
            block = lengths[peer] if len(lengths) > 1 else lengths[0]
            put("<I", call, link + layout.LINK_EACH, layout.units_each(form, block, blocks))
            self._steps[peer] += active >> peer & 1
        self._calls += 1
        self._captured = capturing
        name = f"kolo_{layout.OP_KERNELS[op]}_{layout.FORM_WORDS[form]}_{4 if self.world <= 4 else 16}"
        self._cuda.launch(self._function(name), blocks, threads, stream, self._call_arguments)
        if not self._batch:
            self.finish(stream)

    def _function(self, name):
        if name not in self._functions:
            self._functions[name] = self._cuda.function(self._module, name)
        return self._functions[name]

    def finish(self, stream):
        """Moves the steps of all calls since the last one on, unless something failed."""
        struct.pack_into("<I", self._finish, layout.FINISH_CALLS, self._calls)
        struct.pack_into(f"<{layout.MAX_WORLD}I", self._finish, layout.FINISH_STEPS, *self._steps)
        self._forget()
        self._cuda.launch(self._function("kolo_finish"), 1, 32, stream, self._finish_arguments)

    def _forget(self):
        self._calls, self._steps = 0, [0] * layout.MAX_WORLD

    def batch(self, stream_of):
        """Calls in a row with one finish at their end, as in the body of a graph; stream_of() tells the stream then."""
        return _Batch(self, stream_of)

    # Health

    def failure(self):
        """The record of the first kernel that failed, or None."""
        return failure.read(self.rank, self._region.view)

    def check(self):
        """Raises KoloFailure when a kernel has failed or a peer's process is gone. Cheap; call it after synchronizing."""
        record = self.failure()
        if record is not None:
            root = f" {self._gone}" if self._gone else ""
            raise KoloFailure(record.sentence() + root, record)
        if self._gone:
            raise KoloFailure(f"rank {self.rank}: {self._gone}")

    def abort(self):
        """Ends every wait of this rank's kernels; later calls fail at once."""
        self._region.word(layout.ABORT_AT, 1)

    def completed(self):
        """Calls that ended well, as the device last said."""
        return self._region.read(layout.DONE_AT)

    def _watch(self, pids):
        """A peer that is killed ends the waits now, not at their bound."""
        self._peer_files = {}
        for peer, pid in enumerate(pids):
            if peer != self.rank:
                try:
                    self._peer_files[os.pidfd_open(pid)] = peer
                except OSError:
                    continue  # another pid namespace: the kernels' own bound stands
        self._watcher = threading.Thread(target=self._look, name="kolo-watch", daemon=True)
        self._watcher.start()

    def _look(self):
        poll = select.poll()
        for file in self._peer_files:
            poll.register(file, select.POLLIN)
        while not self._closed and self._peer_files:
            for file, _ in poll.poll(_WATCH_MILLIS):
                peer = self._peer_files[file]
                poll.unregister(file)
                if self._closed:
                    return
                if not self._mapped[peer].read(layout.LEFT_AT):
                    self._gone = f"The process of rank {peer} has ended without goodbye: it began there."
                    self.abort()
                    return

    # End

    def close(self):
        """Says goodbye. Call it when all streams are synchronized, on every rank."""
        if not self._closed:
            self._region.word(layout.LEFT_AT, 1)
            self._end()

    def _end(self):
        self._closed = True
        watcher = getattr(self, "_watcher", None)
        if watcher is not None:
            watcher.join()
            for file in self._peer_files:
                os.close(file)
        for ending in reversed(self._endings):
            try:
                ending()
            except KoloError:
                pass  # a context that is gone already took everything with it
        self._endings = []


class _Batch:
    def __init__(self, wire, stream_of):
        self._wire, self._stream_of = wire, stream_of

    def __enter__(self):
        self._wire._batch = True
        return self._wire

    def __exit__(self, kind, value, trace):
        self._wire._batch = False
        if kind is not None and self._wire._captured:
            self._wire._forget()  # a graph that never runs
        elif self._wire._calls:
            self._wire.finish(self._stream_of())
