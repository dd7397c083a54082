# picked_steps.py - dequantised tensors of which operators pick elements
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Integers that stay known behind operators between DequantizeLinear and QuantizeLinear.

Quantisers put a pair around every operator, also where it only moves elements or takes
the largest of some. Those are the same on the integers, for a positive scale rises:

    max over r of s (q[p + r] - z)  =  s ((max over r of q[p + r]) - z)

So the operator is applied to the integers as well, and who reads its result may take
either: a product takes the integers, and a QuantizeLinear of the same scale and zero
point gives them back as they are. What is read by nobody is left out of the program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from neo.onnx.element_types import F32, INTEGERS
from neo.onnx.items import Item, Steps
from neo.onnx.node import Node, results
from neo.onnx.records import Function

# Operators whose result has elements of the first input, and nothing else.
_MOVING = frozenset((
    "DepthToSpace", "Expand", "Flatten", "Gather", "Identity", "Reshape", "Slice",
    "SpaceToDepth", "Squeeze", "Tile", "Transpose", "Unsqueeze"))
# Those that keep the indices along any axis together.
_ALONG = frozenset(("Identity", "Transpose"))
_LARGEST = frozenset(("GlobalMaxPool", "MaxPool"))


def with_steps(node: Node, function: Function, inputs: Sequence[Item | None],
               made: list[Item]) -> list[Item]:
    """The results `made` of a record; the first with its steps, if they are known."""
    steps = inputs[0].steps if inputs and inputs[0] is not None else None
    if steps is None or node.domain or not _is_picked(node, steps):
        return made
    whole = (steps.whole, *inputs[1:])
    picked = Steps(results(node, function(node, *whole), whole)[0], steps.scale,
                   steps.zero, _moved(node, steps))
    return [replace(made[0], steps=picked), *made[1:]]


def _is_picked(node: Node, steps: Steps) -> bool:
    """Whether the node commutes with the scale and the zero point."""
    operator = node.proto.op_type
    if operator == "Relu":
        return steps.zero is None and _rises(steps.scale)
    if operator in _LARGEST:
        return steps.axis in (None, 1) and _rises(steps.scale)
    return operator in _MOVING if steps.axis is None else operator in _ALONG


def _moved(node: Node, steps: Steps) -> int | None:
    """The axis behind the node."""
    rank = steps.whole.ndim
    if steps.axis is None or node.proto.op_type != "Transpose":
        return steps.axis
    order = node.attribute("perm", tuple(range(rank))[::-1])
    return list(order).index(steps.axis)


def _rises(scale: Item) -> bool:
    """Whether it is known to be positive, and no number of steps overflows."""
    return scale.is_known and bool((scale.raw > 0).all() and
                                   np.isfinite(scale.raw * np.float32(2**31)).all())


def unchanged(x: Item, scale: Item, zero: Item | None, dtype: np.dtype) -> Item | None:
    """The integers that QuantizeLinear finds, if they are those that x was made of: two
    roundings of 2**-24 move no number of up to 16 bits by a half."""
    steps = x.steps
    if steps is None or steps.axis is not None or steps.whole.dtype != dtype or \
            INTEGERS.get(dtype, (32,))[0] > 16 or {x.dtype, scale.dtype} != {F32}:
        return None
    same = _same(steps.scale, scale) and _same(steps.zero, zero) and _rises(scale)
    return steps.whole if same else None


def _same(a: Item | None, b: Item | None) -> bool:
    if a is None or b is None or a is b:
        return a is b
    return a.is_known and b.is_known and a.dtype == b.dtype and \
        np.array_equal(a.raw.reshape(-1), b.raw.reshape(-1))
