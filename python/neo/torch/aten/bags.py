# bags.py - sums of the rows of a table
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Bags of rows of a table (`nn.EmbeddingBag`), as recommendation models have them.

Bag b holds the positions from offsets[b] up to offsets[b+1]. Which bag a position is in
is how many bags begin up to there: the running sum of a tensor that counts, for every
position, the bags that begin with it.

    offsets 0 2 2        begins 1 0 2 0        bag of each position 0 0 2 2
"""

from __future__ import annotations

from typing import Any

import neo
from neo.tensor import Tensor
from neo.torch.aten.indexing import added, wrapped
from neo.torch.records import Call, Unsupported, cast, record

_SUM, _MEAN = range(2)


def _bag_of(offsets: Tensor, count: int) -> Tensor:
    """The bag of each of `count` positions."""
    ones = neo.full(offsets.shape, 1.0, "f64")
    begins = added(neo.full((count + 1,), 0.0, "f64"), lambda t: t[offsets], ones)
    return neo.cumsum(begins[:count], 0).astype("i64") - 1


def _weighted(rows: Tensor, index: Tensor, weights: Tensor | None, padding: int) -> Tensor:
    if weights is not None:
        rows = rows * weights.reshape(-1, 1)
    return rows if padding < 0 else \
        neo.where((index != padding).reshape(-1, 1), rows, 0.0)


def _sizes(bag: Tensor, index: Tensor, bags: int, padding: int) -> Tensor:
    """How many rows are in each bag."""
    counted = neo.full(index.shape, 1.0, "f64") if padding < 0 else \
        neo.where(index != padding, 1.0, 0.0).astype("f64")
    return added(neo.full((bags,), 0.0, "f64"), lambda t: t[bag], counted)


def _check(mode: int, sparse: bool, by_frequency: bool) -> None:
    if mode not in (_SUM, _MEAN):
        raise Unsupported("bags are of the largest elements")
    if sparse or by_frequency:
        raise Unsupported("gradients are sparse or scaled by frequency")


@record("_embedding_bag", "_embedding_bag_forward_only")
def embedding_bag(call: Call, table: Tensor, index: Tensor, offsets: Tensor,
                  by_frequency: bool = False, mode: int = 0, sparse: bool = False,
                  weights: Tensor | None = None, has_last: bool = False,
                  padding: int = -1) -> Any:
    _check(mode, sparse, by_frequency)
    found, *others = call.results
    bags, count = found.shape[0], index.shape[0]
    total = neo.full(found.shape, 0.0, table.dtype)
    bag, sizes = neo.full((count,), 0, "i64"), neo.full((bags,), 0.0, "f64")
    if count and bags:
        bag = _bag_of(offsets, count)
        sizes = _sizes(bag, index, bags, padding)
        rows = _weighted(table[wrapped(index, table.shape[0])], index, weights, padding)
        total = added(total, lambda t: t[bag], rows)
    if mode == _MEAN:
        total = total / neo.maximum(sizes, 1.0).reshape(-1, 1).astype(table.dtype)
    known = {(count,): bag, (bags,): sizes}
    return total, *(_as(known.get(tuple(r.shape)), r) for r in others)


def _as(value: Tensor | None, expected: Any) -> Tensor:
    """What only the gradient reads, which finds it anew, in the expected shape."""
    return neo.full(tuple(expected.shape), 0, "i64") if value is None \
        else value.astype("i64")


@record("_embedding_bag_backward")
def embedding_bag_backward(call: Call, dy: Tensor, index: Tensor, offsets: Tensor,
                           _bag: Tensor, _sizes_: Tensor, _largest: Tensor, rows: int,
                           by_frequency: bool, mode: int, sparse: bool,
                           weights: Tensor | None, padding: int = -1) -> Tensor:
    _check(mode, sparse, by_frequency)
    zeros = neo.full(call.shape, 0.0, dy.dtype)
    if not index.size or not dy.size:
        return zeros
    bag = _bag_of(offsets, index.shape[0])
    if mode == _MEAN:
        sizes = _sizes(bag, index, dy.shape[0], padding)
        dy = dy / neo.maximum(sizes, 1.0).reshape(-1, 1).astype(dy.dtype)
    found = _weighted(dy[bag], index, weights, padding)
    at = wrapped(index, rows)
    return added(zeros, lambda t: t[at], cast(found, call.name))


@record("_embedding_bag_per_sample_weights_backward")
def weights_backward(call: Call, dy: Tensor, table: Tensor, index: Tensor,
                     offsets: Tensor, _bag: Tensor, mode: int, padding: int = -1
                     ) -> Tensor:
    if not index.size or not dy.size:
        return neo.full(call.shape, 0.0, dy.dtype)
    rows = dy[_bag_of(offsets, index.shape[0])] * table[wrapped(index, table.shape[0])]
    return neo.sum(_weighted(rows, index, None, padding), -1)
