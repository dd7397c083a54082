# device_arrays.py - arrays that stay on the GPU
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Arguments and results on the device, neo's own and those of other libraries.

    step = neo.jit(train_step, device="cuda")
    params = neo.to_device(params)           # once
    for x, y in batches:
        params, loss = step(params, x, y)    # params never leave the GPU
    print(float(loss))                       # waits for the step, and copies

As soon as one argument lies on the device, all results stay there, as `DeviceArray`;
host arrays beside it are copied over. Arrays of others are taken through DLPack or
`__cuda_array_interface__`, and read where they lie; a DeviceArray is given to others in
the same ways.

Work on a GPU is put into streams, and runs after the call that asked for it. All of
neo's is in one stream. Where another library tells its stream, neo's waits for it, and
it for neo's, on the device; where it does not, as through DLPack, a call returns when
it has read the arguments. `neo.on_stream(stream)` says which stream the arguments and
results of the calls inside are used in.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from math import prod
from typing import Any

import numpy as np

from neo import tree
from neo.arrays import intake, is_number, prepared
from neo.errors import DtypeError, UsageError, describe, kind_of
from neo.native import core
from neo.specs import element_type, numpy_type

ON_HOST, ON_DEVICE = 1, 2  # Kinds of devices in DLPack.
_IS_COPIED = "an array on the GPU has to be copied to the host: leave out copy=False"


class DeviceArray:
    """An array on the first GPU: what a jitted function gives for arrays there.

    numpy.asarray(x) copies it to the host, when what computes it is done; float(x),
    int(x) and bool(x) do, where it has one element. Through `__dlpack__` and
    `__cuda_array_interface__` other libraries use it where it lies. neo does not
    change it.
    """

    __slots__ = ("_memory", "__weakref__")

    def __init__(self, memory: Any):
        self._memory = memory

    @property
    def shape(self) -> tuple[int, ...]:
        return self._memory.shape

    @property
    def dtype(self) -> np.dtype:
        return np.dtype(numpy_type(element_type(self._memory.dtype)))

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("an array of rank 0 has no length")
        return self.shape[0]

    def __repr__(self) -> str:
        return f"DeviceArray({np.asarray(self)!r})"

    def __reduce__(self) -> Any:
        """A copy for pickle and deepcopy, which comes through the host."""
        return to_device, (np.asarray(self),)

    def __format__(self, spec: str) -> str:
        return format(self.item(), spec) if spec else repr(self)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        if copy is False:
            raise ValueError(_IS_COPIED)
        array = self._memory.download()
        return array if dtype is None else array.astype(dtype, copy=False)

    def item(self) -> Any:
        """The element of an array that has one, as a Python number."""
        return np.asarray(self).item()

    def __float__(self) -> float:
        return float(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __bool__(self) -> bool:
        return bool(self.item())

    def __dlpack_device__(self) -> tuple[int, int]:
        return ON_DEVICE, 0

    def __dlpack__(self, *, stream: int | None = None,
                   max_version: tuple[int, int] | None = None,
                   dl_device: tuple[int, int] | None = None,
                   copy: bool | None = None) -> Any:
        """A capsule of DLPack, for use in `stream`, which waits for the array.

        None means CUDA's default stream, -1 one that the caller orders itself.
        """
        if stream is not None and (not hasattr(stream, "__index__") or stream < -1):
            raise BufferError(f"a stream is a number from -1 on, not {stream!r}")
        if dl_device is not None and tuple(dl_device) == (ON_HOST, 0):
            if copy is False:
                raise BufferError(_IS_COPIED)
            return np.asarray(self).__dlpack__(max_version=max_version)
        if dl_device is not None and tuple(dl_device) != (ON_DEVICE, 0):
            raise BufferError(f"the array lies on the first GPU, not on {dl_device!r}")
        if copy:
            raise BufferError("the array is given where it lies: leave out copy=True, "
                              "and copy what __dlpack__ gives")
        if stream == 0:
            raise BufferError("stream 0 is not clear in DLPack: 1 is CUDA's default "
                              "stream, 2 that of the thread")
        if stream != -1:
            core().device_precedes(1 if stream is None else int(stream))
        return self._memory.capsule(max_version is not None and max_version[0] >= 1)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if self._memory.dtype == "bfloat16":
            raise AttributeError("__cuda_array_interface__ knows no bfloat16: take the "
                                 "array through DLPack")
        return {"version": 3, "shape": self.shape, "typestr": self.dtype.str,
                "data": (self._memory.share(), False), "strides": None,
                "stream": core().device_stream()}


def to_device(arrays: Any) -> Any:
    """`arrays` on the first GPU: an array, a number, or containers of them.

    What lies there already is used as it is. Raises Error without a GPU, DtypeError.
    """
    leaves, structure = tree.flatten(arrays, lists_of_numbers=True)
    return tree.unflatten(structure, [_moved(leaf) for leaf in leaves])


def _moved(leaf: Any) -> DeviceArray:
    found = on_device(leaf, "an array")
    if found is not None:
        return found
    array = prepared(intake(leaf, "an array"))
    name = np.dtype(numpy_type(element_type(array.dtype))).name
    return DeviceArray(core().DeviceMemory.upload(array, name))


def on_device(value: Any, what: str) -> DeviceArray | None:
    """`value` as an array on the GPU, without a copy; None if it does not lie there.

    `what` names it in errors. Raises DtypeError where neo cannot read it.
    """
    if isinstance(value, DeviceArray):
        return value
    if isinstance(value, np.ndarray) or is_number(value):
        return None
    interface = _get_interface(value, what)
    if interface is not None and interface.get("stream") is not None:
        return _from_interface(value, interface, what)
    if hasattr(value, "__dlpack_device__") and value.__dlpack_device__()[0] == ON_DEVICE:
        return _from_dlpack(value, what)
    return None if interface is None else _from_interface(value, interface, what)


def _get_interface(value: Any, what: str) -> dict[str, Any] | None:
    """Its `__cuda_array_interface__`, if it has one: with all that the protocol demands."""
    interface = getattr(value, "__cuda_array_interface__", None)
    if interface is None:
        return None
    name = f"{what}: its __cuda_array_interface__"
    if not isinstance(interface, dict):
        raise UsageError(describe(f"{name} is {kind_of(interface)}, not a dict"))
    for key, example, is_such in _INTERFACE:
        if key not in interface:
            raise UsageError(describe(f"{name} has no '{key}', such as {example}"))
        if not is_such(interface[key]):
            raise UsageError(describe(f"{name} has '{key}': {interface[key]!r}, which "
                                      f"is nothing such as {example}"))
    return interface


def _are_extents(shape: Any) -> bool:
    return isinstance(shape, (tuple, list)) and all(
        isinstance(extent, (int, np.integer)) and extent >= 0 for extent in shape)


def _names_type(name: Any) -> bool:
    try:
        return isinstance(name, str) and np.dtype(name) is not None
    except TypeError:
        return False


# Keys of the protocol that neo reads, an example of each, and whether a value is one.
_INTERFACE = (
    ("shape", "(3, 4)", _are_extents),
    ("typestr", "'<f4'", _names_type),
    ("data", "(address, False)", lambda data: isinstance(data, (tuple, list)) and len(
        data) == 2 and isinstance(data[0], (int, np.integer))),
    ("version", "3", lambda version: isinstance(version, int)),
)


def _from_dlpack(value: Any, what: str) -> DeviceArray:
    stream = core().device_stream()
    try:
        capsule = value.__dlpack__(stream=stream, max_version=(1, 0))
    except TypeError:  # Older than version 1.
        capsule = value.__dlpack__(stream=stream)
    return DeviceArray(core().DeviceMemory.from_capsule(capsule, what))


def _from_interface(value: Any, interface: dict[str, Any], what: str) -> DeviceArray:
    shape = tuple(interface["shape"])
    dtype = np.dtype(interface["typestr"])
    if not dtype.isnative:
        raise DtypeError(describe(f"{what} has its bytes in another order, "
                                  f"'{interface['typestr']}': pass a copy as "
                                  f"'{dtype.newbyteorder('=').str}'"))
    try:
        element_type(dtype)
    except DtypeError as refusal:
        raise DtypeError(describe(f"{what}: {refusal}")) from None
    if interface.get("mask") is not None:
        raise DtypeError(describe(f"{what} has a mask, which would be lost"))
    address = interface["data"][0]
    if not 0 < address < 1 << 64 and prod(shape):
        raise UsageError(describe(f"{what} lies at address {address}, where no array is"))
    strides = interface.get("strides")
    if strides is not None and len(strides) != len(shape):
        raise UsageError(describe(f"{what} has {len(strides)} strides for "
                                  f"{len(shape)} dimensions"))
    if strides is not None and prod(shape) and not _is_contiguous(
            shape, strides, dtype.itemsize):
        raise DtypeError(describe(f"{what} is not contiguous: pass a copy in the order "
                                  "of C"))
    # Before version 3 nothing is said of streams; the default one is usual.
    stream = interface.get("stream", None if interface["version"] >= 3 else 1)
    if stream is not None:
        stream = _number_of(stream)
    return DeviceArray(core().DeviceMemory.from_address(
        address if prod(shape) else 0, dtype.name, list(shape), value, stream))


def _is_contiguous(shape: tuple[int, ...], strides: tuple[int, ...], size: int) -> bool:
    for extent, stride in zip(reversed(shape), reversed(strides)):
        if extent != 1 and stride != size:
            return False
        size *= extent
    return True


@contextlib.contextmanager
def on_stream(stream: Any) -> Iterator[None]:
    """Calls inside are ordered as if they were work in `stream`.

    They come after what is in it at the call, and before what comes into it later,
    without a wait of the host: so arguments from DLPack need none. `stream` is a
    number, as CUDA has it, or an object of PyTorch's or CuPy's (`cuda_stream`,
    `ptr`), or one with `__cuda_stream__`.
    """
    core().enter_stream(_number_of(stream))
    try:
        yield
    finally:
        core().leave_stream()


def _number_of(stream: Any) -> int:
    if hasattr(stream, "__cuda_stream__"):
        stream = stream.__cuda_stream__()[1]
    for name in ("cuda_stream", "ptr"):
        stream = getattr(stream, name, stream)
    if isinstance(stream, bool) or not hasattr(stream, "__index__"):
        raise UsageError(describe(
            f"a stream is a number or an object that has one, not {kind_of(stream)}: "
            "pass torch.cuda.current_stream()"))
    number: int = stream.__index__()
    if not 0 <= number < 1 << 64:
        raise UsageError(describe(f"a stream is a number from 0 on, not {number}"))
    return number
