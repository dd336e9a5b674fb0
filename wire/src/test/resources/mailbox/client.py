"""A client that does what it is told, a command a line: for tests."""

import array
import sys

import kolo_mailbox as kolo


def by_the_facts(facts, value):
    """One sum as a kernel rings it, with nothing but what hand_over() tells; the box's own calls are refused meanwhile."""
    words = memoryview(facts.memory).cast("I")
    slot = facts.slots_at + (facts.number & 1) * facts.slot_stride
    places = [at + (facts.number & 1) * facts.area_bytes for at in (facts.inputs_at, facts.outputs_at)]
    words[places[0] // 4] = value
    for at in range(kolo.OP_AT, kolo.LENGTHS_AT, 4):
        words[(slot + at) // 4] = 0
    words[(slot + kolo.OP_AT) // 4] = kolo.OP_ALL_REDUCE
    words[(slot + kolo.TYPE_AT) // 4] = kolo.TYPE_I32
    words[(slot + kolo.BYTES_AT) // 4] = 4
    words[(slot + kolo.ROOT_AT) // 4] = 0xFFFFFFFF
    words[(slot + kolo.INPUT_AT_AT) // 4], words[(slot + kolo.OUTPUT_AT_AT) // 4] = places
    words[(slot + kolo.DOORBELL_AT) // 4] = facts.number
    while words[(slot + kolo.DONE_AT) // 4] != facts.number:
        box.check()
    try:
        refused = f"rung {box.acquire()}"
    except ValueError as error:
        refused = str(error)
    box.take_back(facts.number + 1)
    return f"{words[places[1] // 4]}, {refused}"


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
        elif words[0] == "device":
            said = "device " + by_the_facts(box.hand_over(), int(words[1]))
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
