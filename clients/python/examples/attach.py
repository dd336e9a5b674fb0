"""A GPU's client of `kolo wire serve`, without torch.distributed: attach.py MAILBOX DEVICE

The mailbox is the meeting place: ranks tell each other of their GPUs through it, over whatever NIC the servers have. The GPUs
of one host then exchange by themselves; host buffers go through the mailbox itself.
"""

import sys

import torch

import kolo_mailbox
from kolo_torch import layout
from kolo_torch.meeting import MailboxMeeting
from kolo_torch.wire import Wire


def main(mailbox, device):
    torch.cuda.set_device(device)
    with kolo_mailbox.Mailbox(mailbox) as box:
        wire = Wire(MailboxMeeting(box), device)
        x = torch.arange(4096, device="cuda", dtype=torch.float32) + 1000 * wire.rank
        everyone, total = torch.empty(wire.world * 4096, device="cuda"), torch.empty(4096, device="cuda")
        stream = torch.cuda.current_stream().cuda_stream
        for _ in range(100):
            wire.all_gather(stream, x.data_ptr(), everyone.data_ptr(), x.nbytes)
            wire.all_reduce(stream, layout.ALL_REDUCE_F32, x.data_ptr(), total.data_ptr(), x.nbytes)
        torch.cuda.synchronize()
        wire.check()
        wanted = [torch.arange(4096, device="cuda", dtype=torch.float32) + 1000 * r for r in range(wire.world)]
        fine = torch.equal(everyone, torch.cat(wanted)) and torch.equal(total, sum(wanted))
        calls = wire.completed()
        box.barrier()
        wire.close()
        print(f"rank {wire.rank}: {'equal' if fine else 'DIFFERENT'} after {calls} calls", flush=True)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
