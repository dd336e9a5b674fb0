"""Tries kolo_torch on the GPUs of this host, one process a GPU: python3 -m kolo_torch.suite [--ranks N] [--json FILE].

Gathers are compared bit for bit with NCCL, sums with the sum in rank order. Ends with SUMMARY lines; exits 1 when anything
differs. Needs torch with CUDA and NCCL, and two GPUs.
"""

import argparse
import json
import os
import sys
import tempfile
import time

import torch
import torch.distributed as dist
import torch.multiprocessing as processes

from . import layout
from .failure import KoloFailure
from .meeting import GroupMeeting
from .tensors import Lent
from .wire import Wire

WINDOW = 86
_TYPES = (torch.float32, torch.bfloat16, torch.float16)


class Score:
    def __init__(self, rank):
        self.rank, self.passed, self.failed, self.figures = rank, 0, 0, {}

    def see(self, what, fine):
        if fine:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED rank {self.rank}: {what}", flush=True)


def same(a, b):
    return torch.equal(a.contiguous().view(torch.uint8), b.contiguous().view(torch.uint8))


def ordered_sum(blocks):
    """The sum of all ranks' blocks in rank order, in f32, rounded once."""
    total = blocks[0].float()
    for block in blocks[1:]:
        total = total + block.float()
    return total.to(blocks[0].dtype)


def fresh(count, dtype, device, skew=0):
    whole = torch.randn(count + skew, device=device) * 3
    return whole.to(dtype)[skew:]


def gathers_and_sums(score, lent, name):
    device, world = torch.cuda.current_device(), dist.get_world_size()
    for dtype in _TYPES:
        for count in (1, 3, 500, 2048, 4096, 32768, 65536, 400_000):
            for skew in (0, 1):
                mine = fresh(count, dtype, device, skew)
                ours, theirs = (torch.empty(world * count, dtype=dtype, device=device) for _ in range(2))
                lent.all_gather_into(ours, mine)
                lent.synchronize()
                dist.all_gather_into_tensor(theirs, mine.clone())
                score.see(f"{name}: gather of {count} {dtype}, skew {skew}", same(ours, theirs))
                total = lent.all_reduce(mine, out=torch.empty_like(mine))
                lent.synchronize()
                if mine.nbytes <= layout.PAGE_BYTES * 64 and lent.on_wire:
                    wanted = ordered_sum(theirs.view(world, count))
                else:
                    wanted = mine.clone()
                    dist.all_reduce(wanted)
                score.see(f"{name}: sum of {count} {dtype}, skew {skew}", same(total, wanted))
                place = theirs.clone()
                own = place[dist.get_rank() * count : (dist.get_rank() + 1) * count]
                lent.all_gather_into(place, own)
                lent.synchronize()
                score.see(f"{name}: gather in place of {count} {dtype}", same(place, theirs))
    lengths = [300 + 70 * r for r in range(world)]
    mine = fresh(lengths[dist.get_rank()], torch.float32, device)
    ours = torch.empty(sum(lengths), device=device)
    lent.all_gather_variable(ours, mine, lengths)
    lent.synchronize()
    theirs = [torch.empty(n, device=device) for n in lengths]
    dist.all_gather(theirs, mine)
    score.see(f"{name}: gather of unequal blocks", same(ours, torch.cat(theirs)))


def graphs(score, lent, name):
    device, world = torch.cuda.current_device(), dist.get_world_size()
    inputs = [torch.zeros(n, dtype=torch.bfloat16, device=device) for n in (64, 4096, 2048, 4096, 30000)]
    gathered = [torch.empty(world * x.numel(), dtype=x.dtype, device=device) for x in inputs]
    sums = [torch.empty_like(x) for x in inputs]
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph), lent.batch():
        for x, g, s in zip(inputs, gathered, sums):
            lent.all_gather_into(g, x)
            lent.all_reduce(x, out=s)
    for replay in range(20):
        for x in inputs:
            x.copy_(fresh(x.numel(), x.dtype, device))
        graph.replay()
        if replay % 3 == 1:
            mine = fresh(1000, torch.float32, device)
            both = torch.empty(world * 1000, device=device)
            lent.all_gather_into(both, mine)
            wanted = torch.empty_like(both)
            dist.all_gather_into_tensor(wanted, mine)
            score.see(f"{name}: eager between replays", same(both, wanted))
        lent.synchronize()
        for x, g, s in zip(inputs, gathered, sums):
            wanted = torch.empty_like(g)
            dist.all_gather_into_tensor(wanted, x)
            score.see(f"{name}: replay {replay}: gather", same(g, wanted))
            score.see(f"{name}: replay {replay}: sum", same(s, ordered_sum(wanted.view(world, -1))))


def timed(call, stream_sync, windows=60):
    """Median microseconds of one of WINDOW calls in a graph."""
    graph = torch.cuda.CUDAGraph()
    call()  # once outside: NCCL connects at its first call
    torch.cuda.synchronize()
    with torch.cuda.graph(graph):
        call()
    first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    times = []
    for _ in range(windows + 20):
        dist.barrier()
        torch.cuda.synchronize()
        first.record()
        graph.replay()
        last.record()
        stream_sync()
        times.append(first.elapsed_time(last) * 1000 / WINDOW)
    return sorted(times[20:])[windows // 2]


def figures(score, lent, name):
    device, world = torch.cuda.current_device(), dist.get_world_size()
    for size in (8192, 32768, 65536):
        x = torch.randn(size // 2, device=device).to(torch.bfloat16)
        y = torch.empty(world * x.numel(), dtype=x.dtype, device=device)

        def gather():
            with lent.batch():
                for _ in range(WINDOW):
                    lent.all_gather_into(y, x)

        def total():
            with lent.batch():
                for _ in range(WINDOW):
                    lent.all_reduce(x, out=y[: x.numel()])

        score.figures[f"{name} all-gather {size} B us"] = round(timed(gather, lent.synchronize), 2)
        score.figures[f"{name} all-reduce bf16 {size} B us"] = round(timed(total, lent.synchronize), 2)


def figures_of_nccl(score):
    device, world = torch.cuda.current_device(), dist.get_world_size()
    for size in (8192, 32768, 65536):
        x = torch.zeros(size // 2, dtype=torch.bfloat16, device=device)
        y = torch.empty(world * x.numel(), dtype=x.dtype, device=device)

        def gather():
            for _ in range(WINDOW):
                dist.all_gather_into_tensor(y, x)

        def total():
            for _ in range(WINDOW):
                dist.all_reduce(x)

        score.figures[f"nccl all-gather {size} B us"] = round(timed(gather, torch.cuda.synchronize), 2)
        score.figures[f"nccl all-reduce bf16 {size} B us"] = round(timed(total, torch.cuda.synchronize), 2)


def backend(score):
    """The backend "kolo" as a group of its own."""
    import kolo_torch.backend  # noqa: F401  registers it

    device, world = torch.cuda.current_device(), dist.get_world_size()
    group = dist.new_group(backend="kolo")
    score.see("the backend's group is on the wire", group.lent.on_wire)
    x = fresh(4096, torch.bfloat16, device)
    blocks = torch.empty(world * 4096, dtype=x.dtype, device=device)
    dist.all_gather_into_tensor(blocks, x)
    mine = x.clone()
    dist.all_reduce(mine, group=group)
    group.lent.synchronize()
    score.see("backend: all_reduce", same(mine, ordered_sum(blocks.view(world, -1))))
    ours = torch.empty_like(blocks)
    dist.all_gather_into_tensor(ours, x, group=group)
    group.lent.synchronize()
    score.see("backend: all_gather_into_tensor", same(ours, blocks))
    peak = torch.tensor([float(dist.get_rank())], device=device)
    dist.all_reduce(peak, op=dist.ReduceOp.MAX, group=group)
    score.see("backend: a maximum is NCCL's", peak.item() == world - 1)
    told = torch.tensor([float(dist.get_rank() + 5)], device=device)
    dist.broadcast(told, src=0, group=group)
    score.see("backend: a broadcast is NCCL's", told.item() == 5)
    large = torch.ones(1 << 20, device=device)
    dist.all_reduce(large, group=group)
    score.see("backend: above the limit is NCCL's", bool((large == world).all()))
    dist.barrier(group=group)
    group.lent.close()


def one_nccl(score):
    with open("/proc/self/maps") as maps:
        seen = {line.split(maxsplit=5)[5].strip() for line in maps if "libnccl.so" in line}
    score.see(f"one NCCL is mapped, seen {sorted(seen)}", len(seen) == 1)


def rank_main(rank, world, folder, port, memories):
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port), RANK=str(rank), WORLD_SIZE=str(world))
    torch.cuda.set_device(rank)
    dist.init_process_group("nccl", rank=rank, world_size=world)
    torch.manual_seed(1000 + rank)
    score = Score(rank)
    for memory in memories:
        lent = Lent(memory=memory)
        score.see(f"{memory}: on the wire, {lent.why}", lent.on_wire)
        gathers_and_sums(score, lent, memory)
        graphs(score, lent, memory)
        figures(score, lent, memory)
        torch.cuda.synchronize()
        dist.barrier()
        lent.close()
    spoiled = Lent(memory="host", spoil_trial=rank == 1)
    score.see("a spoiled trial of rank 1 puts every rank on NCCL", not spoiled.on_wire and "rank 1" in spoiled.why)
    gathers_and_sums(score, spoiled, "after a spoiled trial")
    spoiled.close()
    backend(score)
    figures_of_nccl(score)
    one_nccl(score)
    with open(os.path.join(folder, f"rank{rank}.json"), "w") as file:
        json.dump({"passed": score.passed, "failed": score.failed, "figures": score.figures}, file)
    dist.barrier()
    faults(rank, score)
    with open(os.path.join(folder, f"faults{rank}.json"), "w") as file:
        json.dump({"passed": score.passed, "failed": score.failed}, file)


def faults(rank, score):
    """Rank 1 is killed while rank 0's kernel waits for it in a graph; a caller that never asks finds NaN, not old bytes."""
    device = torch.cuda.current_device()
    wire = Wire(GroupMeeting(), device, wait_nanos=60_000_000_000)
    x, y = torch.ones(2048, device=device), torch.empty(2 * 2048, device=device)
    stream = torch.cuda.current_stream().cuda_stream
    for _ in range(5):
        wire.all_gather(stream, x.data_ptr(), y.data_ptr(), x.nbytes)
    torch.cuda.synchronize()
    wire.check()
    score.see("before the fault", bool((y == 1).all()))
    dist.barrier()
    if rank == 1:
        time.sleep(0.5)
        os._exit(9)
    start = time.monotonic()
    wire.all_gather(stream, x.data_ptr(), y.data_ptr(), x.nbytes)
    wire.all_gather(stream, x.data_ptr(), y.data_ptr(), x.nbytes)
    torch.cuda.synchronize()
    took = time.monotonic() - start
    score.see(f"a killed peer ends the wait at once, it took {took:.2f} s", took < 5)
    score.see("the output is NaN throughout", bool(torch.isnan(y).all()))
    try:
        wire.check()
        score.see("check() raises", False)
    except KoloFailure as e:
        print(f"rank 0: {e}", flush=True)
        score.see("the error names rank, peer and step", "rank 0" in str(e) and "rank 1" in str(e) and e.record.step > 2)
    z = torch.ones(1000, device=device)
    torch.cuda.synchronize()
    score.see("the device is usable afterwards", float(z.sum()) == 1000)


def main():
    parser = argparse.ArgumentParser(prog="python3 -m kolo_torch.suite", description=__doc__.split("\n")[0])
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--port", type=int, default=29555)
    parser.add_argument("--memories", default="peer,host")
    parser.add_argument("--json", default="", help="write figures to this file")
    given = parser.parse_args()
    if torch.cuda.device_count() < given.ranks:
        print(f"kolo_torch.suite: {given.ranks} GPUs are wanted, this machine shows {torch.cuda.device_count()}")
        sys.exit(3)
    with tempfile.TemporaryDirectory() as folder:
        context = processes.get_context("spawn")
        ranks = [
            context.Process(
                target=rank_main, args=(r, given.ranks, folder, given.port, given.memories.split(","))
            )
            for r in range(given.ranks)
        ]
        for process in ranks:
            process.start()
        for process in ranks:
            process.join()
        failed, figures = 0, {}
        for rank in range(given.ranks):
            # Rank 1 is killed in the last test, so its last word is the one before.
            name = f"faults{rank}.json" if rank == 0 else f"rank{rank}.json"
            try:
                with open(os.path.join(folder, name)) as file:
                    told = json.load(file)
                with open(os.path.join(folder, f"rank{rank}.json")) as file:
                    for what, value in json.load(file)["figures"].items():
                        figures[what] = max(value, figures.get(what, 0))
            except FileNotFoundError:
                print(f"FAILED rank {rank}: it ended early, with status {ranks[rank].exitcode}")
                failed += 1
                continue
            print(f"SUMMARY rank {rank}: {told['passed']} passed, {told['failed']} failed")
            failed += told["failed"]
        for what in sorted(figures):
            print(f"{what}: {figures[what]}")
        if given.json:
            with open(given.json, "w") as file:
                json.dump({"torch": torch.__version__, "figures": figures}, file, indent=1, sort_keys=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
