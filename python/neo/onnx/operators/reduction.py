# reduction.py - reductions along axes
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""ReduceSum and related operators, ArgMax, ArgMin, cumulative sums and products.

Axes are an attribute in older opsets and an input in newer ones; without any, all axes
are reduced, or none where `noop_with_empty_axes` says so.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

import neo
from neo.onnx.element_types import BF16, BOOL, F16, F32, F64, I64, U64, bounds, carrier
from neo.onnx.items import Item, known, traced
from neo.onnx.node import Node
from neo.onnx.operators.bits import SIGN, xor
from neo.onnx.records import record

# The first opset in which axes are an input.
_AXES_INPUT = {"ReduceSum": 13}


def axes_of(node: Node, x: Item, axes: Item | None) -> tuple[int, ...] | None:
    """The axes to reduce; None where nothing is to be done."""
    by_input = node.opset >= _AXES_INPUT.get(node.operator, 18)
    found = node.integers(axes) if by_input else node.attribute("axes")
    if not found:
        return None if node.attribute("noop_with_empty_axes", 0) else \
            tuple(range(x.ndim))
    return tuple(node.counted(a, x.ndim) for a in found)


def _reduces(*names: str) -> Callable[[Callable], Callable]:
    """A record of `formula(x, axes, keepdims)` of a traced tensor."""
    def add(formula: Callable[..., Any]) -> Callable[..., Any]:
        def reduced(node: Node, x: Item, axes: Item | None = None) -> Any:
            over = axes_of(node, x, axes)
            keep = bool(node.attribute("keepdims", 1))
            if over is None and node.operator in _KEEPS_ELEMENTS:
                return x
            kind = F64 if x.is_integer and node.operator in _IN_FLOATS else \
                F32 if x.dtype in (F16, BF16) else carrier(x.dtype)
            return formula(x.x.astype(kind), over or (), keep)

        record(*names)(reduced)
        return formula

    return add


# Of no axes, these give their argument as it is.
_KEEPS_ELEMENTS = ("ReduceSum", "ReduceMean", "ReduceProd", "ReduceMax", "ReduceMin")
_IN_FLOATS = ("ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceMean")


@record("ReduceSum")
def reduce_sum(node: Node, x: Item, axes: Item | None = None) -> Any:
    return _summed(node, x, axes, np.sum, neo.sum)


@record("ReduceProd")
def reduce_prod(node: Node, x: Item, axes: Item | None = None) -> Any:
    return _summed(node, x, axes, np.prod, neo.prod)


def _summed(node: Node, x: Item, axes: Item | None, arrays: Callable[..., Any],
            tensors: Callable[..., Any]) -> Any:
    over, keep = axes_of(node, x, axes), bool(node.attribute("keepdims", 1))
    if over is None:
        return x
    if x.is_known and x.size < 4096:
        return known(arrays(x.raw, axis=over, keepdims=keep), x.dtype)
    return tensors(x.x, over, keep)


@_reduces("ReduceMean")
def reduce_mean(x: Any, axes: tuple[int, ...], keep: bool) -> Any:
    return neo.mean(x, axes, keep)


@_reduces("ReduceL1")
def reduce_l1(x: Any, axes: tuple[int, ...], keep: bool) -> Any:
    return neo.sum(neo.abs(x), axes, keep)


@_reduces("ReduceL2")
def reduce_l2(x: Any, axes: tuple[int, ...], keep: bool) -> Any:
    return neo.sqrt(neo.sum(x * x, axes, keep))


@_reduces("ReduceSumSquare")
def reduce_squares(x: Any, axes: tuple[int, ...], keep: bool) -> Any:
    return neo.sum(x * x, axes, keep)


@_reduces("ReduceLogSum")
def reduce_log(x: Any, axes: tuple[int, ...], keep: bool) -> Any:
    return neo.log(neo.sum(x, axes, keep))


@_reduces("ReduceLogSumExp")
def reduce_log_exp(x: Any, axes: tuple[int, ...], keep: bool) -> Any:
    return neo.logsumexp(x, axes, keep)


@record("ReduceMax", "ReduceMin")
def reduce_extreme(node: Node, x: Item, axes: Item | None = None) -> Any:
    over, keep = axes_of(node, x, axes), bool(node.attribute("keepdims", 1))
    larger = node.operator == "ReduceMax"
    if over is None:
        return x
    if x.is_known and 0 < x.size < 4096:
        return known((np.max if larger else np.min)(x.raw, axis=over, keepdims=keep))
    return traced(extreme(x, over, keep, larger), x.dtype)


def extreme(x: Item, over: tuple[int, ...], keep: bool, larger: bool) -> Any:
    """The traced maximum or minimum; of nothing, the type's last value."""
    if 0 in (x.shape[a] for a in over):
        shape = [1 if n in over else s for n, s in enumerate(x.shape)
                 if keep or n not in over]
        return np.full(shape, bounds(x.dtype)[not larger], x.dtype) \
            if math.prod(shape) < 4096 else neo.full(shape, bounds(x.dtype)[not larger])
    reduce = neo.amax if larger else neo.amin
    if x.dtype == BOOL:
        return reduce(x.x.astype(np.int32), over, keep) != 0
    if x.dtype == U64:
        return xor(reduce(xor(x.x, SIGN), over, keep), SIGN)
    return reduce(x.x, over, keep)


@record("ArgMax", "ArgMin")
def position(node: Node, x: Item) -> Item:
    axis, keep = node.axis(x.ndim), bool(node.attribute("keepdims", 1))
    find = neo.argmax if node.operator == "ArgMax" else neo.argmin
    tensor = xor(x.x, SIGN) if x.dtype == U64 else x.x
    if not node.attribute("select_last_index", 0):
        return traced(find(tensor, axis, keepdims=keep), I64)
    last = x.shape[axis] - 1
    return traced(last - find(neo.flip(tensor, axis), axis, keepdims=keep), I64)


# Cumulative sums


@record("CumSum", since=11)
def running_sum(node: Node, x: Item, axis: Item) -> Any:
    return _running(node, x, axis, lambda a, b: a + b, 0)


@record("CumProd", since=26)
def running_product(node: Node, x: Item, axis: Item) -> Any:
    return _running(node, x, axis, lambda a, b: a * b, 1)


def _running(node: Node, x: Item, axis: Item, combine: Callable[..., Any], start: int
             ) -> Any:
    """The elements up to each one combined; `exclusive`, those before it."""
    numbers = node.integers(axis) or ()
    if len(numbers) != 1:
        node.wrong(f"axis is one number, not {numbers}")
    place = node.counted(numbers[0], x.ndim)
    before = bool(node.attribute("exclusive", 0))

    def step(so_far: Any, row: Any) -> tuple[Any, Any]:
        after = combine(so_far, row)
        return after, so_far if before else after

    if not x.size:
        return x
    rows = neo.moveaxis(x.x, place, 0)
    first = neo.full_like(rows[0], start)
    found = neo.scan(step, first, rows, reverse=bool(node.attribute("reverse", 0)))[1]
    return neo.moveaxis(found, 0, place)
