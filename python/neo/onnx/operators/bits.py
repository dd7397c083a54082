# bits.py - integer division and bitwise operators
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Division by variable integers, remainders, shifts and bitwise operators.

neo divides integers by constants only, since a divisor of 0 traps. Here the quotient is
estimated in float64 and corrected twice by the remainder, which is exact in 64 bits; the
divisor 0, for which ONNX leaves the result undefined, becomes 1.

Bitwise operators follow from `bitxor` and sums: a + b = (a ^ b) + 2 (a & b).
"""

from __future__ import annotations

from typing import Any

import numpy as np

import neo
from neo.elementwise import apply
from neo.onnx.element_types import I64, INTEGERS, U64
from neo.onnx.items import Item, all_known, known, traced
from neo.onnx.node import Node
from neo.onnx.operators.elementwise import pointwise
from neo.onnx.records import record

# With the sign bit flipped, the order of i64 is that of the uint64 it carries.
SIGN = -2**63


def xor(a: Any, b: Any) -> Any:
    """Bitwise exclusive or of traced i64 that broadcast."""
    return apply("bitxor")(a, b)


def shifted_right(a: Any, by: int) -> Any:
    """Traced i64 with zeros brought in from the left."""
    return apply("shiftright")(a, by)


def wide(item: Item) -> Any:
    """A traced integer as i64."""
    return item.x.astype(np.int64)


def floor_quotient(a: Any, b: Any) -> Any:
    """floor(a / b) of traced i64; a divisor 0 counts as 1."""
    b = neo.where(b == 0, b * 0 + 1, b)
    real = b.astype(np.float64)
    quotient = neo.floor(a.astype(np.float64) / real).astype(np.int64)
    for _ in range(2):
        rest = a - quotient * b
        quotient = quotient + neo.floor(rest.astype(np.float64) / real).astype(np.int64)
    rest = a - quotient * b
    low = neo.where(b > 0, rest < 0, rest > 0)
    high = neo.where(b > 0, rest >= b, rest <= b)
    return quotient - low.astype(np.int64) + high.astype(np.int64)


def unsigned_quotient(a: Any, b: Any) -> Any:
    """floor(a / b) of traced i64 that hold uint64.

    Half of a divided by b, doubled, is the quotient or one less.
    """
    large = b < 0
    small = neo.where(large, b * 0 + 1, b)
    twice = floor_quotient(shifted_right(a, 1), small) * 2
    rest = a - twice * small
    quotient = twice + not_less(rest, small).astype(np.int64)
    return neo.where(large, not_less(a, b).astype(np.int64), quotient)


def not_less(a: Any, b: Any) -> Any:
    """a >= b of traced i64 that hold uint64."""
    return xor(a, SIGN) >= xor(b, SIGN)


def truncated(a: Any, b: Any) -> Any:
    """a / b without its fraction."""
    quotient = floor_quotient(a, b)
    inexact = a - quotient * b != 0
    below = neo.where(b > 0, a < 0, a > 0)
    return quotient + (inexact & below).astype(np.int64)


def quotient(a: Item, b: Item) -> Any:
    """The traced quotient of integers, towards zero."""
    divide = unsigned_quotient if a.dtype == U64 else truncated
    return divide(wide(a), wide(b))


@record("Div")
def divide(node: Node, a: Item, b: Item) -> Item:
    if not a.is_integer:
        return pointwise(lambda a, b: a / b, [a, b])
    if all_known([a, b]):
        return pointwise(_numpy_quotient, [a, b])
    return traced(quotient(a, b), a.dtype)


def _numpy_quotient(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    low = a // b
    return low + ((low * b != a) & ((a < 0) != (b < 0))).astype(low.dtype)


@record("Mod", since=10)
def remainder(node: Node, a: Item, b: Item) -> Item:
    """The sign is the divisor's, or with `fmod` the dividend's."""
    by_dividend = bool(node.attribute("fmod", 0))
    if all_known([a, b]):
        return pointwise(np.fmod if by_dividend else np.mod, [a, b])
    if a.is_integer:
        whole = quotient(a, b) if by_dividend or a.dtype == U64 else \
            floor_quotient(wide(a), wide(b))
        return traced(wide(a) - whole * wide(b), a.dtype)
    x, y = a.x.astype(np.float64), b.x.astype(np.float64)
    if not by_dividend:
        return traced(x % y, a.dtype)
    rest = neo.abs(x) % neo.abs(y)
    return traced(neo.where(x < 0, -rest, rest), a.dtype)


# Bits


def both(a: Any, b: Any) -> Any:
    """Bitwise and of traced i64: of all bits but the last, and of the last."""
    high_a, high_b = shifted_right(a, 1), shifted_right(b, 1)
    high = shifted_right(high_a + high_b - xor(high_a, high_b), 1)
    return high * 2 + (a % 2) * (b % 2)


@record("BitwiseAnd", "BitwiseOr", "BitwiseXor", since=18)
def bitwise(node: Node, a: Item, b: Item) -> Item:
    if all_known([a, b]):
        functions = {"BitwiseAnd": np.bitwise_and, "BitwiseOr": np.bitwise_or}
        return pointwise(functions.get(node.operator, np.bitwise_xor), [a, b])
    x, y = wide(a), wide(b)
    if node.operator == "BitwiseXor":
        return traced(xor(x, y), a.dtype)
    found = both(x, y)
    return traced(found if node.operator == "BitwiseAnd" else x + y - found, a.dtype)


@record("BitwiseNot", since=18)
def bitwise_not(node: Node, a: Item) -> Item:
    return known(np.invert(a.raw)) if a.is_known else traced(-1 - wide(a), a.dtype)


@record("BitShift", since=11)
def bit_shift(node: Node, a: Item, by: Item) -> Item:
    """By the bits of `by`: 5 is a shift by 4 and one by 1; signs move along."""
    left = node.attribute("direction") == "LEFT"
    if all_known([a, by]):
        return pointwise(np.left_shift if left else np.right_shift, [a, by])
    x, rest = wide(a), wide(by)
    bits, signed = INTEGERS[a.dtype]
    for place in range(bits.bit_length() - 1):
        amount = 2**place
        moved = x * 2**amount if left else x // 2**amount if signed else \
            shifted_right(x, amount)
        x = neo.where(rest // amount % 2 == 1, moved, x)
    gone = neo.where(x < 0, x * 0 - 1, x * 0) if signed and not left else x * 0
    x = neo.where((rest >= bits) | (rest < 0), gone, x)
    return traced(x, a.dtype)


def to_float(x: Any, dtype: np.dtype) -> Any:
    """A traced i64 that holds uint64 as a float."""
    real = x.astype(np.float64)
    return neo.where(x < 0, real + 2.0**64, real).astype(dtype)


def from_float(x: Any) -> Any:
    """A traced float as uint64 in an i64."""
    real = x.astype(np.float64)
    large = real >= 2.0**63
    return neo.where(large, real - 2.0**63, real).astype(I64) + \
        large.astype(np.int64) * SIGN
