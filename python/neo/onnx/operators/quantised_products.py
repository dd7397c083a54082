# quantised_products.py - products of integers of eight bits
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Sums of products of numbers with zero points, as products of signed bytes.

Targets multiply words of four signed bytes, or of two i16, by one instruction, which
neo-narrow finds where both operands are i8. So unsigned bytes are moved by 128, with their zero point,
and what the zero points add is taken off afterwards. With a and b as bytes, p and q
their zero points, and S the sum of products that a MatMul or a Conv is,

    S(a - p, b - q) = S(a, b) - p S(1, b) - q S(a, 1) + p q S(1, 1)

where S(1, b) follows from the weights alone and is computed once, and the terms with q
are not there for weights around zero. Zeros that a Conv puts around its operand are
zeros of S(a, b) and of S(1, b) alike; without such, S(1, b) is one number for a channel.

A convolution of each channel on its own has no loop whose steps could fill words. Its
sums are short, and f32 holds all integers up to 2**24, so they are taken in f32 from
bytes without their zero points, exactly and with nothing to take off.
"""

from __future__ import annotations

from collections.abc import Callable
import math
from typing import Any

import numpy as np

import neo
from neo.onnx.element_types import F32, I8, I32, INTEGERS, U8
from neo.onnx.items import Item
from neo.onnx.node import Node
from neo.onnx.operators.window_products import check_groups, convolved
from neo.onnx.operators.windows import expression, windows_of

Product = Callable[[Any, Any], Any]


def matmul(node: Node, a: Item, a_zero: Item | None, b: Item, b_zero: Item | None
           ) -> Any:
    """The traced product of matrices without their zero points."""
    if not (_are_bytes(a) and _are_bytes(b)) or min(a.ndim, b.ndim) < 2:
        return neo.matmul(centred(a, a_zero, a.ndim - 2), centred(b, b_zero, b.ndim - 1))
    depth = a.shape[-1]
    ones = neo.asarray(np.ones((1, depth), np.int8))
    return _product(_matrices, a, _spread(a_zero, a, a.ndim - 2), b,
                    _spread(b_zero, b, b.ndim - 1), lambda right: _matrices(ones, right),
                    np.ones((depth, 1), np.int8))


def _matrices(a: Any, b: Any) -> Any:
    """The product of matrices of i8 in i32, in batches that broadcast."""
    rank = max(a.ndim, b.ndim) - 2
    loops = [f"n{d}" for d in range(rank)]
    shape = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])

    def index(x: Any, row: str, column: str) -> str:
        own = ["0" if size == 1 else name for size, name in
               zip(x.shape[:-2], loops[rank + 2 - x.ndim:])]
        return ", ".join([*own, row, column])

    return expression(
        f"Y[{','.join([*loops, 'i', 'j'])}] += int32(A[{index(a, 'i', 'k')}]) * "
        f"int32(B[{index(b, 'k', 'j')}])", dict(zip(loops, shape)))(a, b)


def convolution(node: Node, x: Item, x_zero: Item | None, w: Item, w_zero: Item | None
                ) -> Any:
    """The traced convolution of tensors without their zero points."""
    groups = check_groups(node, x, w, x.shape[1], w.shape[0])
    windows = windows_of(node, x, w.shape[2:])
    if not (_are_bytes(x) and _are_bytes(w)):
        return convolved(centred(x, x_zero, 1), centred(w, w_zero, 0), windows, groups)
    if w.shape[1] == 1 and math.prod(windows.kernel) * 255**2 <= 2**24:
        real = (centred(i, zero, axis).astype(F32) for i, zero, axis in
                ((x, x_zero, 1), (w, w_zero, 0)))
        return convolved(*real, windows, groups).astype(I32)
    ones = np.ones((groups, *w.shape[1:]), np.int8)
    every = neo.asarray(np.ones((1, *x.shape[1:]), np.int8))

    def product(image: Any, weights: Any) -> Any:
        found = convolved(image, weights, windows, groups, "int32")
        if weights is not ones:
            return found
        # One sum for each group is that of each of its channels.
        return neo.repeat(found, w.shape[0] // groups, 1)

    def sums(weights: Any) -> Any:
        """Of the weights in each window."""
        if any(map(windows.leaves, range(windows.rank))):
            return product(every, weights)
        if weights is ones:
            return math.prod(w.shape[1:])
        found = neo.sum(weights.astype(I32), tuple(range(1, w.ndim)))
        return found.reshape((-1, *[1] * windows.rank))

    zero = _spread(w_zero, w, 0)
    if not isinstance(zero, int):
        zero = zero.reshape((-1, *[1] * windows.rank)) if zero.ndim else zero
    return _product(product, x, _spread(x_zero, x, 1), w, zero, sums, ones)


def _are_bytes(item: Item) -> bool:
    return item.dtype in (I8, U8)


def _signed(item: Item) -> Any:
    """Bytes as i8, unsigned ones moved by 128."""
    if item.is_known:
        raw = item.raw.astype(np.int16) - 128 * (item.dtype == U8)
        return raw.astype(np.int8)
    return (item.x - 128 if item.dtype == U8 else item.x).astype(np.int8)


def _spread(zero: Item | None, of: Item, axis: int) -> Any:
    """The zero point of signed bytes: a number, or a tensor that broadcasts."""
    moved = 128 * (of.dtype == U8)
    if zero is None:
        return -moved
    if zero.is_known and (zero.raw == zero.raw.flat[:1]).all():
        return int(zero.raw.flat[0]) - moved
    point = zero.x.astype(I32) - moved
    return point.reshape(()) if zero.size == 1 else _along(point, zero, of, axis)


def _along(point: Any, zero: Item, of: Item, axis: int) -> Any:
    """A zero point for each index along an axis, in a shape that broadcasts."""
    if zero.ndim != 1:
        return point
    shape = [1] * of.ndim
    shape[axis] = zero.size
    return point.reshape(shape)


def _product(product: Product, a: Item, p: Any, b: Item, q: Any,
             sums: Callable[[Any], Any], ones: np.ndarray) -> Any:
    """S(a - p, b - q), where `sums` is S(1, _), and `ones` a tensor of them in b's
    place."""
    left, right = neo.asarray(_signed(a)), neo.asarray(_signed(b))
    total = product(left, right)
    has_p, has_q = (not isinstance(zero, int) or zero != 0 for zero in (p, q))
    if has_p:
        total = total - sums(right) * p
    if has_q:
        total = total - product(left, ones) * q
    if has_p and has_q:
        total = total + sums(ones) * (p * q)
    return total


def centred(x: Item, zero: Item | None, axis: int) -> Any:
    """A quantised tensor of any type without its zero point, which may vary along an
    axis."""
    if x.dtype not in INTEGERS:
        return x.x if zero is None else x.x - zero.x.reshape(())
    wide = x.x.astype(I32)
    if zero is None or zero.is_known and not zero.raw.any():
        return wide
    point = zero.x.astype(I32)
    return wide - (point.reshape(()) if zero.size == 1 else
                   _along(point, zero, x, axis))
