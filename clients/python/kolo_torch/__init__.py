"""Small collectives between GPUs over Kolo's wire, for PyTorch and for anything that has device addresses.

    import torch.distributed as dist, kolo_torch.backend        # registers "kolo"
    dist.init_process_group("kolo")                             # NCCL behind it takes what the wire does not

    from kolo_torch.tensors import Lent                         # or: lend the wire to a group that exists
    lent = Lent(group)
    lent.all_reduce(hidden); lent.synchronize()

kolo_torch.wire knows no torch: it takes device addresses and streams; so does kolo_torch.order, whose kernels call through a
server's mailbox, over any NIC. No compiled code but the kernels' image.
docs/gpu.md has the rest.
"""

from .failure import KoloError, KoloFailure, Record

__all__ = ["KoloError", "KoloFailure", "Record"]
