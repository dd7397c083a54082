# rounding.py - quotients, remainders and whole numbers
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Division, which is of floats in Neo, and what is rounded.

Integers are divided as float64, and corrected by their remainder, which is exact for
all that float64 holds exactly.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import neo
from neo.specs import FLOATS
from neo.tensor import Tensor
from neo.torch.records import Call, Unsupported, cast, record


def trunc(x: Any) -> Any:
    """Without the fraction."""
    return neo.where(x < 0, neo.ceil(x), neo.floor(x))


def nearest(x: Any) -> Any:
    """The nearest whole number, of two the even one."""
    below = neo.floor(x)
    rest = x - below
    odd = below - 2 * neo.floor(below / 2)
    return neo.where(rest < 0.5, below, neo.where(rest > 0.5, below + 1, below + odd))


def _whole(function: Any) -> Any:
    def call(call: Call, x: Tensor) -> Tensor:
        return function(x) if call.is_float else x

    return call


record("floor")(_whole(neo.floor))
record("ceil")(_whole(neo.ceil))
record("trunc")(_whole(trunc))
record("round")(_whole(nearest))


@record("round.decimals")
def round_decimals(call: Call, x: Tensor, decimals: int = 0) -> Tensor:
    if not call.is_float:
        return x
    scale = 10.0 ** abs(decimals)
    return nearest(x * scale) / scale if decimals >= 0 else nearest(x / scale) * scale


@record("frac")
def frac(call: Call, x: Tensor) -> Tensor:
    return x - trunc(x)


@record("div.Tensor", "div.Scalar")
def div(call: Call, a: Any, b: Any) -> Tensor:
    return cast(a, call.name) / cast(b, call.name)


@record("div.Tensor_mode", "div.Scalar_mode")
def div_mode(call: Call, a: Any, b: Any, rounding_mode: str | None = None) -> Tensor:
    if rounding_mode is None:
        return div(call, a, b)
    if call.is_float:
        a, b = cast(a, call.name), cast(b, call.name)
        return trunc(a / b) if rounding_mode == "trunc" else _floored(a, b)
    return _divided(a, b, trunc if rounding_mode == "trunc" else neo.floor)


@record("floor_divide", "floor_divide.Scalar")
def floor_divide(call: Call, a: Any, b: Any) -> Tensor:
    return div_mode(call, a, b, rounding_mode="floor")


def _floored(a: Any, b: Any) -> Any:
    """The largest whole number that is not larger than a / b, from the remainder."""
    rest = a - b * trunc(a / b)
    adjusted = (a - rest) / b - neo.where((rest != 0) & ((rest < 0) != (b < 0)), 1.0,
                                          0.0) if isinstance(b, Tensor) else \
        (a - rest) / b - neo.where((rest != 0) & (rest < 0 if b > 0 else rest > 0),
                                   1.0, 0.0)
    whole = nearest(adjusted)
    return neo.where(neo.isfinite(whole), whole, a / b)


def _divided(a: Any, b: Any, rounds: Any) -> Any:
    """The rounded quotient of integers."""
    floats = [o.astype(np.float64) if isinstance(o, Tensor) else float(o)
              for o in (a, b)]
    return rounds(floats[0] / floats[1]).astype(np.int64)


@record("remainder.Tensor", "remainder.Scalar", "remainder.Scalar_Tensor")
def remainder(call: Call, a: Any, b: Any) -> Tensor:
    return _rest(call, a, b, neo.floor)


@record("fmod.Tensor", "fmod.Scalar")
def fmod(call: Call, a: Any, b: Any) -> Tensor:
    return _rest(call, a, b, trunc)


def _rest(call: Call, a: Any, b: Any, rounds: Any) -> Any:
    a, b = cast(a, call.name), cast(b, call.name)
    if call.name in FLOATS:
        return a - b * rounds(a / b)
    if call.name == "i1":
        raise Unsupported("the remainder of truth values")
    return a - b * _divided(a, b, rounds)
