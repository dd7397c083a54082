# arrays.py - arrays in and out
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Intake of arrays.

Accepted are NumPy arrays and anything with `__dlpack__` on the CPU, in any
strides, order, alignment or byte order, read-only or aliasing one another:
what is not C-contiguous is copied. Python numbers stand for tensors of rank 0.
"""

from __future__ import annotations

from dataclasses import is_dataclass
from functools import lru_cache
from typing import Any

import ml_dtypes
import numpy as np

from neo.errors import DtypeError, UsageError, describe, kind_of
from neo.specs import element_type, spec


# The element types that need no conversion.
PLAIN = frozenset(map(np.dtype, (np.float64, np.float32, np.float16, np.int64,
                                 np.int32, np.bool_, ml_dtypes.bfloat16)))


# What holds the integers of the types that neo has not.
_SIGNED = {"uint8": np.int32, "int16": np.int32, "uint16": np.int32, "uint32": np.int64,
           "uint64": np.int64}


def is_array(value: Any) -> bool:
    """Whether `value` carries array data that neo takes."""
    return isinstance(value, (np.ndarray, np.generic)) or \
        hasattr(value, "__dlpack__")


def is_number(value: Any) -> bool:
    return isinstance(value, (bool, int, float))


def as_number(value: Any) -> Any:
    """A float64 of rank 0, which NumPy makes of any number, as such; else `value`."""
    if isinstance(value, np.ndarray) and value.shape == () and value.dtype == np.float64:
        return value.item()
    return value


def intake(value: Any, what: str, number_type: str = "float64") -> np.ndarray:
    """`value` as a NumPy array of a supported type; `what` names it.

    Python floats (and, for operands of expressions, integers) take
    `number_type`; uint8 and its like become int32 or int64. Raises DtypeError.
    """
    if is_number(value):
        return _number(value, what, number_type)
    if isinstance(value, (list, tuple)):
        return _listed(value, what, number_type)
    if isinstance(value, np.ma.MaskedArray):
        raise DtypeError(describe(
            f"{what} is a masked array, whose mask would be lost: choose the "
            "values to use with .filled(value)"))
    if isinstance(value, (np.ndarray, np.generic)):
        array = np.asarray(value)
    elif hasattr(value, "__dlpack__"):
        array = _from_dlpack(value, what)
    else:
        raise DtypeError(describe(f"{what} is {_instead(value, what)}"))
    array = _in_signed(array, what)
    try:
        element_type(array.dtype)
    except DtypeError as refusal:
        raise DtypeError(describe(f"{what}: {refusal}")) from None
    return array


def _in_signed(array: np.ndarray, what: str) -> np.ndarray:
    """Integers of a type that neo has not, as pictures and labels come in, in a signed
    one that holds them all. Raises DtypeError."""
    wider = _SIGNED.get(array.dtype.name)
    if wider is None:
        return array
    if array.dtype.name == "uint64" and array.size and array.max() >= 2**63:
        raise DtypeError(describe(
            f"{what} holds {array.max()}, which is too large for int64: bits are "
            "array.view(numpy.int64), numbers array.astype(numpy.float64)"))
    return array.astype(wider)


def _instead(value: Any, what: str) -> str:
    """What a value is that carries no array, and what to write instead."""
    if value is None:
        return ("None, which is no tensor: compute without it where it is None, as "
                "x if y is None else x + y does, which neo.jit decides as it traces")
    if hasattr(type(value), "no_array"):
        return type(value).no_array
    if isinstance(value, complex):
        return "complex, which neo computes with by real and imaginary parts"
    if is_dataclass(value):
        return f"{kind_of(value)}, whose fields are unknown here: pass a dict of them, " \
            "vars(value), or a named tuple"
    said = kind_of(value) + ": "
    if isinstance(value, dict):
        return said + "use one of the arrays that it holds"
    said += "pass a NumPy array or an array with __dlpack__, e.g. numpy.asarray(value)"
    if what.startswith("argument "):
        said += "; what decides what is computed is named in neo.jit(..., static=...)"
    return said


def _listed(value: Any, what: str, number_type: str) -> np.ndarray:
    """Nested lists of numbers; floats take `number_type`."""
    try:
        array = np.asarray(value)
    except ValueError:
        array = np.asarray(None)
    except UsageError:
        raise DtypeError(describe(
            f"{what} is a {type(value).__name__} that holds traced tensors: make one "
            "tensor of them by neo.stack or neo.concatenate")) from None
    if array.dtype.kind not in "biuf" and array.dtype not in PLAIN:
        raise DtypeError(describe(
            f"{what} is a {type(value).__name__} that is no array of numbers: "
            "its rows must be equally long, and hold numbers only"))
    return array.astype(number_type) if array.dtype == np.float64 else array


def _number(value: int | float, what: str, number_type: str) -> np.ndarray:
    try:
        return np.asarray(value, number_type)
    except OverflowError:
        raise DtypeError(describe(
            f"{what} does not fit {number_type}: pass a float")) from None


def _from_dlpack(value: Any, what: str) -> np.ndarray:
    try:
        if type(value).__module__.partition(".")[0] == "torch":
            return _from_torch(value)
        return np.from_dlpack(value)
    except Exception as reason:
        raise DtypeError(describe(
            f"{what} cannot be read through DLPack ({reason}): copy it to a "
            f"NumPy array on the CPU first{_for_device(value)}")) from None


def _from_torch(tensor: Any) -> np.ndarray:
    """A tensor of PyTorch, which hands out what is marked as negative with the other
    sign, and whose bfloat16 is no type of NumPy's."""
    import torch
    tensor = tensor.resolve_neg()
    if tensor.dtype != torch.bfloat16:
        return np.from_dlpack(tensor)
    return np.from_dlpack(tensor.view(torch.int16)).view(ml_dtypes.bfloat16)


_OF_CUDA = 2  # kDLCUDA of dlpack.h


def _for_device(value: Any) -> str:
    try:
        on_gpu = value.__dlpack_device__()[0] == _OF_CUDA
    except Exception:
        return ""
    return (", or compute on its GPU by neo.jit(..., device='cuda') around all, as in "
            "neo.jit(neo.grad(f), device='cuda')") if on_gpu else ""


def prepared(array: np.ndarray) -> np.ndarray:
    """The same values, C-contiguous, aligned and in native byte order."""
    flags = array.flags
    if flags.c_contiguous and flags.aligned and array.dtype.isnative:
        return array
    native = array.dtype.newbyteorder("=")
    return np.require(array, native, ("C_CONTIGUOUS", "ALIGNED"))


def copied(array: np.ndarray) -> np.ndarray:
    """A copy that is `prepared`: later changes of the array do not reach it."""
    return prepared(np.array(array, order="C"))


def spec_of(array: np.ndarray) -> spec:
    """The spec of an array."""
    return _spec(array.shape, array.dtype)


@lru_cache(maxsize=1024)
def _spec(shape: tuple[int, ...], dtype: np.dtype) -> spec:
    return spec(shape, dtype)
