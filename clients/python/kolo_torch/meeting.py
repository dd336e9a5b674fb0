"""How ranks tell each other what set-up needs: over torch's store, an existing process group, or the mailbox of a server."""

import json

_BLOB_BYTES = 4096


class StoreMeeting:
    """Over a torch.distributed store, or anything with set(key, value) and get(key) that waits."""

    def __init__(self, store, rank, world):
        self.store, self.rank, self.world = store, rank, world

    def gather(self, stage, told):
        self.store.set(f"kolo/{stage}/{self.rank}", json.dumps(told))
        return [json.loads(self.store.get(f"kolo/{stage}/{r}")) for r in range(self.world)]


class GroupMeeting:
    """Over an existing process group of torch."""

    def __init__(self, group=None):
        import torch.distributed as dist

        self._dist, self._group = dist, group
        self.rank, self.world = dist.get_rank(group), dist.get_world_size(group)

    def gather(self, stage, told):
        all_told = [None] * self.world
        self._dist.all_gather_object(all_told, (stage, told), group=self._group)
        stages = {s for s, _ in all_told}
        if stages != {stage}:
            raise RuntimeError(f"ranks are at different stages of set-up: {sorted(stages)}")
        return [t for _, t in all_told]


class MailboxMeeting:
    """Over a kolo_mailbox.Mailbox, that is, over whatever NIC `kolo wire serve` has."""

    def __init__(self, box):
        self._box, self.rank, self.world = box, box.rank, box.world

    def gather(self, stage, told):
        blob = json.dumps([stage, told]).encode()
        if len(blob) > _BLOB_BYTES - 4:
            raise ValueError(f"a rank may tell {_BLOB_BYTES - 4} bytes at a stage, got {len(blob)}")
        mine = len(blob).to_bytes(4, "little") + blob + bytes(_BLOB_BYTES - 4 - len(blob))
        result = bytearray(_BLOB_BYTES * self.world)
        self._box.all_gather(mine, result)
        all_told = []
        for rank in range(self.world):
            at = rank * _BLOB_BYTES
            size = int.from_bytes(result[at : at + 4], "little")
            all_told.append(json.loads(bytes(result[at + 4 : at + 4 + size])))
        stages = {s for s, _ in all_told}
        if stages != {stage}:
            raise RuntimeError(f"ranks are at different stages of set-up: {sorted(stages)}")
        return [t for _, t in all_told]
