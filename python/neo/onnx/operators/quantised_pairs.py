# quantised_pairs.py - products between DequantizeLinear and QuantizeLinear
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Sums of products of dequantised tensors, as sums of integers and one scale.

A quantiser may leave the operators of a model as they are and put pairs around them:
each operand comes from a DequantizeLinear, each result goes to a QuantizeLinear, and
what lies between is written in floats. A scale that no index of the sum depends on is a
factor of all of its terms, so it leaves the sum, and what stays are bytes without their
zero points. For a convolution with a scale s of its image and t[k] of each channel,

    sum of s (x - p) * t[k] (w[k] - q[k])  =  s t[k] * sum of (x - p) (w[k] - q[k])

The sum on the right is what a QLinearConv computes (quantised_products.py). It is exact,
so the result is rounded three times in all: the sum to f32, s t[k], and their product.
The sum on the left rounds each factor, product and addition. A bias in steps of s t[k],
which is what quantisers write, is added to the sum of integers.

The result is steps itself, of 32 bits: a Relu or a MaxPool works on them
(picked_steps.py), and a QuantizeLinear of scale u multiplies the sum by s t[k] / u, one
product for each element. Other operators read floats, on the tiles of the sum.

Left in floats: operands that do not come from bytes, a scale that an index of the sum
moves, blocks, and sums so long that 32 bits might not hold them.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from neo.onnx.element_types import F32, I8, I32, U8
from neo.onnx.items import Item, Steps, known, traced
from neo.onnx.node import Node
from neo.onnx.operators import quantised_products as products


def matmul(node: Node, a: Item, b: Item, bias: Item | None = None) -> Item | None:
    """The product of dequantised matrices; None where it stays in floats."""
    left, right = a.steps, b.steps
    if left is None or right is None or min(a.ndim, b.ndim) < 2 or not _are_exact(
            a, b, b.ndim - 1, terms := a.shape[-1]):
        return None
    total = products.matmul(node, left.whole, left.zero, right.whole, right.zero)
    return _real(total, left, right, total.ndim - 1, bias, terms)


def convolution(node: Node, x: Item, w: Item, bias: Item | None = None) -> Item | None:
    """The convolution of dequantised tensors; None where it stays in floats."""
    image, weights = x.steps, w.steps
    if image is None or weights is None or not _are_exact(
            x, w, 0, terms := math.prod(w.shape[1:])):
        return None
    total = products.convolution(node, image.whole, image.zero, weights.whole,
                                 weights.zero)
    return _real(total, image, weights, 1, bias, terms)


def _real(total: Any, left: Steps, right: Steps, axis: int, bias: Item | None,
          terms: int) -> Item:
    """The numbers that a sum of integers stands for, and a bias along an axis."""
    scale = _product(left.scale, right.scale)
    behind = (1,) * (total.ndim - 1 - axis)
    is_whole = bias is None or _adds(bias, scale, total.shape[axis],
                                     2**31 - terms * _largest(left) * _largest(right))
    if bias is not None and is_whole:
        total = total + bias.steps.whole.x.reshape((-1, *behind))
    steps = Steps(traced(total, I32), scale, None, axis if scale.size > 1 else None)
    found = steps.whole.x.astype(F32) * steps.spread(scale)
    if is_whole:
        return Item(F32, found, steps=steps)
    if bias.ndim == 1:
        return traced(found + bias.x.reshape((-1, *behind)), F32)
    return traced(found + bias.x, F32)


def _product(left: Item, right: Item) -> Item:
    """The scale of a product: one number, or one for each index of the right one's."""
    shape = () if right.size == 1 else (-1,)
    if left.is_known and right.is_known:
        return known(left.raw.reshape(()) * right.raw.reshape(shape), F32)
    return Item(F32, left.x.reshape(()) * right.x.reshape(shape))


def _adds(bias: Item, scale: Item, count: int, least_beyond: int) -> bool:
    """Whether a bias is known to be integers in steps of `scale` around zero, one for
    each of `count`, that sums hold beside what they are already."""
    steps = bias.steps
    if steps is None or steps.whole.dtype != I32 or bias.shape != (count,) or not (
            scale.is_known and steps.scale.is_known and steps.whole.is_known):
        return False
    if steps.zero is not None and not (steps.zero.is_known and not steps.zero.raw.any()):
        return False
    own = np.broadcast_to(steps.scale.raw.reshape(-1), count)
    return bool((own == scale.raw).all()) and \
        _magnitude(steps.whole.raw) < least_beyond


def _are_exact(a: Item, b: Item, right_axis: int, terms: int) -> bool:
    """Whether no index of the sum moves a scale or a zero point, and 32 bits hold every
    sum of so many terms."""
    return all(x.dtype == F32 and x.steps.scale.dtype == F32 and
               x.steps.whole.dtype in (I8, U8) for x in (a, b)) and \
        a.steps.axis is None and b.steps.axis in (None, right_axis) and \
        terms * _largest(a.steps) * _largest(b.steps) < 2**31


def _largest(steps: Steps) -> int:
    """A bound of how far the integers are from their zero points."""
    zero = steps.zero
    if zero is not None and not zero.is_known:
        return 255
    whole = _magnitude(steps.whole.raw) if steps.whole.is_known else 255
    return min(whole + (0 if zero is None else _magnitude(zero.raw)), 255)


def _magnitude(array: np.ndarray) -> int:
    return max(int(array.max(initial=0)), -int(array.min(initial=0)))
