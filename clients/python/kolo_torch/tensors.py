"""The wire for torch: calls on tensors, the fallback above the limit, the trial that compares bytes with NCCL."""

import torch
import torch.distributed as dist

from . import layout
from .failure import KoloError
from .meeting import GroupMeeting
from .wire import Wire

_SUMS = {
    torch.float32: layout.ALL_REDUCE_F32,
    torch.bfloat16: layout.ALL_REDUCE_BF16,
    torch.float16: layout.ALL_REDUCE_F16,
}


def _stream():
    return torch.cuda.current_stream().cuda_stream


def _capturing():
    return torch.cuda.is_current_stream_capturing()


class Lent:
    """A wire lent to an existing group: small gathers and sums go over it, everything else to the group's own NCCL.

    Which one takes a call is decided by operation and size alone. on_wire is False on every rank when the trial of any rank
    differed; why says what differed.
    """

    def __init__(self, group=None, meeting=None, fallback=None, **options):
        self.group = group
        self._meeting = meeting or GroupMeeting(group)
        self._fallback = fallback or _Group(group)
        device = torch.cuda.current_device()
        torch.zeros(1, device=device)  # torch's context, which the driver is asked to use, too
        spoil = options.pop("spoil_trial", False)
        self.on_wire, self.why = True, ""
        try:
            self.wire = Wire(self._meeting, device, **options)
        except KoloError as e:
            self.wire, self.on_wire, self.why = None, False, str(e)
            return
        self._trial(device, spoil)

    def _trial(self, device, spoil):
        i = torch.arange(2048, device=device)
        mine = ((i * 7 + self.wire.rank * 5 + i // 17) % 17 - 8).to(torch.bfloat16)
        seen = [torch.empty(self.wire.world * 2048, dtype=torch.bfloat16, device=device) for _ in range(2)]
        sums = [mine.clone() for _ in range(2)]
        why = ""
        try:
            self._wire_gather(seen[0], mine)
            self._wire_sum(sums[0], sums[0])
            torch.cuda.current_stream().synchronize()
            self.wire.check()
            if spoil:
                seen[0][7] += 1
        except Exception as e:  # the other ranks wait at the verdict
            why = str(e)
        self._fallback.all_gather(seen[1], mine)
        self._fallback.all_reduce(sums[1])
        torch.cuda.current_stream().synchronize()
        if not why and not torch.equal(seen[0].view(torch.uint8), seen[1].view(torch.uint8)):
            why = "the trial's all-gather differs from the fallback's"
        if not why and not torch.equal(sums[0].view(torch.uint8), sums[1].view(torch.uint8)):
            why = "the trial's bf16 sum differs from the fallback's"
        everyone = self._meeting.gather("trial", why)
        self.why = "; ".join(f"rank {r}: {w}" for r, w in enumerate(everyone) if w)
        self.on_wire = not self.why

    # Calls

    def all_gather_into(self, output, tensor):
        """dist.all_gather_into_tensor, by the wire up to the limit."""
        self._whole(output, tensor)
        if output.numel() != tensor.numel() * self._meeting.world or output.dtype != tensor.dtype:
            raise ValueError(f"an output of {self._meeting.world} times {tuple(tensor.shape)} is wanted, got {tuple(output.shape)}")
        if self.on_wire and tensor.nbytes <= self.wire.limit:
            self._wire_gather(output, tensor)
        else:
            self._fallback.all_gather(output, tensor)
        return output

    def all_reduce(self, tensor, out=None):
        """The sum over all ranks, in place or into out: in rank order over the wire, in NCCL's order above the limit."""
        out = tensor if out is None else out
        self._whole(out, tensor)
        if self.on_wire and tensor.dtype in _SUMS and tensor.nbytes <= self.wire.limit:
            self._wire_sum(out, tensor)
        else:
            if out is not tensor:
                out.copy_(tensor)
            self._fallback.all_reduce(out)
        return out

    def all_gather_variable(self, output, tensor, lengths):
        """Flat blocks of lengths[r] elements of rank r, by the wire up to the limit."""
        self._whole(output, tensor)
        size = tensor.element_size()
        if self.on_wire and max(lengths) * size <= self.wire.limit:
            self.wire.all_gather_variable(
                _stream(), tensor.data_ptr(), output.data_ptr(), [n * size for n in lengths], _capturing()
            )
        else:
            dist.all_gather(list(output.split(list(lengths))), tensor, group=self.group)
        return output

    def _wire_gather(self, output, tensor):
        self.wire.all_gather(_stream(), tensor.data_ptr(), output.data_ptr(), tensor.nbytes, _capturing())

    def _wire_sum(self, out, tensor):
        self.wire.all_reduce(
            _stream(), _SUMS[tensor.dtype], tensor.data_ptr(), out.data_ptr(), tensor.nbytes, _capturing()
        )

    @staticmethod
    def _whole(*tensors):
        for t in tensors:
            if not (t.is_cuda and t.is_contiguous()):
                raise ValueError("tensors on a GPU, contiguous, are wanted: call .contiguous() first")

    # Around calls

    def batch(self):
        """For the body of a graph: its calls share one node that moves the steps on.

        with torch.cuda.graph(g), lent.batch(): ...
        """
        if not self.on_wire:
            import contextlib

            return contextlib.nullcontext()
        return self.wire.batch(_stream)

    def synchronize(self):
        """Waits for the current stream and raises KoloFailure when a call on it failed."""
        torch.cuda.current_stream().synchronize()
        self.check()

    def check(self):
        if self.wire is not None:
            self.wire.check()

    def close(self):
        if self.wire is not None:
            self.wire.close()


class _Group:
    """The fallback of a lent wire: the engine's own group, so its own NCCL."""

    def __init__(self, group):
        self._group = group

    def all_gather(self, output, tensor):
        dist.all_gather_into_tensor(output, tensor, group=self._group)

    def all_reduce(self, tensor):
        dist.all_reduce(tensor, group=self._group)
