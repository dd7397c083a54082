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
The sum on the left rounds each factor, product and addition. A bias, a Relu or a Clip
stay in floats: they run on the tiles of the sum, as does the QuantizeLinear after them.

Left in floats: operands that do not come from bytes, a scale that an index of the sum
moves, blocks, and sums so long that 32 bits might not hold them.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from neo.onnx.element_types import F32, I8, U8
from neo.onnx.items import Item, Steps
from neo.onnx.node import Node
from neo.onnx.operators import quantised_products as products


def matmul(node: Node, a: Item, b: Item) -> Any:
    """The traced product of dequantised matrices; None where it stays in floats."""
    left, right = a.steps, b.steps
    if left is None or right is None or min(a.ndim, b.ndim) < 2 or not _are_exact(
            a, b, right_axis=b.ndim - 1, terms=a.shape[-1]):
        return None
    total = products.matmul(node, left.whole, left.zero, right.whole, right.zero)
    return total.astype(F32) * _scale(left, right, ())


def convolution(node: Node, x: Item, w: Item) -> Any:
    """The traced convolution of dequantised tensors; None where it stays in floats."""
    image, weights = x.steps, w.steps
    if image is None or weights is None or not _are_exact(
            x, w, right_axis=0, terms=math.prod(w.shape[1:])):
        return None
    total = products.convolution(node, image.whole, image.zero, weights.whole,
                                 weights.zero)
    return total.astype(F32) * _scale(image, weights, (1,) * (x.ndim - 2))


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


def _scale(left: Steps, right: Steps, behind: tuple[int, ...]) -> Any:
    """The factor of the sum, in a shape that broadcasts over it."""
    each = () if right.scale.size == 1 else (-1, *behind)
    return left.scale.x.reshape(()) * right.scale.x.reshape(each)
