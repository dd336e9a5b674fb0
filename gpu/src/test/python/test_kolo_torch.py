"""What of kolo_torch needs neither torch nor a GPU: layout, shapes, regions, meetings, records. Run by KoloTorchTest."""

import ctypes
import json
import os
import re
import struct
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../../clients/python"))

import kolo_mailbox  # noqa: E402
from kolo_torch import cuda, failure, layout, meeting, order, region, wire  # noqa: E402

SESSION = "00000000000012340000000000005678"


class Store:
    """As much of torch's store as a meeting needs."""

    def __init__(self):
        self.words = {}

    def set(self, key, value):
        self.words[key] = value.encode()

    def get(self, key):
        return self.words[key]


class Box:
    """A mailbox whose other rank is played by a list of blobs."""

    rank, world = 0, 2

    def __init__(self, other):
        self.other = other

    def all_gather(self, mine, result):
        blob = json.dumps(self.other).encode()
        result[: len(mine)] = mine
        result[len(mine) :] = len(blob).to_bytes(4, "little") + blob + bytes(len(mine) - 4 - len(blob))


class RungBox(Box):
    """A mailbox that is handed to a device."""

    block_bytes = 8192

    def __init__(self):
        self.memory, self.back, self.over = bytearray(65536), None, None

    def hand_over(self):
        return kolo_mailbox.KernelFacts(self.memory, 7, 4096, 1024, 8192, 40960, 16384, 5_000, 9_000, 2_000)

    def take_back(self, number):
        self.back = number

    def check(self):
        if self.over:
            raise kolo_mailbox.MailboxFailure(self.over, 1, 1)


class Driver:
    """CUDA's driver as far as it keeps what was launched; a finish does what the kernel does to the client's words."""

    def __init__(self, box):
        self.box, self.launched = box, []

    def use(self, ordinal):
        pass

    def capability(self, ordinal):
        return 90

    def register(self, address, size):
        return 1 << 40

    def allocate(self, size):
        return 1 << 41

    def copy_in(self, to, data):
        self.number = struct.unpack_from("<I", data)[0]

    def load(self, image):
        return None

    def function(self, module, name):
        return name

    def launch(self, function, blocks, threads, stream, arguments):
        size = {"kolo_order": 200, "kolo_finish": layout.FINISH_SIZE}[function]
        self.launched.append((function, ctypes.string_at(arguments[0], size)))
        if function == "kolo_finish":
            self.number += struct.unpack_from("<I", self.launched[-1][1], layout.FINISH_CALLS)[0]
            at = struct.unpack_from("<Q", self.launched[-1][1], layout.FINISH_DONE)[0] - (1 << 40)
            struct.pack_into("<Q", self.box.memory, at, self.number)

    def synchronize(self):
        pass

    def unregister(self, address):
        pass

    def free(self, at):
        pass


def order_of(parameters):
    """The fields of a launched kolo_order by the names that the kernel gives them."""
    with open(os.path.join(os.path.dirname(__file__), "../../main/cuda/mailbox.cu")) as file:
        body = re.search(r"struct Order \{(.*?)\};", file.read(), re.S).group(1)
    fields, at = {}, 0
    for kind, names in re.findall(r"(u64|u32) (.*?);", body, re.S):
        for name in re.split(r",\s*", names):
            size, count = {"u64": 8, "u32": 4}[kind], layout.MAX_WORLD if "[" in name else 1
            values = struct.unpack_from(f"<{count}{'Q' if size == 8 else 'I'}", parameters, at)
            fields[name.split("[")[0]] = values[0] if count == 1 else values
            at += size * count
    assert at == 200, at
    return fields


class Orders(unittest.TestCase):
    def setUp(self):
        self.box = RungBox()
        self.driver = Driver(self.box)
        self.served = order.Served(self.box, 0, self.driver)

    def test_an_order_has_its_fields_where_the_kernel_looks(self):
        self.served.all_gather_variable(3, 11, 12, [40, 60])
        seen = order_of(self.driver.launched[0][1])
        base = 1 << 40
        self.assertEqual((seen["input"], seen["output"], seen["state"], seen["control"]), (11, 12, 1 << 41, base))
        self.assertEqual((seen["slots"], seen["payload"], seen["slotStride"]), (base + 4096, base, 1024))
        self.assertEqual((seen["timeoutNanos"], seen["heartbeatNanos"]), (11_000, 2_000))
        self.assertEqual((seen["inputsAt"], seen["outputsAt"], seen["areaBytes"]), (8192, 40960, 16384))
        self.assertEqual((seen["op"], seen["type"], seen["bytes"]), (1, kolo_mailbox.TYPE_BYTES, 60))
        self.assertEqual((seen["root"], seen["flags"], seen["index"]), (0xFFFFFFFF, 1, 0))
        self.assertEqual((seen["inputBytes"], seen["outputBytes"], seen["world"]), (40, 100, 2))
        self.assertEqual(seen["lengths"][:3], (40, 60, 0))
        self.served.all_reduce(3, 11, 12, 64, kolo_mailbox.TYPE_BF16, kolo_mailbox.HOW_MAX)
        seen = order_of(self.driver.launched[2][1])
        self.assertEqual((seen["op"], seen["type"], seen["how"], seen["flags"]), (2, 1, 1, 0))
        self.assertEqual((seen["inputBytes"], seen["outputBytes"], seen["bytes"]), (64, 64, 64))

    def test_a_batch_numbers_its_calls_and_moves_on_once(self):
        with self.served.batch(lambda: 3):
            self.served.all_gather(3, 11, 12, 16)
            self.served.pair_exchange(3, 11, 12, 16, -1)
        self.assertEqual([f for f, _ in self.driver.launched], ["kolo_order", "kolo_order", "kolo_finish"])
        second = order_of(self.driver.launched[1][1])
        self.assertEqual((second["index"], second["inputBytes"], second["outputBytes"]), (1, 0, 0))
        self.served.close()
        self.assertEqual(self.box.back, 9)

    def test_a_graph_that_was_not_captured_to_its_end_leaves_nothing_behind(self):
        with self.assertRaises(ZeroDivisionError), self.served.batch(lambda: 3):
            self.served.all_gather(3, 11, 12, 16, capturing=True)
            raise ZeroDivisionError
        self.served.all_gather(3, 11, 12, 16)
        self.assertEqual(order_of(self.driver.launched[-2][1])["index"], 0)
        self.served.close()
        self.assertEqual(self.box.back, 8)

    def test_refuses_what_it_cannot_do(self):
        with self.assertRaisesRegex(failure.KoloError, "8193 B a rank are above the mailbox's block of 8192 B"):
            self.served.all_gather(3, 11, 12, 8193)
        with self.assertRaisesRegex(ValueError, "one length a rank"):
            self.served.all_gather_variable(3, 11, 12, [1])
        self.served.all_gather(3, 11, 12, 16)
        with self.assertRaisesRegex(failure.KoloError, "another stream"):
            self.served.all_gather(4, 11, 12, 16)
        self.served.close()
        with self.assertRaisesRegex(failure.KoloError, "closed"):
            self.served.all_gather(3, 11, 12, 16)

    def test_a_record_and_the_servers_words_are_raised_together(self):
        self.box.over = "rank 1 is gone"
        with self.assertRaisesRegex(failure.KoloFailure, "rank 0: the session is over. The server says: rank 1 is gone"):
            self.served.check()
        at = kolo_mailbox.CLIENT_WORDS_AT
        struct.pack_into("<8I", self.box.memory, at, 2, layout.FAIL_ABORTED, 0xFFFFFFFF, 9, 7, 0, 5, 0)
        struct.pack_into("<Q", self.box.memory, at + layout.RECORD_WAITED, 3_000)
        struct.pack_into("<4I", self.box.memory, at + layout.RECORD_CALLS, 0, 0, 64, 1)
        with self.assertRaisesRegex(
            failure.KoloFailure,
            r"rank 0, operation 9 of 64 B through the mailbox: the session had failed \(poison 5\). The server says: rank 1",
        ):
            self.served.check()


class KoloTorch(unittest.TestCase):
    def test_is_imported_without_torch(self):
        self.assertNotIn("torch", sys.modules)

    def test_says_that_the_driver_is_missing(self):
        with self.assertRaisesRegex(failure.KoloError, "libcuda-of-no-machine.so.1 is not on this machine"):
            cuda.Cuda("libcuda-of-no-machine.so.1")

    def test_carries_the_kernels_for_every_device(self):
        self.assertEqual(wire.kernels(90)[:4], b"\x7fELF")
        self.assertEqual(wire.kernels(121)[:4], b"\x7fELF")
        self.assertIn(b".target sm_90", wire.kernels(100))
        self.assertIn(b".target sm_121", wire.kernels(130))
        with self.assertRaisesRegex(failure.KoloError, "this device has 8.0"):
            wire.kernels(80)

    def test_a_region_is_private_and_checked(self):
        plan = layout.Layout(2, 4096)
        with tempfile.TemporaryDirectory() as folder:
            own = region.create(SESSION, 1, plan, folder)
            self.assertEqual(os.stat(region.path(SESSION, 1, folder)).st_mode & 0o777, 0o600)
            peer = region.attach(SESSION, 1, plan, folder)
            own.word(8192, 42)
            self.assertEqual(peer.read(8192), 42)
            other = SESSION[:-1] + "9"
            os.rename(region.path(SESSION, 1, folder), region.path(other, 1, folder))
            with self.assertRaisesRegex(failure.KoloError, "belongs to another session"):
                region.attach(other, 1, plan, folder)
            os.chmod(region.path(other, 1, folder), 0o666)
            with self.assertRaisesRegex(failure.KoloError, "no file of mode 0600"):
                region.attach(other, 1, plan, folder)
            with self.assertRaisesRegex(failure.KoloError, "region of rank 0.*--ipc=host"):
                region.attach(SESSION, 0, plan, folder)

    def test_ranks_meet_over_a_store(self):
        store = Store()
        first, second = (meeting.StoreMeeting(store, r, 2) for r in range(2))
        store.set("kolo/x/1", json.dumps({"ok": 2}))
        self.assertEqual(first.gather("x", {"ok": 1}), [{"ok": 1}, {"ok": 2}])
        self.assertEqual(second.gather("x", {"ok": 2}), [{"ok": 1}, {"ok": 2}])

    def test_ranks_meet_over_a_mailbox(self):
        self.assertEqual(meeting.MailboxMeeting(Box(["x", 7])).gather("x", 5), [5, 7])
        with self.assertRaisesRegex(RuntimeError, "different stages"):
            meeting.MailboxMeeting(Box(["y", 7])).gather("x", 5)
        with self.assertRaisesRegex(ValueError, "may tell"):
            meeting.MailboxMeeting(Box(["x", 7])).gather("x", "a" * 5000)

    def test_a_record_names_rank_peer_and_step(self):
        memory = bytearray(4096)
        self.assertIsNone(failure.read(0, memory))
        struct.pack_into("<8I", memory, layout.RECORD_AT, 2, layout.FAIL_TIMEOUT, 1, 22, 20, 3, 4, 0)
        struct.pack_into("<Q", memory, layout.RECORD_AT + layout.RECORD_WAITED, 500_001_000)
        struct.pack_into("<4I", memory, layout.RECORD_AT + layout.RECORD_CALLS, 20, 0, 8192, layout.ALL_GATHER)
        self.assertEqual(
            failure.read(0, memory).sentence(),
            "rank 0, all-gather of 8192 B (call 21), step 22 with rank 1: rank 1 did not arrive within the bound, after "
            "500001 us; seen of it: step 20. Look at rank 1 first; the wire is over on every rank.",
        )


if __name__ == "__main__":
    if sys.argv[1:] == ["numbers"]:
        # For the comparison with Java: digests, shapes and places of many calls.
        for world, limit in ((2, 4096), (3, 262144), (16, 1 << 20)):
            plan = layout.Layout(world, limit)
            print("places", world, limit, plan.region_bytes(), *(plan.receive(f, world - 1) for f in range(3)))
        for op in (1, 2, 3, 4, 5, 6):
            print("digest", op, *(layout.digest(op, lengths, f) for f in range(3) for lengths in ([7], [8192, 0, 5])))
        for size in (0, 1, 16, 1000, 1024, 4096, 8192, 65536, 262144):
            for capability in (90, 121):
                for peer in (True, False):
                    shape = layout.shape(peer, size, capability)
                    print("shape", size, capability, int(peer), *shape, layout.units_each(shape[0], size, shape[1]))
    else:
        unittest.main()
