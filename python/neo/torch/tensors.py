# tensors.py - PyTorch tensors as arrays, and back
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""PyTorch tensors and NumPy arrays that share memory.

Neo takes arrays and gives new ones. Both directions share memory, so that no element
is copied: a contiguous tensor is read where it lies, a result becomes a tensor that
owns the array. bfloat16, which NumPy has not, goes as the type of ml_dtypes, by way of
16-bit integers. What is not contiguous is read by its strides (neo.torch.layouts).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import ml_dtypes
import numpy as np
import torch
from torch.utils._python_dispatch import _disable_current_modes

from neo.errors import DtypeError, describe

# The element types that both sides have, by Neo's names.
NAMES = {
    torch.float64: "f64", torch.float32: "f32", torch.float16: "f16",
    torch.bfloat16: "bf16", torch.int64: "i64", torch.int32: "i32",
    torch.int8: "i8", torch.bool: "i1",
}
TORCH = {name: dtype for dtype, name in NAMES.items()}

#: The classes of tensors that compiled functions take, in the order in which they are
#: looked for: no other subclass.
CLASSES = (torch.Tensor, torch.nn.Parameter)
PLAIN = frozenset(CLASSES)

_BF16 = np.dtype(ml_dtypes.bfloat16)


def array_of(tensor: torch.Tensor) -> np.ndarray:
    """The memory of a tensor on the CPU as an array, whatever its strides."""
    try:
        if tensor.requires_grad or tensor.is_neg():
            tensor = tensor.detach().resolve_neg()
        if tensor.dtype is torch.bfloat16:
            return tensor.view(torch.int16).numpy().view(_BF16)
        return tensor.numpy()
    except RuntimeError:
        if not tensor._is_zerotensor():
            raise
        # Zeros without memory, of derivatives.
        return array_of(torch.zeros(tensor.shape, dtype=tensor.dtype))


def arrays_of(tensors: Iterable[torch.Tensor]) -> list[np.ndarray]:
    """The memory of tensors, past all modes: in the first call of a graph, PyTorch has
    one that looks at each operator, and takes a millisecond for it."""
    with _disable_current_modes():
        return list(map(array_of, tensors))


def tensor_of(array: np.ndarray) -> torch.Tensor:
    """A tensor over the memory of an array that Neo made."""
    try:
        return torch.from_numpy(array)
    except TypeError:  # bfloat16
        return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)


def check(tensor: Any, what: str, source: str = "") -> None:
    """Raises DtypeError unless `tensor` is one that Neo can read."""
    if not isinstance(tensor, torch.Tensor):
        raise DtypeError(describe(
            f"{what} is a {type(tensor).__name__}: pass a tensor, or a number for one "
            "of rank 0", source))
    if tensor.device.type not in ("cpu", "meta"):
        raise DtypeError(describe(
            f"{what} is on device {tensor.device}: Neo computes on the CPU, so move "
            "it there with .cpu()", source))
    if tensor.layout is not torch.strided:
        raise DtypeError(describe(
            f"{what} has layout {tensor.layout}: make it dense with .to_dense()",
            source))
    if tensor.dtype not in NAMES:
        known = ", ".join(str(t).removeprefix("torch.") for t in NAMES)
        raise DtypeError(describe(
            f"{what} is {tensor.dtype}: convert it to one of {known}, e.g. with "
            ".to(torch.float64)", source))


def promoted(tensors: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
    """Floating tensors in the one type that PyTorch promotes them to.

    As everywhere in PyTorch, tensors of rank 0 give way to others.
    """
    floats = [t for t in tensors if t.is_floating_point()]
    if all(t.dtype is floats[0].dtype for t in floats[1:]):
        return tensors
    shared = floats[0]
    for tensor in floats[1:]:
        dtype = torch.result_type(shared, tensor)
        shared = torch.empty((0,) if shared.ndim or tensor.ndim else (), dtype=dtype)
    return [t.to(shared.dtype) if t.is_floating_point() else t for t in tensors]
