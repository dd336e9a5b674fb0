"""A tensor-parallel layer whose two collectives go over the wire: torchrun --nproc-per-node 2 tensor_parallel.py

Column-parallel then row-parallel: each rank has a slice of both weights, the hidden states are summed over ranks, and the
logits of a vocabulary-parallel head are gathered. The gather is compared bit for bit with NCCL, the sum with the sum in rank
order, eager and as a graph.
"""

import os

import torch
import torch.distributed as dist

from kolo_torch.tensors import Lent


class Layer(torch.nn.Module):
    def __init__(self, lent, hidden=4096, inner=14336, vocabulary=8192):
        super().__init__()
        self.lent, world = lent, dist.get_world_size()
        self.world = world

        def weight(rows, columns):
            return torch.nn.Parameter(torch.randn(rows, columns, device="cuda", dtype=torch.bfloat16) * 0.02)

        self.up = weight(inner // world, hidden)
        self.down = weight(hidden, inner // world)
        self.head = weight(vocabulary // world, hidden)

    @torch.no_grad()
    def forward(self, x):
        part = torch.nn.functional.silu(x @ self.up.t()) @ self.down.t()
        total = self.lent.all_reduce(part, out=torch.empty_like(part))
        logits = (total @ self.head.t()).contiguous()
        gathered = torch.empty(self.world * logits.numel(), device="cuda", dtype=logits.dtype)
        self.lent.all_gather_into(gathered, logits.view(-1))
        return part, total, logits, gathered


def same(a, b):
    return torch.equal(a.view(torch.uint8), b.view(torch.uint8))


def check(part, total, logits, gathered):
    world = dist.get_world_size()
    parts = torch.empty(world * part.numel(), device="cuda", dtype=part.dtype)
    dist.all_gather_into_tensor(parts, part.view(-1))
    wanted = parts.view(world, -1)[0].float()
    for rank in range(1, world):
        wanted = wanted + parts.view(world, -1)[rank].float()
    by_nccl = torch.empty_like(gathered)
    dist.all_gather_into_tensor(by_nccl, logits.view(-1))
    return same(total.view(-1), wanted.to(part.dtype)), same(gathered, by_nccl)


def main():
    rank = int(os.environ["RANK"])
    torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", rank)))
    dist.init_process_group("nccl")
    torch.manual_seed(rank)
    lent = Lent()
    print(f"rank {rank}: " + ("on the wire" if lent.on_wire else f"NOT on the wire: {lent.why}"), flush=True)
    layer = Layer(lent)
    x = torch.randn(1, 4096, device="cuda", dtype=torch.bfloat16)
    dist.broadcast(x, src=0)
    eager = layer(x)
    lent.synchronize()
    fine = [check(*eager)]
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph), lent.batch():
        captured = layer(x)
    for _ in range(10):
        x.normal_()
        dist.broadcast(x, src=0)
        graph.replay()
        lent.synchronize()
        fine.append(check(*captured))
    print(f"rank {rank}: sums in rank order {all(f[0] for f in fine)}, gathers equal to NCCL's {all(f[1] for f in fine)}")
    dist.barrier()
    lent.close()
    dist.destroy_process_group()
    raise SystemExit(0 if all(all(f) for f in fine) else 1)


if __name__ == "__main__":
    main()
