"""Tries a GPU's calls through `kolo wire serve`, one process a rank: python3 -m kolo_torch.order_suite MAILBOX DEVICE.

Every rank knows what every other has to send, so each judges its own results, sums in rank order. At the end rank 0 kills its
own server, and both kernels must end with NaN and a sentence. Ends with a SUMMARY line; exits 1 when anything differs. Needs
torch with CUDA, and a server a rank.
"""

import argparse
import os
import signal
import sys
import time

import torch

import kolo_mailbox as kolo

from .failure import KoloError, KoloFailure
from .order import Served
from .suite import ordered_sum, same

WINDOW = 86
_TYPES = {torch.float32: kolo.TYPE_F32, torch.bfloat16: kolo.TYPE_BF16, torch.float16: kolo.TYPE_F16}


class Rank:
    def __init__(self, mailbox, device):
        torch.cuda.set_device(device)
        self.box = kolo.Mailbox(mailbox)
        self.served = Served(self.box, device)
        self.number, self.passed, self.failed = 0, 0, 0

    def see(self, what, fine):
        if fine:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED rank {self.served.rank}: {what}", flush=True)

    def blocks(self, count, dtype):
        """Fresh blocks of all ranks, the same on all of them."""
        self.number += 1
        of = [torch.Generator().manual_seed(1000 * self.number + r) for r in range(self.served.world)]
        return [(torch.randn(count, generator=g) * 3).to(dtype).cuda() for g in of]


def stream():
    return torch.cuda.current_stream().cuda_stream


def eager(rank):
    served = rank.served
    for dtype, type in _TYPES.items():
        for count in (1, 3, 500, 4096, served.limit // dtype.itemsize):
            blocks = rank.blocks(count, dtype)
            mine, size = blocks[served.rank].clone(), blocks[0].nbytes
            gathered, total = torch.empty_like(torch.cat(blocks)), torch.empty_like(mine)
            served.all_gather(stream(), mine.data_ptr(), gathered.data_ptr(), size)
            served.all_reduce(stream(), mine.data_ptr(), total.data_ptr(), size, type)
            torch.cuda.synchronize()
            served.check()
            rank.see(f"gather of {count} {dtype}", same(gathered, torch.cat(blocks)))
            rank.see(f"sum of {count} {dtype}", same(total, ordered_sum(blocks)))
            served.all_reduce(stream(), mine.data_ptr(), total.data_ptr(), size, type, kolo.HOW_MAX)
            torch.cuda.synchronize()
            rank.see(f"maximum of {count} {dtype}", same(total, torch.stack(blocks).amax(0)))
    whole = rank.blocks(1000, torch.float32)
    lengths = [4 * (300 + 70 * r) for r in range(served.world)]
    blocks = [b[: n // 4].clone() for b, n in zip(whole, lengths)]
    gathered = torch.empty(sum(lengths) // 4, device="cuda")
    served.all_gather_variable(stream(), blocks[served.rank].data_ptr(), gathered.data_ptr(), lengths)
    torch.cuda.synchronize()
    rank.see("gather of unequal blocks", same(gathered, torch.cat(blocks)))
    if served.world == 2:
        blocks = rank.blocks(777, torch.float32)
        theirs = torch.empty_like(blocks[0])
        mine = blocks[served.rank].clone()
        served.pair_exchange(stream(), mine.data_ptr(), theirs.data_ptr(), theirs.nbytes, 1 - served.rank)
        torch.cuda.synchronize()
        rank.see("pair exchange", same(theirs, blocks[1 - served.rank]))
    served.check()


def graphs(rank):
    served, counts = rank.served, (64, 4096, 2048)
    inputs = [torch.zeros(n, dtype=torch.bfloat16, device="cuda") for n in counts]
    gathered = [torch.empty(served.world * n, dtype=torch.bfloat16, device="cuda") for n in counts]
    sums = [torch.empty_like(x) for x in inputs]
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph), served.batch(stream):
        for x, g, s in zip(inputs, gathered, sums):
            served.all_gather(stream(), x.data_ptr(), g.data_ptr(), x.nbytes, capturing=True)
            served.all_reduce(stream(), x.data_ptr(), s.data_ptr(), x.nbytes, kolo.TYPE_BF16, capturing=True)
    for replay in range(20):
        fresh = [rank.blocks(n, torch.bfloat16) for n in counts]
        for x, blocks in zip(inputs, fresh):
            x.copy_(blocks[served.rank])
        graph.replay()
        if replay % 3 == 1:
            blocks = rank.blocks(1000, torch.float32)
            mine, total = blocks[served.rank].clone(), torch.empty_like(blocks[0])
            served.all_reduce(stream(), mine.data_ptr(), total.data_ptr(), mine.nbytes, kolo.TYPE_F32)
            torch.cuda.synchronize()
            rank.see(f"replay {replay}: eager behind it", same(total, ordered_sum(blocks)))
        torch.cuda.synchronize()
        served.check()
        for blocks, g, s in zip(fresh, gathered, sums):
            rank.see(f"replay {replay}: gather", same(g, torch.cat(blocks)))
            rank.see(f"replay {replay}: sum", same(s, ordered_sum(blocks)))


def timed(rank, size, windows=40):
    """Median microseconds of one of WINDOW gathers in a graph."""
    served = rank.served
    x = torch.zeros(size, dtype=torch.uint8, device="cuda")
    y = torch.empty(served.world * size, dtype=torch.uint8, device="cuda")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph), served.batch(stream):
        for _ in range(WINDOW):
            served.all_gather(stream(), x.data_ptr(), y.data_ptr(), size, capturing=True)
    first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    times = []
    for _ in range(windows + 60):
        first.record()
        graph.replay()
        last.record()
        torch.cuda.synchronize()
        times.append(first.elapsed_time(last) * 1000 / WINDOW)
    served.check()
    return sorted(times[60:])[windows // 2]


def killed_server(rank):
    """Rank 0's server dies while its kernel waits; a caller that never asks finds NaN, not old bytes."""
    served = rank.served
    x, y = torch.ones(2048, device="cuda"), torch.empty(served.world * 2048, device="cuda")
    served.all_gather(stream(), x.data_ptr(), y.data_ptr(), x.nbytes)
    torch.cuda.synchronize()
    rank.see("before the fault", bool((y == 1).all()))
    server = int.from_bytes(rank.served._memory[kolo.SERVER_PID_AT : kolo.SERVER_PID_AT + 4], "little")
    start = time.monotonic()
    if served.rank == 0:
        served.all_gather(stream(), x.data_ptr(), y.data_ptr(), x.nbytes)
        os.kill(server, signal.SIGKILL)
    else:
        time.sleep(1)
        try:
            served.all_gather(stream(), x.data_ptr(), y.data_ptr(), x.nbytes)
        except KoloFailure:
            y.fill_(float("nan"))  # found before it was queued
    torch.cuda.synchronize()
    took = time.monotonic() - start
    rank.see(f"the wait is bounded, it took {took:.2f} s", took < 10)
    rank.see("the output is NaN throughout", bool(torch.isnan(y).all()))
    try:
        served.check()
        rank.see("check() raises", False)
    except KoloFailure as e:
        print(f"rank {served.rank}: {e}", flush=True)
        rank.see("the error names the rank", f"rank {served.rank}" in str(e) or "rank 0" in str(e))
    z = torch.ones(1000, device="cuda")
    torch.cuda.synchronize()
    rank.see("the device is usable afterwards", float(z.sum()) == 1000)


def main():
    parser = argparse.ArgumentParser(prog="python3 -m kolo_torch.order_suite", description=__doc__.split("\n")[0])
    parser.add_argument("mailbox", metavar="MAILBOX", help="of this rank's `kolo wire serve`")
    parser.add_argument("device", metavar="DEVICE", type=int, help="number of this rank's GPU")
    given = parser.parse_args()
    try:
        rank = Rank(given.mailbox, given.device)
    except (kolo.MailboxError, KoloError) as e:
        print(f"kolo_torch.order_suite: {e}")
        return 3
    device = given.device
    eager(rank)
    graphs(rank)
    for size in (16, 8192, 65536):
        print(f"rank {rank.served.rank}: all-gather of {size} B through the mailbox, us: {timed(rank, size):.2f}", flush=True)
    rank.served.close()
    rank.box.barrier()  # the mailbox's own calls go on where the kernels left off
    rank.see("the mailbox's own calls go on", True)
    rank.served = Served(rank.box, device)
    killed_server(rank)
    print(f"SUMMARY rank {rank.served.rank}: {rank.passed} passed, {rank.failed} failed", flush=True)
    return 1 if rank.failed else 0


if __name__ == "__main__":
    sys.exit(main())
