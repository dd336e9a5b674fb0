"""CUDA's driver library by ctypes: only what the wire needs. Works in the context that is current, torch's or its own."""

import ctypes

from .failure import KoloError

_REGISTER_FLAGS = 3
_PROGRAMMATIC_SERIALIZATION = 6


class _IpcHandle(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_char * 64)]


class _Attribute(ctypes.Structure):
    _fields_ = [("id", ctypes.c_int), ("pad", ctypes.c_int), ("value", ctypes.c_int), ("rest", ctypes.c_char * 60)]


class _Config(ctypes.Structure):
    _fields_ = [
        ("grid", ctypes.c_uint * 3),
        ("block", ctypes.c_uint * 3),
        ("shared", ctypes.c_uint),
        ("stream", ctypes.c_void_p),
        ("attributes", ctypes.POINTER(_Attribute)),
        ("count", ctypes.c_uint),
    ]


class Cuda:
    """The driver. Addresses are integers."""

    def __init__(self, library="libcuda.so.1"):
        try:
            self._lib = ctypes.CDLL(library)
        except OSError as e:
            raise KoloError(
                f"CUDA's driver library {library} is not on this machine: install NVIDIA's driver "
                f"(in a container: run it with the GPU and its driver, as --gpus all does): {e}"
            ) from None
        self._attribute = _Attribute(_PROGRAMMATIC_SERIALIZATION, 0, 1, b"")
        self._config = _Config()
        self._config.attributes = ctypes.pointer(self._attribute)
        self._config.count = 1
        self._call("cuInit", ctypes.c_uint(0))

    def _call(self, name, *arguments):
        status = getattr(self._lib, name)(*arguments)
        if status:
            text = ctypes.c_char_p()
            self._lib.cuGetErrorString(status, ctypes.byref(text))
            words = text.value.decode() if text.value else "an unknown error"
            raise KoloError(f"{name} failed: CUDA says \"{words}\" ({status})")

    def use(self, ordinal):
        """Makes the device's primary context current for this thread; torch uses the same."""
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self._call("cuDeviceGet", ctypes.byref(device), ctypes.c_int(ordinal))
        self._call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self._call("cuCtxSetCurrent", context)

    def capability(self, ordinal):
        """Compute capability times ten."""
        values = []
        for number in (75, 76):
            value = ctypes.c_int()
            self._call("cuDeviceGetAttribute", ctypes.byref(value), ctypes.c_int(number), ctypes.c_int(ordinal))
            values.append(value.value)
        return 10 * values[0] + values[1]

    def allocate(self, size):
        """Fresh memory of zeros."""
        at = ctypes.c_uint64()
        self._call("cuMemAlloc_v2", ctypes.byref(at), ctypes.c_size_t(size))
        self._call("cuMemsetD8_v2", at, ctypes.c_ubyte(0), ctypes.c_size_t(size))
        self._call("cuCtxSynchronize")
        return at.value

    def free(self, at):
        self._call("cuMemFree_v2", ctypes.c_uint64(at))

    def copy_in(self, to, data):
        held = (ctypes.c_char * len(data)).from_buffer_copy(data)
        self._call("cuMemcpyHtoD_v2", ctypes.c_uint64(to), held, ctypes.c_size_t(len(data)))

    def register(self, address, size):
        """Shows host memory to the device; its address there."""
        self._call("cuMemHostRegister_v2", ctypes.c_void_p(address), ctypes.c_size_t(size), ctypes.c_uint(_REGISTER_FLAGS))
        at = ctypes.c_uint64()
        self._call("cuMemHostGetDevicePointer_v2", ctypes.byref(at), ctypes.c_void_p(address), ctypes.c_uint(0))
        return at.value

    def unregister(self, address):
        self._call("cuMemHostUnregister", ctypes.c_void_p(address))

    def share(self, at):
        handle = _IpcHandle()
        self._call("cuIpcGetMemHandle", ctypes.byref(handle), ctypes.c_uint64(at))
        return ctypes.string_at(ctypes.addressof(handle), 64)

    def open(self, handle):
        struct = _IpcHandle.from_buffer_copy(handle)
        at = ctypes.c_uint64()
        self._call("cuIpcOpenMemHandle_v2", ctypes.byref(at), struct, ctypes.c_uint(1))
        return at.value

    def close(self, at):
        self._call("cuIpcCloseMemHandle", ctypes.c_uint64(at))

    def load(self, image):
        """A module from a cubin or from PTX."""
        module = ctypes.c_void_p()
        self._call("cuModuleLoadData", ctypes.byref(module), ctypes.c_char_p(image + b"\0"))
        return module

    def function(self, module, name):
        found = ctypes.c_void_p()
        self._call("cuModuleGetFunction", ctypes.byref(found), module, ctypes.c_char_p(name.encode()))
        return found

    def launch(self, function, blocks, threads, stream, arguments):
        """Queues a kernel; it may be set up while the one before it still runs."""
        c = self._config
        c.grid[:] = (blocks, 1, 1)
        c.block[:] = (threads, 1, 1)
        c.stream = stream
        self._call("cuLaunchKernelEx", ctypes.byref(c), function, arguments, None)

    def synchronize(self):
        self._call("cuCtxSynchronize")
