"""The torch.distributed backend "kolo": small gathers and sums over the wire, everything else over torch's own NCCL."""

import torch.distributed as dist
from torch._C._distributed_c10d import (
    AllgatherOptions,
    AllreduceOptions,
    BarrierOptions,
    _create_work_from_future,
)
from torch.futures import Future

from .meeting import StoreMeeting
from .tensors import Lent


def _done(result):
    future = Future()
    future.set_result(result)
    return _create_work_from_future(future)


class KoloGroup(dist.ProcessGroup):
    """A process group whose NCCL is torch's, made when the group is, and whose wire stands in front of it."""

    def __init__(self, store, rank, world, timeout):
        super().__init__(rank, world)
        options = dist.ProcessGroupNCCL.Options()
        options._timeout = timeout
        self._nccl = dist.ProcessGroupNCCL(dist.PrefixStore("kolo/nccl", store), rank, world, options)
        self.lent = Lent(
            meeting=StoreMeeting(dist.PrefixStore("kolo/wire", store), rank, world), fallback=_Nccl(self._nccl)
        )

    def getBackendName(self):
        return "kolo"

    def _takes(self, tensor):
        return tensor.is_cuda and tensor.is_contiguous()

    def allreduce(self, tensors, opts=None):
        opts = opts or AllreduceOptions()
        if len(tensors) == 1 and opts.reduceOp == dist.ReduceOp.SUM and self._takes(tensors[0]):
            self.lent.all_reduce(tensors[0])
            return _done(tensors)
        return self._nccl.allreduce(tensors, opts)

    def _allgather_base(self, output, tensor, opts=None):
        if self._takes(output) and self._takes(tensor):
            self.lent.all_gather_into(output, tensor)
            return _done(output)
        return self._nccl._allgather_base(output, tensor, opts or AllgatherOptions())

    def allgather(self, outputs, tensors, opts=None):
        return self._nccl.allgather(outputs, tensors, opts or AllgatherOptions())

    def barrier(self, opts=None):
        return self._nccl.barrier(opts or BarrierOptions())

    def __getattr__(self, name):
        # broadcast, reduce_scatter, alltoall, send, recv …: of other kinds, so NCCL's
        if name.startswith("__") or name == "_nccl":
            raise AttributeError(name)
        return getattr(self._nccl, name)


def _delegate(name):
    def call(self, *arguments, **named):
        return getattr(self._nccl, name)(*arguments, **named)

    call.__name__ = name
    return call


# The base class has these, so __getattr__ would never be asked for them.
for _name in (
    "broadcast",
    "reduce",
    "reduce_scatter",
    "_reduce_scatter_base",
    "gather",
    "scatter",
    "alltoall",
    "alltoall_base",
    "send",
    "recv",
    "allreduce_coalesced",
    "allgather_into_tensor_coalesced",
    "reduce_scatter_tensor_coalesced",
    "allgather_coalesced",
):
    setattr(KoloGroup, _name, _delegate(_name))


class _Nccl:
    """The fallback of a group of this backend."""

    def __init__(self, nccl):
        self._nccl = nccl

    def all_gather(self, output, tensor):
        self._nccl._allgather_base(output, tensor, AllgatherOptions()).wait()

    def all_reduce(self, tensor):
        self._nccl.allreduce([tensor], AllreduceOptions()).wait()


def register():
    """Makes dist.init_process_group("kolo") known; importing kolo_torch.backend does it."""
    if not hasattr(dist.Backend, "KOLO"):
        dist.Backend.register_backend(
            "kolo", lambda store, rank, world, timeout: KoloGroup(store, rank, world, timeout), devices=["cuda"]
        )


register()
