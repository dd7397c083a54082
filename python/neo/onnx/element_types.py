# element_types.py - carriers of the element types that neo lacks
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""How neo represents those element types of ONNX that it does not have.

Each type has a *carrier*, a type of neo that holds all of its values exactly: integers
of up to 16 bits are i32, unsigned ones of 32 bits i64, floats of 8 and 4 bits f32. Where
arithmetic leaves the range of the type, `wrapped` brings it back, as the hardware of
the narrow type would: 250 + 10 of uint8 is computed as 260 and becomes 260 mod 256 = 4.
A uint64 is the i64 of the same bits. At the inputs and outputs of a model NumPy converts.
"""

from __future__ import annotations

import functools
from typing import Any

import ml_dtypes
import numpy as np

from neo.tensor import Tensor

BOOL = np.dtype(np.bool_)
I32, I64, U64 = np.dtype(np.int32), np.dtype(np.int64), np.dtype(np.uint64)
F32, F64 = np.dtype(np.float32), np.dtype(np.float64)
F16, BF16 = np.dtype(np.float16), np.dtype(ml_dtypes.bfloat16)
U8, I8 = np.dtype(np.uint8), np.dtype(np.int8)

FLOATS = (F64, F32, F16, BF16)
# Bits, and whether there is a sign, of integers.
INTEGERS: dict[np.dtype, tuple[int, bool]] = {
    np.dtype(kind): (bits, signed) for kind, bits, signed in (
        (np.int8, 8, True), (np.int16, 16, True), (np.int32, 32, True),
        (np.int64, 64, True), (np.uint8, 8, False), (np.uint16, 16, False),
        (np.uint32, 32, False), (np.uint64, 64, False),
        (ml_dtypes.int4, 4, True), (ml_dtypes.uint4, 4, False),
        (ml_dtypes.int2, 2, True), (ml_dtypes.uint2, 2, False))}
SHORT_FLOATS = tuple(map(np.dtype, (
    ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e4m3fnuz, ml_dtypes.float8_e5m2,
    ml_dtypes.float8_e5m2fnuz, ml_dtypes.float8_e8m0fnu, ml_dtypes.float4_e2m1fn)))


def is_known(dtype: np.dtype) -> bool:
    """Whether a tensor may have this element type."""
    return dtype == BOOL or dtype in FLOATS or dtype in INTEGERS or \
        dtype in SHORT_FLOATS


@functools.cache
def carrier(dtype: np.dtype) -> np.dtype:
    """The type in which neo holds `dtype`."""
    if dtype in SHORT_FLOATS:
        return F32
    if dtype not in INTEGERS:
        return dtype
    bits, signed = INTEGERS[dtype]
    return I32 if bits < 32 or bits == 32 and signed else I64


def to_carrier(array: np.ndarray) -> np.ndarray:
    """An array as neo holds it."""
    kind = carrier(array.dtype)
    if array.dtype == kind:
        return array
    return array.view(I64) if array.dtype == U64 else array.astype(kind)


def from_carrier(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """What neo computed, in the type that the model gives it."""
    return array if array.dtype == dtype else array.astype(dtype)


def bounds(dtype: np.dtype) -> tuple[float, float]:
    """The least and the largest value of a type, infinities of floats."""
    if dtype in INTEGERS:
        bits, signed = INTEGERS[dtype]
        return (-2**(bits - 1), 2**(bits - 1) - 1) if signed else (0, 2**bits - 1)
    return (0, 1) if dtype == BOOL else (-float("inf"), float("inf"))


def wrapped(x: Any, dtype: np.dtype) -> Any:
    """A traced integer of any range as `dtype`, which keeps its lowest bits."""
    bits, signed = INTEGERS[dtype]
    kind = carrier(dtype)
    if bits < np.dtype(x.dtype).itemsize * 8 and (bits, signed) != (32, True):
        half = 2**(bits - 1) * signed
        x = (x + half) % 2**bits - half if half else x % 2**bits
    return x.astype(kind)


def as_tensor_of(x: Any, dtype: np.dtype) -> Tensor:
    """A traced tensor of a carrier's type, fitted to `dtype`."""
    if dtype in INTEGERS and np.dtype(x.dtype) != BOOL:
        return wrapped(x, dtype) if x.spec.dtype[0] == "i" else x.astype(carrier(dtype))
    return x.astype(carrier(dtype))
