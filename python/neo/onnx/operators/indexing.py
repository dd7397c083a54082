# indexing.py - reads at indices that are data
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Gather and related operators. Negative indices count from the end; others that are out
of bounds are errors when the program runs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

import neo
from neo.onnx.element_types import BOOL
from neo.onnx.items import MOST_KNOWN, Item, all_known, check_size, known, traced
from neo.onnx.node import Node
from neo.onnx.records import record


def from_front(indices: Item, size: int) -> Any:
    """Traced i64 indices, the negative ones counted from the end of `size`."""
    if indices.is_known:
        return np.where(indices.raw < 0, indices.raw + size, indices.raw).astype(np.int64)
    x = indices.x.astype(np.int64)
    return neo.where(x < 0, x + size, x)


def inside(node: Node, place: Any, indices: Sequence[tuple[Any, int]]) -> Any:
    """`place`, made of indices of dimensions of such sizes; where one of them is out of
    bounds no place, which is an error when it is read."""
    are_inside = True
    for index, size in indices:
        are_inside = (index >= 0) & (index < size) & are_inside
    if not isinstance(place, np.ndarray):
        return neo.where(are_inside, place, -1)
    if not np.all(are_inside):
        node.wrong("an index lies outside of its dimension")
    return place


@record("Gather")
def gather(node: Node, x: Item, indices: Item) -> Item:
    axis = node.axis(x.ndim)
    shape = (*x.shape[:axis], *indices.shape, *x.shape[axis + 1:])
    if all_known([x, indices]) and math.prod(shape) <= MOST_KNOWN:
        return known(np.take(x.raw, indices.raw.astype(np.int64), axis))
    if indices.is_known and indices.size == 1:
        at = int(indices.raw.reshape(-1)[0])
        index = (*[slice(None)] * axis, node.counted(at, x.shape[axis]))
        return Item(x.dtype, x.raw[index].reshape(shape))
    at = from_front(indices, x.shape[axis])
    if not indices.shape:
        at = at.reshape(1)
        return Item(x.dtype, neo.take(x.x, at, axis).reshape(shape))
    return Item(x.dtype, neo.take(x.x, at, axis))


@record("GatherElements", since=11)
def gather_elements(node: Node, x: Item, indices: Item) -> Item:
    return Item(x.dtype, along(x, indices, node.axis(x.ndim)))


def along(x: Item, indices: Item, axis: int) -> Any:
    """At each place of `indices`, the element there of x, but for the axis."""
    at = from_front(indices, x.shape[axis])
    cut = tuple(slice(None) if n == axis else slice(0, s)
                for n, s in enumerate(indices.shape))
    return neo.take_along_axis(x.x[cut], at, axis)


@record("GatherND", since=11)
def gather_slices(node: Node, x: Item, indices: Item) -> Item:
    batch = node.attribute("batch_dims", 0)
    depth = indices.shape[-1]
    if batch + depth > x.ndim or x.shape[:batch] != indices.shape[:batch]:
        node.wrong(f"indices of shape {indices.shape} for a tensor of {x.shape}")
    flat = flat_positions(node, x.shape, indices, batch)
    rest = x.shape[batch + depth:]
    rows = x.x.reshape((-1, math.prod(rest)))
    found = neo.take(rows, flat.reshape(-1), 0)
    return Item(x.dtype, found.reshape((*indices.shape[:-1], *rest)))


def flat_positions(node: Node, shape: tuple[int, ...], indices: Item, batch: int = 0
                   ) -> Any:
    """The row-major position, among the indexed dimensions, of each index vector."""
    depth = indices.shape[-1]
    sizes = shape[batch:batch + depth]
    columns = [from_front(Item(indices.dtype, indices.raw[..., n], indices.sources), size)
               for n, size in enumerate(sizes)]
    total: Any = np.zeros(indices.shape[:-1], np.int64)
    for column, size in zip(columns, sizes):
        total = total * size + column
    total = inside(node, total, [*zip(columns, sizes)])
    if batch:
        items = math.prod(shape[:batch])
        first = node.table(items).reshape((*shape[:batch],
                                           *[1] * (indices.ndim - 1 - batch)))
        total = first * math.prod(sizes) + total
    return total


@record("OneHot", since=9)
def one_hot(node: Node, indices: Item, depth: Item, values: Item) -> Item:
    counts = node.integers(depth) or ()
    if len(counts) != 1:
        node.wrong("depth is one number")
    count = counts[0]
    axis = node.axis(indices.ndim, -1, more=1)
    at = indices.x.astype(np.int64)
    at = neo.where(at < 0, at + count, at)
    check_size((*indices.shape, count))
    shape = [1] * (indices.ndim + 1)
    shape[axis] = count
    wide = at.reshape((*indices.shape[:axis], 1, *indices.shape[axis:]))
    hot = wide == node.table(count).reshape(shape)
    off, on = values.x[0], values.x[1]
    if values.dtype == BOOL:
        return traced((hot & on) | (~hot & off), BOOL)
    return traced(neo.where(hot, on, off), values.dtype)


@record("ArrayFeatureExtractor", domain="ai.onnx.ml")
def features(node: Node, x: Item, indices: Item) -> Item:
    found = neo.take(x.x, from_front(indices, x.shape[-1]).reshape(-1), x.ndim - 1)
    return Item(x.dtype, found.reshape((1, -1)) if x.ndim == 1 else found)


@record("TfIdfVectorizer", since=9)
def term_counts(node: Node, x: Item) -> Any:
    """How often each n-gram of the pool occurs with gaps of up to `max_skip_count`."""
    pool = node.attribute("pool_int64s")
    if pool is None:
        node.refuse("its pool is of strings, and tensors of neo are numbers")
    starts = (*node.attribute("ngram_counts"), len(pool))
    places = node.attribute("ngram_indexes")
    least, most = node.attribute("min_gram_length"), node.attribute("max_gram_length")
    skips = node.attribute("max_skip_count")
    rows = x.x if x.ndim == 2 else x.x.reshape(1, -1)
    columns = [rows[:, 0] * 0 for _ in range(max(places) + 1)]
    first = 0
    for length, (start, end) in enumerate(zip(starts, starts[1:]), 1):
        for at in range(start, end, length):
            if least <= length <= most:
                columns[places[first]] = _occurrences(
                    rows, pool[at:at + length], skips)
            first += 1
    found = neo.stack(columns, 1).astype(np.float32)
    mode = node.attribute("mode")
    if mode == "IDF":
        found = (found > 0).astype(np.float32)
    if mode != "TF":
        weights = np.zeros(len(columns), np.float32)
        weights[list(places)] = node.attribute("weights", (1.0,) * len(places))
        found = found * weights
    return traced(found.reshape(-1) if x.ndim == 1 else found, np.dtype(np.float32))


def _occurrences(rows: Any, gram: tuple[int, ...], skips: int) -> Any:
    """The number of places in each row where the gram's items stand, evenly apart."""
    size = rows.shape[1]
    total = rows[:, 0] * 0
    for gap in range(1, (skips if len(gram) > 1 else 0) + 2):
        starts = size - gap * (len(gram) - 1)
        if starts <= 0:
            continue
        hit = rows[:, 0:starts] == gram[0]
        for n, value in enumerate(gram[1:], 1):
            hit = hit & (rows[:, n * gap:n * gap + starts] == value)
        total = total + neo.sum(hit.astype(np.int64), 1)
    return total
