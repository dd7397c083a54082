# casting.py - from one element type to another
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Cast and related operators.

A float of 8 or 4 bits has so few values that rounding to one is counting: value number
n of the positive ones is the nearest where n thresholds, the midpoints between
neighbours, lie below. A midpoint belongs to the even neighbour; where that is the lower
one, the threshold is the next float32 above the midpoint.

    float4:  0  0.5  1  1.5  2  3  4  6       0.75 lies over 0.25, not over
    thresholds 0.25+ 0.75 1.25+ 1.75 ...      1.25+: value number 2, which is 1
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

import neo
from neo.onnx.element_types import (BOOL, FLOATS, I64, INTEGERS, SHORT_FLOATS, U64,
                                    carrier, wrapped)
from neo.onnx.items import Item, known, traced
from neo.onnx.node import Node
from neo.onnx.operators.bits import from_float, to_float
from neo.onnx.records import record


@record("Cast", since=6)
def cast(node: Node, x: Item) -> Item:
    if node.attribute("to") is None:
        node.wrong("it has no attribute 'to'")
    dtype = node.type("to", x.dtype)
    return converted(x, dtype, bool(node.attribute("saturate", 1)),
                     node.attribute("round_mode", "up"))


@record("CastLike", since=15)
def cast_like(node: Node, x: Item, like: Item) -> Item:
    return converted(x, like.dtype, bool(node.attribute("saturate", 1)),
                     node.attribute("round_mode", "up"))


def converted(x: Item, dtype: np.dtype, saturates: bool = True, mode: str = "up"
              ) -> Item:
    """`x` in another element type."""
    if x.dtype == dtype:
        return x
    if x.is_known and dtype not in SHORT_FLOATS and x.dtype not in SHORT_FLOATS:
        return known(x.raw.astype(dtype))
    if dtype in SHORT_FLOATS:
        return Item(dtype, rounded_to(_float32(x), dtype, saturates, mode), x.sources)
    return traced(_converted(x, dtype), dtype)


def _converted(x: Item, dtype: np.dtype) -> Any:
    if dtype == BOOL:
        return x.x != 0
    if x.dtype == U64 and dtype in FLOATS:
        return to_float(x.x, dtype)
    if dtype not in INTEGERS or x.dtype == BOOL or x.is_integer:
        return x.x.astype(carrier(dtype) if dtype in FLOATS else I64)
    if dtype == U64:
        return from_float(x.x)
    kind = np.float64 if x.dtype == np.float64 else np.float32
    return wrapped(x.x.astype(kind).astype(I64), dtype)


def _float32(x: Item) -> Any:
    return to_float(x.x, np.dtype(np.float32)) if x.dtype == U64 else \
        x.x.astype(np.float32)


# Floats of 8 and 4 bits


@lru_cache(maxsize=32)
def thresholds(dtype: np.dtype, saturates: bool, mode: str) -> tuple[np.ndarray, np.ndarray]:
    """The positive values of a type in order, and where each of them begins."""
    count = 16 if dtype.name == "float4_e2m1fn" else 256
    values = np.arange(count, dtype=np.uint8).view(dtype).astype(np.float64)
    values = values[np.isfinite(values) & ~np.signbit(values)]
    steps = list(_starts(values, mode))
    if not saturates and dtype.name != "float4_e2m1fn":
        after = 2 * values[-1] - values[-2]
        steps.append(_between(values[-1], after, len(values) % 2 == 0))
        over = np.inf if "e5m2" in dtype.name and "fnuz" not in dtype.name else np.nan
        values = np.append(values, over)
    return values.astype(np.float32), np.array(steps, np.float32)


def _starts(values: np.ndarray, mode: str) -> Any:
    for n in range(1, len(values)):
        below, above = values[n - 1], values[n]
        if mode == "down" and _is_power(values):
            yield above
        elif mode == "up" and _is_power(values):
            yield np.nextafter(np.float32(below), np.float32(np.inf))
        else:
            yield _between(below, above, n % 2 == 0)


def _is_power(values: np.ndarray) -> bool:
    """Whether the type has powers of two alone, which have modes of rounding."""
    return len(values) > 200


def _between(below: float, above: float, up: bool) -> np.float32:
    """The first float32 that is rounded up; the midpoint itself where `up`."""
    middle = np.float32((below + above) / 2)
    return middle if up else np.nextafter(middle, np.float32(np.inf))


def rounded_to(x: Any, dtype: np.dtype, saturates: bool, mode: str) -> Any:
    """A traced f32 rounded to the values of a short float."""
    values, starts = thresholds(dtype, saturates, mode)
    place = ",".join("abcdefghijlmnopq"[:x.ndim])
    at = neo.expr(f"N[{place}] += int64(abs(X[{place}]) >= T[k])")(x, starts)
    found = neo.take(values, at)
    if dtype.name != "float8_e8m0fnu":
        found = neo.where(x < 0, -found, found)
    return neo.where(x != x, np.nan, found)


@record("BitCast", since=26)
def bit_cast(node: Node, x: Item) -> Item:
    """The same bits; traced, of integers alone."""
    dtype = node.type("to", x.dtype)
    if x.is_known:
        return known(x.raw.view(dtype))
    if x.is_integer and dtype in INTEGERS and INTEGERS[dtype][0] == INTEGERS[x.dtype][0]:
        return traced(x.x.astype(I64), dtype)
    if x.dtype == dtype:
        return x
    return node.refuse("the bits of a float are no expression of its value")
