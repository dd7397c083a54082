# scatter.py - writes at indices that are data
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""ScatterND and related operators, as derivatives of gathers.

A gather y = x[I] is linear; its adjoint adds every element of y to the one it came
from. So the adjoint of a gather applied to the updates gives their sums for each element,
and applied to ones how many there are. For equal indices ONNX defines reductions only;
without one, the mean of the updates is written.

The larger, smaller or product of updates takes all of them for each element, for
those elsewhere itself: no order is lost, at the cost of the product of both sizes.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import neo
from neo.onnx.element_types import BOOL, F64, I64, U64, carrier
from neo.onnx.items import Item, traced
from neo.onnx.node import Node
from neo.onnx.operators.bits import SIGN, xor
from neo.onnx.operators.indexing import flat_positions, from_front, inside
from neo.onnx.records import record

_PART = 2**22  # 2^31 parts below it add up exactly in f64.


def scattered(x: Item, at: Any, updates: Item, reduction: str) -> Item:
    """`x`, rows by elements, with rows `updates` written at the rows `at`."""
    kind = carrier(x.dtype) if x.is_float else F64 if x.dtype == BOOL else I64
    base, new = x.x.astype(kind), updates.x.astype(kind)
    if not new.shape[0]:
        return x
    if reduction == "none":
        found = _written(base, at, new)
    elif reduction == "add":
        found = base + (_added_integers if kind == I64 else _added)(base, at, new)
    elif x.dtype == U64:  # As i64 of the same order; a product is one of bits.
        flip = SIGN if reduction in ("max", "min") else 0
        found = xor(_combine(xor(base, flip), at, xor(new, flip), reduction), flip)
    else:
        found = _combine(base, at, new, reduction)
    return traced(found != 0 if x.dtype == BOOL else found, x.dtype)


def _written(base: Any, at: Any, new: Any) -> Any:
    """Each row of `base`, or the update that is written there, the mean of several."""
    column = neo.zeros_like(base[:, :1]).astype(np.float64)
    ones = neo.ones_like(new[:, :1]).astype(np.float64)
    hits = _added(column, at, ones)
    count = neo.maximum(hits, 1.0)
    if new.dtype == np.int64:
        mean = _added_integers(neo.zeros_like(base), at, new) // count.astype(np.int64)
    else:
        mean = _added(neo.zeros_like(base), at, new) / count.astype(new.dtype)
    return neo.where(hits > 0, mean, base)


def _added_integers(base: Any, at: Any, new: Any) -> Any:
    """The same of i64, in parts whose sums f64 holds exactly; wraps around."""
    zeros = neo.zeros_like(base).astype(np.float64)
    parts = (new % _PART, new // _PART % _PART, new // _PART // _PART)
    low, middle, high = (_added(zeros, at, part.astype(np.float64)).astype(np.int64)
                         for part in parts)
    return low + (middle + high * _PART) * _PART


def _added(base: Any, at: Any, new: Any) -> Any:
    """The sum of updates for each row of `base`."""
    pull = neo.vjp(lambda x: neo.take(x, at, 0), neo.zeros_like(base))[1]
    return pull(new)[0]


def _combine(base: Any, at: Any, new: Any, reduction: str) -> Any:
    if reduction == "mul":
        return base * neo.expr("C[r,e] *= where(I[u] == r, U[u,e], 1)",
                               r=base.shape[0])(at, new)
    best = neo.expr(f"C[r,e] {reduction}= where(I[u] == r, U[u,e], B[r,e])")(at, new, base)
    return (neo.maximum if reduction == "max" else neo.minimum)(base, best)


def _flat(x: Item, rows: int) -> Item:
    return Item(x.dtype, x.x.reshape((rows, -1 if x.size else 0)))


@record("ScatterND", since=11)
def scatter_slices(node: Node, x: Item, indices: Item, updates: Item) -> Item:
    depth = indices.shape[-1]
    if updates.shape != (*indices.shape[:-1], *x.shape[depth:]):
        node.wrong(f"updates of shape {updates.shape} for indices {indices.shape} into "
                   f"{x.shape}")
    rows = math.prod(x.shape[:depth])
    at = flat_positions(node, x.shape, indices).reshape(-1)
    found = scattered(_flat(x, rows), at, _flat(updates, math.prod(indices.shape[:-1])),
                      node.attribute("reduction", "none"))
    return Item(x.dtype, found.raw.reshape(x.shape))


@record("ScatterElements", "Scatter", since=9)
def scatter_elements(node: Node, x: Item, indices: Item, updates: Item) -> Item:
    axis = node.axis(x.ndim)
    if updates.shape != indices.shape or indices.ndim != x.ndim:
        node.wrong(f"updates of shape {updates.shape} for indices {indices.shape}")
    strides = [math.prod(x.shape[n + 1:]) for n in range(x.ndim)]
    index = from_front(indices, x.shape[axis])
    place: Any = index * strides[axis]
    for n, size in enumerate(indices.shape):
        if n != axis:
            shape = [1] * x.ndim
            shape[n] = size
            place = place + (node.table(size) * strides[n]).reshape(shape)
    place = inside(node, place, [(index, x.shape[axis])])
    found = scattered(_flat(x, x.size), place.reshape(-1), _flat(updates, updates.size),
                      node.attribute("reduction", "none"))
    return Item(x.dtype, found.raw.reshape(x.shape))


@record("TensorScatter", since=24)
def update_cache(node: Node, cache: Item, update: Item, starts: Item | None = None
                 ) -> Item:
    """A run of `update` written along an axis, from a start for each batch on.

    Place p of the cache is read at p - start of the update where that lies in it.
    """
    axis = node.axis(cache.ndim, -2)
    size, count = cache.shape[axis], update.shape[axis]
    shape = [1] * cache.ndim
    shape[axis] = size
    places = node.table(size).reshape(shape)
    if starts is None:
        at = neo.zeros((), np.float32).astype(np.int64) + places
    else:
        at = places - starts.x.astype(np.int64).reshape((-1, *[1] * (cache.ndim - 1)))
    if node.attribute("mode", "linear") == "circular":
        at = (at + size) % size
    inside = (at >= 0) & (at < count)
    near = neo.broadcast_to(neo.where(inside, at, at * 0), cache.shape)
    return traced(neo.where(inside, neo.take_along_axis(update.x, near, axis), cache.x),
                  cache.dtype)
