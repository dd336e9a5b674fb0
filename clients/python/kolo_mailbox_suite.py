"""The wire's suite through the Python client: every case that it is given, judged with results of its own.

    python3 kolo_mailbox_suite.py MAILBOX CASES

CASES is a file with a line for each call, the same for all ranks, as `kolo wire suite --client python` writes it:

    number op type how bytes placement unequal exact label...

Each rank knows every rank's input from the case's number alone, so nothing that travelled is needed to judge what arrived.
Prints FAILED lines and one SUMMARY; exits 0 when all passed.
"""

import struct
import sys

import kolo_mailbox as kolo

# A prime: data that was moved by a page, a slot or a block is never right by chance.
PERIOD = 4099
MASK = 0xFFFFFFFF
GUARD = b"\xa5" * 64
OUT_OF_PLACE, IN_PLACE, SKEWED = 0, 1, 2
WIDTH = {kolo.TYPE_F32: 4, kolo.TYPE_BF16: 2, kolo.TYPE_F16: 2, kolo.TYPE_I32: 4, kolo.TYPE_BYTES: 1}
REDUCES = (kolo.OP_ALL_REDUCE, kolo.OP_REDUCE_SCATTER)


class Case:
    """One call."""

    def __init__(self, line):
        words = line.split(" ", 8)
        numbers = [int(word) for word in words[:8]]
        self.number, self.op, self.type, self.how, self.size, self.placement = numbers[:6]
        self.unequal, self.exact = bool(numbers[6]), bool(numbers[7])
        self.label = words[8].strip()
        self.width = WIDTH[self.type]

    def block(self, rank, world):
        """Bytes of a rank's block; unequal ones shrink from rank to rank, and the last may be empty."""
        return self.size * (world - 1 - rank) // max(1, world - 1) if self.unequal else self.size


def mix(case, rank, index):
    x = (index * 0x9E3779B1 + case.number * 0x85EBCA6B + rank * 0xC2B2AE35 + 0x27D4EB2F) & MASK
    x ^= x >> 15
    x = x * 0x2C1B3C6D & MASK
    return x ^ x >> 12


def single(value):
    """Rounded to the f32 that the wire adds in."""
    return struct.unpack("f", struct.pack("f", value))[0]


def element(case, rank, index):
    """The value of an element: a number that the type holds exactly or nearly, as the wire will read it."""
    drawn = mix(case, rank, index)
    if case.type == kolo.TYPE_I32:
        return drawn - (1 << 32) if drawn >> 31 else drawn
    if case.type == kolo.TYPE_BYTES:
        return drawn >> 24
    # The ring sums in an order of its own: small integers are exact in any.
    value = (drawn >> 24) % 17 - 8 if case.exact else ((drawn >> 20) - 2048) / (1 << (drawn & 7))
    return load(case, store(case, value))


def store(case, value):
    """The bytes of an element, rounded to the nearest, halves to even."""
    if case.type == kolo.TYPE_BF16:
        whole = struct.unpack("<I", struct.pack("<f", value))[0]
        return struct.pack("<H", (whole + 0x7FFF + (whole >> 16 & 1)) >> 16)
    return struct.pack({kolo.TYPE_F32: "<f", kolo.TYPE_F16: "<e", kolo.TYPE_I32: "<i", kolo.TYPE_BYTES: "<B"}[case.type], value)


def load(case, data):
    if case.type == kolo.TYPE_BF16:
        return struct.unpack("<f", b"\0\0" + data)[0]
    return struct.unpack("<f" if case.type == kolo.TYPE_F32 else "<e", data)[0]


def reduced(case, world, index):
    all_of_them = element(case, 0, index)
    for rank in range(1, world):
        one = element(case, rank, index)
        if case.how == kolo.HOW_MAX:
            all_of_them = max(all_of_them, one)
        elif case.how == kolo.HOW_MIN:
            all_of_them = min(all_of_them, one)
        elif case.type == kolo.TYPE_I32:
            all_of_them = (all_of_them + one + (1 << 31) & MASK) - (1 << 31)
        else:
            all_of_them = single(all_of_them + one)
    return all_of_them


def repeated(case, value_at, size, first=0):
    """`size` bytes of elements from number `first` on, whose values repeat after a period."""
    count = min(PERIOD, -(-size // case.width))
    table = b"".join(store(case, value_at((first + i) % PERIOD)) for i in range(count))
    return (table * (size // max(1, len(table)) + 1))[:size]


def given(case, rank, size):
    return repeated(case, lambda index: element(case, rank, index), size)


def expected(case, rank, world, root, partner):
    """What must be in the output; None where the call writes nothing."""
    if case.op == kolo.OP_ALL_GATHER:
        return b"".join(given(case, of, case.block(of, world)) for of in range(world))
    if case.op == kolo.OP_ALL_REDUCE:
        return repeated(case, lambda index: reduced(case, world, index), case.size)
    if case.op == kolo.OP_REDUCE_SCATTER:
        first = rank * (case.size // case.width)
        return repeated(case, lambda index: reduced(case, world, index), case.size, first)
    if case.op == kolo.OP_BROADCAST:
        return given(case, root, case.size)
    if case.op == kolo.OP_PAIR_EXCHANGE and partner >= 0:
        return given(case, partner, case.size)
    return None


class Run:
    """One rank's run."""

    def __init__(self, box):
        self.box = box
        self.passed = self.failed = 0

    def run(self, case):
        box = self.box
        root = case.number % box.world
        partner = box.rank ^ 1 if box.rank ^ 1 < box.world else -1
        wanted = expected(case, box.rank, box.world, root, partner)
        own = case.block(box.rank, box.world)
        data = given(case, box.rank, own * box.world if case.op == kolo.OP_REDUCE_SCATTER else own)
        if case.op == kolo.OP_BROADCAST and box.rank != root:
            data = b""
        inside = case.placement != OUT_OF_PLACE and case.size <= box.block_bytes
        call = self.inside if inside else self.outside
        wrong = call(case, data, wanted, root, partner)
        if wrong:
            self.failed += 1
            print(f"FAILED rank {box.rank} {case.label}: {wrong}", flush=True)
        else:
            self.passed += 1

    def outside(self, case, data, wanted, root, partner):
        """Through the caller's own memory, as most clients do."""
        box, size = self.box, 0 if wanted is None else len(wanted)
        skew = case.width if case.placement == SKEWED else 0
        memory = bytearray(skew) + GUARD + bytearray(size) + GUARD
        output = memoryview(memory)[skew + len(GUARD) :][:size]
        source = memoryview(bytearray(skew) + bytearray(data))[skew:]
        if case.placement == IN_PLACE:
            at = box.rank * len(data) if case.op == kolo.OP_ALL_GATHER else 0
            source = output[at : at + len(data)]
            source[:] = data
        if case.op == kolo.OP_ALL_GATHER:
            if case.unequal:
                box.all_gather_variable(source, output, [case.block(of, box.world) for of in range(box.world)])
            else:
                box.all_gather(source, output)
        elif case.op == kolo.OP_ALL_REDUCE:
            box.all_reduce(source, output, case.type, case.how)
        elif case.op == kolo.OP_REDUCE_SCATTER:
            box.reduce_scatter(source, output, case.type, case.how)
        elif case.op == kolo.OP_BROADCAST:
            if box.rank == root:
                output[:] = data
            box.broadcast(output, root)
        elif case.op == kolo.OP_BARRIER:
            box.barrier()
        else:
            box.pair_exchange(source, output, partner)
        return judge(memory, skew, wanted)

    def inside(self, case, data, wanted, root, partner):
        """Inside the mailbox, without a copy: in place, or one element off any alignment."""
        box, size = self.box, 0 if wanted is None else len(wanted)
        skew = case.width if case.placement == SKEWED else 0
        number = box.acquire()
        output_at = box.output_at(number) + len(GUARD) + skew
        input_at = box.input_at(number) + skew
        if case.placement == IN_PLACE:
            input_at = output_at + (box.rank * len(data) if case.op == kolo.OP_ALL_GATHER else 0)
        around = box.payload(output_at - len(GUARD) - skew, skew + size + 2 * len(GUARD))
        around[:] = bytes(skew) + GUARD + bytes(size) + GUARD
        at = output_at if case.op == kolo.OP_BROADCAST else input_at
        box.payload(at, len(data))[:] = data
        peer = partner if case.op == kolo.OP_PAIR_EXCHANGE else root
        box.ring(number, case.op, case.size, input_at, output_at, case.type, case.how, peer)
        box.wait(number)
        return judge(bytes(around), skew, wanted)


def judge(memory, skew, wanted):
    before, behind = skew + len(GUARD), len(memory) - len(GUARD)
    if memory[skew:before] != GUARD or memory[behind:] != GUARD:
        return "bytes beside the output were written"
    found = memory[before:behind]
    if wanted is None or found == wanted:
        return ""
    at = next(i for i in range(len(wanted)) if found[i] != wanted[i])
    return f"byte {at} of the output is 0x{found[at]:02x}, and must be 0x{wanted[at]:02x}"


def main(mailbox, cases):
    with open(cases, encoding="utf-8") as file:
        lines = [line for line in file if line.strip()]
    try:
        with kolo.Mailbox(mailbox) as box:
            run = Run(box)
            try:
                for line in lines:
                    run.run(Case(line))
            except kolo.MailboxFailure as failure:
                print(f"FAILED rank {box.rank} after {run.passed + run.failed} of {len(lines)} cases: {failure}", flush=True)
                run.failed += 1
            print(f"SUMMARY rank {box.rank}: {run.passed} passed, {run.failed} failed", flush=True)
            return 0 if run.failed == 0 else 1
    except kolo.MailboxError as error:
        print(f"FAILED {error}", flush=True)
        return 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: kolo_mailbox_suite.py MAILBOX CASES")
    sys.exit(main(sys.argv[1], sys.argv[2]))
