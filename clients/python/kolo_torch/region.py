"""A rank's device region as a file in shared memory: mode 0600, a new inode, its name gone once all ranks have mapped it."""

import ctypes
import mmap
import os
import stat
import struct

from . import layout
from .failure import KoloError

FOLDER = "/dev/shm"


def path(session, rank, folder=FOLDER):
    return os.path.join(folder, f"kolo-device-{session}-r{rank}")


class Region:
    """A mapped region. view is its memory; address where it lies in this process."""

    def __init__(self, file, size):
        self.size = size
        self._map = mmap.mmap(file, size)
        self.view = memoryview(self._map)
        self._held = ctypes.c_char.from_buffer(self._map)
        self.address = ctypes.addressof(self._held)

    def word(self, at, value):
        """Stores an aligned word of 8 bytes, in one instruction."""
        self.view[at : at + 8].cast("Q")[0] = value

    def read(self, at):
        return self.view[at : at + 8].cast("Q")[0]

    def close(self):
        self.view.release()
        self._held = None
        try:
            self._map.close()
        except BufferError:  # a caller still looks at a record; the mapping ends with the process
            pass


def create(session, rank, plan, folder=FOLDER):
    """Makes the own region, every page of it there."""
    size = plan.region_bytes()
    name = path(session, rank, folder)
    file = os.open(name, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        os.posix_fallocate(file, 0, size)
        region = Region(file, size)
    except OSError as e:
        os.unlink(name)
        raise KoloError(f"rank {rank}'s region of {size} B in {folder} failed: {e}; give a container more with --shm-size")
    finally:
        os.close(file)
    struct.pack_into("<QI", region.view, layout.MAGIC_AT, layout.DEVICE_MAGIC, layout.DEVICE_VERSION)
    struct.pack_into("<IIQ", region.view, layout.WORLD_AT, plan.world, rank, plan.limit)
    # Two words, high half first, as Java's SessionId has them.
    struct.pack_into("<QQ", region.view, layout.SESSION_AT, int(session[:16], 16), int(session[16:], 16))
    return region


def attach(session, peer, plan, folder=FOLDER):
    """Maps a peer's region after it was found to be what it should be."""
    name = path(session, peer, folder)
    try:
        file = os.open(name, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError as e:
        raise KoloError(
            f"the region of rank {peer}, {name}, cannot be mapped here: {e}; GPUs of one host need one shared /dev/shm "
            "(containers: --ipc=host), GPUs of several hosts go through kolo wire serve"
        ) from None
    try:
        seen = os.fstat(file)
        if not stat.S_ISREG(seen.st_mode) or seen.st_mode & 0o777 != 0o600 or seen.st_size != plan.region_bytes():
            raise KoloError(
                f"the region of rank {peer}, {name}, is no file of mode 0600 with {plan.region_bytes()} B but has mode "
                f"{seen.st_mode & 0o777:o} and {seen.st_size} B"
            )
        if seen.st_uid != os.geteuid():
            raise KoloError(f"the region of rank {peer}, {name}, belongs to user {seen.st_uid}, not to {os.geteuid()}")
        region = Region(file, plan.region_bytes())
    finally:
        os.close(file)
    magic, version = struct.unpack_from("<QI", region.view, layout.MAGIC_AT)
    world, rank, limit = struct.unpack_from("<IIQ", region.view, layout.WORLD_AT)
    high, low = struct.unpack_from("<QQ", region.view, layout.SESSION_AT)
    if (magic, version) != (layout.DEVICE_MAGIC, layout.DEVICE_VERSION):
        raise KoloError(f"the region of rank {peer}, {name}, is of version {version}, wanted {layout.DEVICE_VERSION}")
    if (world, rank, limit, f"{high:016x}{low:016x}") != (plan.world, peer, plan.limit, session):
        raise KoloError(f"the region of rank {peer}, {name}, belongs to another session, rank, world or limit")
    return region
