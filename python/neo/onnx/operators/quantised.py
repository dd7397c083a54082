# quantised.py - quantised operators
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Quantised operators: products of integers in integers, then one scale.

A scale has one number, one for each index along an axis, or one for each block of
indices. The zero point is subtracted before the product, in 32 bits, as ONNX says.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

import neo
from neo.onnx.element_types import (BF16, F16, F32, I32, SHORT_FLOATS, U8, bounds)
from neo.onnx.items import Item, Steps, traced
from neo.onnx.node import Node
from neo.onnx.operators import quantised_products as products
from neo.onnx.operators.casting import rounded_to
from neo.onnx.operators.elementwise import rounded
from neo.onnx.picked_steps import unchanged
from neo.onnx.records import record


def spread(node: Node, scale: Item, like: Item) -> Any:
    """A scale or a zero point in a shape that broadcasts over `like`."""
    if scale.size == 1 and scale.ndim <= 1:
        return scale.x.reshape(())
    axis = node.axis(like.ndim, 1)
    block = node.attribute("block_size", 0)
    if block:
        shape = [n for a, s in enumerate(scale.shape)
                 for n in ((s, 1) if a == axis else (s,))]
        wide = list(shape)
        wide[axis + 1] = block
        found = neo.broadcast_to(scale.x.reshape(shape), wide)
        total = [s * block if a == axis else s for a, s in enumerate(scale.shape)]
        cut = tuple(slice(0, s) for s in like.shape)
        return found.reshape(total)[cut]
    shape = [1] * like.ndim
    shape[axis] = scale.size
    return scale.x.reshape(shape)


@record("QuantizeLinear", since=10)
def quantize(node: Node, x: Item, scale: Item, zero: Item | None = None) -> Item:
    dtype = node.type("output_dtype", zero.dtype if zero is not None else U8)
    whole = unchanged(x, scale, zero, dtype)
    if whole is not None:
        return whole
    kind = node.type("precision", F32 if scale.dtype in SHORT_FLOATS else scale.dtype)
    real = F32 if kind in (F16, BF16) else kind
    steps = _in_steps(node, x, scale, real)
    if kind != real:
        steps = steps.astype(kind).astype(real)
    if dtype in SHORT_FLOATS:
        if zero is not None:
            steps = steps + spread(node, zero, x).astype(real)
        return Item(dtype, rounded_to(steps.astype(F32), dtype,
                                      bool(node.attribute("saturate", 1)), "up"))
    return saturated(steps, None if zero is None else spread(node, zero, x), dtype)


def _in_steps(node: Node, x: Item, scale: Item, real: np.dtype) -> Any:
    """x as a multiple of a scale. A sum of integers is multiplied once."""
    by, sums = spread(node, scale, x).astype(real), x.steps
    if sums is None or sums.whole.dtype != I32 or sums.zero is not None or \
            {x.dtype, scale.dtype, real} != {F32}:
        return x.x.astype(real) / by
    return sums.whole.x.astype(F32) * (sums.spread(sums.scale) / by)


def saturated(steps: Any, zero: Any, dtype: np.dtype) -> Item:
    """Traced floats rounded, moved by a zero point and kept in the range of a type."""
    low, high = bounds(dtype)
    found = rounded(steps)
    if zero is not None:
        found = found + zero.astype(found.dtype)
    found = neo.maximum(neo.minimum(found, float(high)), float(low))
    return traced(found, dtype)


@record("DequantizeLinear", since=10)
def dequantize(node: Node, x: Item, scale: Item, zero: Item | None = None) -> Item:
    dtype = node.type("output_dtype", scale.dtype)
    real = F32 if scale.dtype in (F16, BF16) or scale.dtype in SHORT_FLOATS \
        else scale.dtype
    steps = x.x
    if zero is not None:
        steps = steps - spread(node, zero, x)
    found = traced(steps.astype(real) * spread(node, scale, x).astype(real), dtype)
    if node.attribute("block_size", 0):
        return found
    along = scale.size > 1 or zero is not None and zero.size > 1
    axis = node.axis(x.ndim, 1) if along else None
    return replace(found, steps=Steps(x, scale, zero, axis))


@record("MatMulInteger", since=10)
def matmul_integer(node: Node, a: Item, b: Item, a_zero: Item | None = None,
                   b_zero: Item | None = None) -> Item:
    return traced(products.matmul(node, a, a_zero, b, b_zero), I32)


@record("ConvInteger", since=10)
def conv_integer(node: Node, x: Item, w: Item, x_zero: Item | None = None,
                 w_zero: Item | None = None) -> Item:
    return traced(products.convolution(node, x, x_zero, w, w_zero), I32)


def _rescaled(node: Node, total: Any, scales: Any, zero: Item, axis: int) -> Item:
    """A sum of products in the scale and type of the result."""
    steps = total.astype(F32) * scales
    if zero.dtype in SHORT_FLOATS:
        return Item(zero.dtype, rounded_to(steps + zero.x.reshape(()), zero.dtype,
                                           True, "up"))
    point = zero.x
    if zero.size > 1 and zero.ndim == 1 and axis:
        point = point.reshape((-1, 1))
    return saturated(steps, point.reshape(()) if zero.size == 1 else point, zero.dtype)


@record("QLinearMatMul", since=10)
def quantised_matmul(node: Node, a: Item, a_scale: Item, a_zero: Item, b: Item,
                     b_scale: Item, b_zero: Item, y_scale: Item, y_zero: Item) -> Item:
    total = products.matmul(node, a, a_zero, b, b_zero)
    of_a, of_b, of_y = (_scale(s, column) for s, column in
                        ((a_scale, True), (b_scale, False), (y_scale, True)))
    return _rescaled(node, total, of_a * of_b / of_y, y_zero, 1)


def _scale(scale: Item, by_row: bool) -> Any:
    x = scale.x.astype(F32)
    if scale.size == 1:
        return x.reshape(())
    return x.reshape((-1, 1)) if by_row and scale.ndim == 1 else x


@record("QLinearConv", since=10)
def quantised_convolution(node: Node, x: Item, x_scale: Item, x_zero: Item, w: Item,
                          w_scale: Item, w_zero: Item, y_scale: Item, y_zero: Item,
                          bias: Item | None = None) -> Item:
    total = products.convolution(node, x, x_zero, w, w_zero)
    behind = [1] * (x.ndim - 2)
    if bias is not None:
        total = total + bias.x.astype(I32).reshape((-1, *behind))
    of_w = w_scale.x.astype(F32)
    of_w = of_w.reshape(()) if w_scale.size == 1 else of_w.reshape((-1, *behind))
    scales = _scale(x_scale, False) * of_w / _scale(y_scale, False)
    return _rescaled(node, total, scales, y_zero, 0)
