# rounding.py - quotients, remainders and whole numbers
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Division, which is of floats in Neo, and what is rounded.

Integers are divided as integers, and the remainder of floats is exact.
"""

from __future__ import annotations

from typing import Any

import neo
from neo.tensor import Tensor
from neo.torch.aten.pointwise import widened
from neo.torch.records import Call, Unsupported, cast, record


def _whole(function: Any) -> Any:
    def call(call: Call, x: Tensor) -> Tensor:
        return function(x) if call.is_float else x

    return call


record("floor")(_whole(neo.floor))
record("ceil")(_whole(neo.ceil))
record("trunc")(_whole(neo.trunc))
record("round")(_whole(neo.round))


@record("round.decimals")
def round_decimals(call: Call, x: Tensor, decimals: int = 0) -> Tensor:
    if not call.is_float:
        return x
    x, scale = widened(x), 10.0 ** abs(decimals)
    return neo.round(x * scale) / scale if decimals >= 0 else neo.round(x / scale) * scale


@record("frac")
def frac(call: Call, x: Tensor) -> Tensor:
    return x - neo.trunc(x)


@record("div.Tensor", "div.Scalar")
def div(call: Call, a: Any, b: Any) -> Tensor:
    return cast(a, call.name) / cast(b, call.name)


@record("div.Tensor_mode", "div.Scalar_mode")
def div_mode(call: Call, a: Any, b: Any, rounding_mode: str | None = None) -> Tensor:
    if rounding_mode is None:
        return div(call, a, b)
    a, b = cast(a, call.name), cast(b, call.name)
    if not call.is_float:
        return _truncated(a, b) if rounding_mode == "trunc" else a // b
    if rounding_mode == "trunc":
        return neo.trunc(a / b)
    if isinstance(b, Tensor):
        return neo.where(b == 0, a / b, a // b)
    return a // b if b else a / b


@record("floor_divide", "floor_divide.Scalar")
def floor_divide(call: Call, a: Any, b: Any) -> Tensor:
    return div_mode(call, a, b, rounding_mode="floor")


def _truncated(a: Any, b: Any) -> Any:
    """The quotient of integers without its fraction."""
    down = a // b
    inexact = (down * b != a) & ((a < 0) != (b < 0))
    return down + inexact.astype(down.dtype)


@record("remainder.Tensor", "remainder.Scalar", "remainder.Scalar_Tensor")
def remainder(call: Call, a: Any, b: Any) -> Tensor:
    """With the sign of b, exact."""
    if call.name == "i1":
        raise Unsupported("the remainder of truth values")
    return cast(a, call.name) % cast(b, call.name)


@record("fmod.Tensor", "fmod.Scalar")
def fmod(call: Call, a: Any, b: Any) -> Tensor:
    """With the sign of a: the remainder of sizes, exact."""
    if call.name == "i1":
        raise Unsupported("the remainder of truth values")
    a, b = cast(a, call.name), cast(b, call.name)
    if not call.is_float:  # The size of the least integer is beyond its type.
        return a - b * _truncated(a, b)
    size = abs(b)
    return neo.where(a < 0, -(-a % size), a % size)
