# foreign_arrays.py - another library on the same device
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A library of arrays on the GPU that neo knows nothing of, for tests.

    theirs = Library()                 # with a stream of its own
    x = theirs.array(numpy_array)      # written in its stream, maybe much later
    theirs.read(address, like)         # reads in its stream

It speaks to the driver that neo speaks to, by ctypes. An array offers DLPack (`x`) or
`__cuda_array_interface__` (`x.plain()`).
"""

import ctypes
import os
from typing import Any

import numpy as np

CODES = {"f": 2, "i": 0, "b": 6}


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32),
                ("number", ctypes.c_int32), ("rank", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16), ("shape", ctypes.c_void_p),
                ("strides", ctypes.c_void_p), ("offset", ctypes.c_uint64)]


DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Managed(ctypes.Structure):
    _fields_ = [("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", DELETER)]


new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
capsule_pointer.restype = ctypes.c_void_p
capsule_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


class Library:
    def __init__(self) -> None:
        self.driver = ctypes.CDLL(os.environ["NEO_CUDA_DRIVER"])
        self.call("cuInit", 0)
        self.stream = ctypes.c_void_p()
        self.call("cuStreamCreate", ctypes.byref(self.stream), 1)
        self.released = 0
        self.kept: list[Any] = []

    def call(self, name: str, *arguments: Any) -> None:
        assert getattr(self.driver, name)(*arguments) == 0, name

    def order(self, first: Any, second: Any) -> None:
        event = ctypes.c_void_p()
        self.call("cuEventCreate", ctypes.byref(event), 2)
        self.call("cuEventRecord", event, ctypes.c_void_p(first))
        self.call("cuStreamWaitEvent", ctypes.c_void_p(second), event, 0)
        self.call("cuEventDestroy_v2", event)

    def array(self, values: np.ndarray, offset: int = 0) -> "Array":
        address = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(address),
                  ctypes.c_size_t(values.nbytes + offset))
        made = Array(self, address.value, offset, values)
        self.write(made, values)
        return made

    def write(self, array: "Array", values: np.ndarray) -> None:
        self.call("cuMemcpyHtoDAsync_v2", ctypes.c_uint64(array.address + array.offset),
                  ctypes.c_void_p(values.ctypes.data), ctypes.c_size_t(values.nbytes),
                  self.stream)

    def read(self, address: int, like: np.ndarray) -> np.ndarray:
        """What lies there, when our stream has come so far."""
        found = np.zeros_like(like)
        self.call("cuMemcpyDtoHAsync_v2", ctypes.c_void_p(found.ctypes.data),
                  ctypes.c_uint64(address), ctypes.c_size_t(found.nbytes), self.stream)
        self.call("cuStreamSynchronize", self.stream)
        return found

    def take(self, capsule: Any) -> Tensor:
        """The tensor in a capsule, which is kept until release() is called."""
        managed = Managed.from_address(capsule_pointer(capsule, b"dltensor"))
        self.kept.append((capsule, managed))
        return managed.tensor

    def close(self) -> None:
        self.kept.clear()
        self.call("cuStreamDestroy_v2", self.stream)


class Array:
    def __init__(self, library: Library, address: int, offset: int, like: np.ndarray):
        self.library, self.address, self.offset = library, address, offset
        self.like = like
        self.strides: tuple[int, ...] | None = None
        self.kept: list[Any] = []

    def free(self) -> None:
        self.library.call("cuStreamSynchronize", self.library.stream)
        self.library.call("cuMemFree_v2", ctypes.c_uint64(self.address))

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, 0

    def __dlpack__(self, *, stream: int) -> Any:
        """As libraries had it before version 1 of DLPack."""
        self.library.order(self.library.stream.value, stream)
        shape = (ctypes.c_int64 * self.like.ndim)(*self.like.shape)
        strides = self.strides and (ctypes.c_int64 * self.like.ndim)(*self.strides)
        tensor = Tensor(self.address, 2, 0, self.like.ndim, CODES[self.like.dtype.kind],
                        self.like.itemsize * 8, 1, ctypes.addressof(shape),
                        ctypes.addressof(strides) if strides else None, self.offset)
        deleter = DELETER(self.released)
        managed = Managed(tensor, None, deleter)
        self.kept.append((shape, strides, deleter, managed))
        return new_capsule(ctypes.addressof(managed), b"dltensor", None)

    def released(self, _: Any) -> None:
        self.library.released += 1

    def plain(self, **changes: Any) -> Any:
        """The same with `__cuda_array_interface__` alone."""
        return Interface({
            "version": 3, "shape": self.like.shape, "typestr": self.like.dtype.str,
            "data": (self.address + self.offset, False), "strides": self.strides,
            "stream": self.library.stream.value, **changes})


class Interface:
    def __init__(self, interface: dict[str, Any]):
        self.__cuda_array_interface__ = interface
