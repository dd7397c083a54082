# comparison.py - truth values and choices
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Comparisons, logic, and what follows from the larger of two.

uint64 is carried by i64: its order is that of the i64 with the sign bit flipped.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

import numpy as np

import neo
from neo.onnx import either as e
from neo.onnx.element_types import BOOL, U64, carrier
from neo.onnx.items import Item, all_known, traced
from neo.onnx.node import Node
from neo.onnx.operators.bits import SIGN, xor
from neo.onnx.operators.elementwise import pointwise
from neo.onnx.records import record


def ordered(items: Sequence[Item]) -> list[Item]:
    """The items, with uint64 as i64 of the same order."""
    if items[0].dtype != U64 or all_known(items):
        return list(items)
    return [Item(np.dtype(np.int64), xor(i.x, SIGN), i.sources) for i in items]


def _compares(compare: Callable[[Any, Any], Any]) -> Callable[..., Item]:
    def compared(node: Node, a: Item, b: Item) -> Item:
        if a.dtype == BOOL and not all_known([a, b]):
            return pointwise(lambda a, b: compare(a.astype(np.int32), b.astype(np.int32)),
                             [a, b], BOOL)
        return pointwise(compare, ordered([a, b]), BOOL)

    return compared


for _name, _compare in {
        "Equal": operator.eq, "Less": operator.lt, "Greater": operator.gt,
        "LessOrEqual": operator.le, "GreaterOrEqual": operator.ge}.items():
    record(_name)(_compares(_compare))

for _name, _combine in {"And": operator.and_, "Or": operator.or_}.items():
    record(_name)(lambda node, a, b, combine=_combine: pointwise(combine, [a, b], BOOL))


@record("Xor")
def exclusive_or(node: Node, a: Item, b: Item) -> Item:
    return pointwise(lambda a, b: (a & ~b) | (~a & b), [a, b], BOOL)


@record("Not")
def negation(node: Node, a: Item) -> Item:
    return pointwise(lambda a: ~a, [a], BOOL)


@record("IsNaN")
def is_nan(node: Node, x: Item) -> Item:
    return pointwise(lambda x: x != x, [x], BOOL)


@record("IsInf")
def is_infinite(node: Node, x: Item) -> Item:
    above, below = node.attribute("detect_positive", 1), node.attribute("detect_negative", 1)
    if above and below:
        return pointwise(lambda x: e.abs(x) == np.inf, [x], BOOL)
    bound = np.inf if above else -np.inf
    return pointwise(lambda x: x == bound if above or below else x != x, [x], BOOL)


@record("Where")
def where(node: Node, condition: Item, a: Item, b: Item) -> Item:
    return choice(condition, a, b)


def choice(condition: Item, a: Item, b: Item) -> Item:
    """`a` where the condition holds, else `b`."""
    if all_known([condition, a, b]):
        return pointwise(np.where, [condition, a, b], a.dtype)
    if condition.is_known and condition.size == 1 and condition.ndim == 0:
        taken = a if condition.raw else b
        shape = np.broadcast_shapes(a.shape, b.shape)
        return Item(a.dtype, e.broadcast_to(taken.raw, shape))
    if a.dtype != BOOL:
        return traced(neo.where(condition.x, a.x, b.x), a.dtype)
    c = condition.x
    return traced((c & a.x) | (~c & b.x), BOOL)


def _extreme(larger: bool, items: Sequence[Item]) -> Item:
    def pick(a: Any, b: Any) -> Any:
        return (e.maximum if larger else e.minimum)(a, b)

    found = reduce(lambda a, b: pointwise(pick, [a, b]), ordered(items))
    if items[0].dtype == U64 and not found.is_known:
        return traced(xor(found.x, SIGN), U64)
    return found


@record("Max")
def largest(node: Node, *items: Item) -> Item:
    return _extreme(True, items)


@record("Min")
def smallest(node: Node, *items: Item) -> Item:
    return _extreme(False, items)


@record("Clip")
def clip(node: Node, x: Item, low: Item | None = None, high: Item | None = None) -> Item:
    if node.opset < 11:
        kind = x.dtype
        bounds = node.attribute("min"), node.attribute("max")
        low, high = (None if b is None else Item(kind, np.asarray(b, kind))
                     for b in bounds)
    found = x if low is None else _extreme(True, [x, low])
    return found if high is None else _extreme(False, [found, high])


@record("Hardmax")
def hardmax(node: Node, x: Item) -> Any:
    """1 at the first of the largest elements along the axis, else 0."""
    if node.opset < 13:
        axis = node.axis(x.ndim, 1)
        rows = x.x.reshape(int(np.prod(x.shape[:axis])), -1)
        return _hard(node, rows, 1, x.dtype).reshape(x.shape)
    return _hard(node, x.x, node.axis(x.ndim, -1), x.dtype)


def _hard(node: Node, x: Any, axis: int, dtype: np.dtype) -> Any:
    first = neo.argmax(x, axis, keepdims=True)
    shape = [1] * x.ndim
    shape[axis] = x.shape[axis]
    places = node.table(x.shape[axis]).reshape(shape)
    return (first == places).astype(carrier(dtype))
