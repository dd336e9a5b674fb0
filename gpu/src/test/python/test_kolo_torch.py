"""What of kolo_torch needs neither torch nor a GPU: layout, shapes, regions, meetings, records. Run by KoloTorchTest."""

import json
import os
import struct
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../../clients/python"))

from kolo_torch import cuda, failure, layout, meeting, region, wire  # noqa: E402

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
