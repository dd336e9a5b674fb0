"""A client that does what it is told, a command a line: for tests."""

import array
import sys

import kolo_mailbox as kolo

box = None
for line in sys.stdin:
    words = line.split()
    try:
        if words[0] == "attach":
            box = kolo.Mailbox(words[1], words[2] if len(words) > 2 else None)
            said = f"attached to rank {box.rank} of {box.world}"
        elif words[0] == "sum":
            value = array.array("i", [int(words[1])] * int(words[2]))
            try:
                box.all_reduce(value, value, kolo.TYPE_I32)
                said = f"sum {value[0]} {value[-1]}"
            except kolo.MailboxFailure as failure:
                said = f"failed kind {failure.kind} root {failure.root} output {value[0]} {value[-1]}: {failure}"
        elif words[0] == "ring":
            number = box.acquire()
            box.ring(number, kolo.OP_ALL_REDUCE, 4, box.input_at(number), box.output_at(number), kolo.TYPE_I32)
            said = f"rung {number}"
        elif words[0] == "check":
            box.check()
            said = "sound"
        elif words[0] == "fail":
            with box:
                raise kolo.MailboxError("this program has failed")
        else:
            box.leave()
            said = "left"
    except (kolo.MailboxError, kolo.MailboxFailure) as error:
        said = f"refused: {error}"
    print(said, flush=True)
