# weakness.py - floats that have no type of their own
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""How firmly a float of a traced function has its element type.

    x * 0.5                           0.5 is in the type of x, whatever that is
    x * (step / 100)                  so is what an integer makes
    x * np.array(0.5)                 a float64 of rank 0 is as a number
    (x > 0).astype(float)             so is what becomes Python's float
    x + neo.zeros(3)                  and what neo creates without a dtype

All of these are computed in f64 until they meet a float that has a type: one rule for
every program, and no digit is lost on the way. Where they meet none and leave
`neo.jit`, the two kinds part. What is made of numbers and integers stays f64, as in
NumPy. What neo created becomes f32, as outside of `neo.jit` and as in other frameworks:
a network's first state, made by a jitted function, fits its weights.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from neo.specs import spec

NUMBER = spec((), "f64")
CREATED_TYPE = "f32"  # Of what neo creates without a dtype, where it meets no float.


class Weakness(IntEnum):
    """What a float may become beside others; false where it is what it is."""

    NONE = 0
    CREATED = 1
    NUMBERS = 2


def of_result(operands: Iterable[Weakness]) -> Weakness:
    """The weakness of what is made of float operands: that of the firmest."""
    return min(operands, default=Weakness.NUMBERS)


__all__ = ["CREATED_TYPE", "NUMBER", "Weakness", "of_result"]
