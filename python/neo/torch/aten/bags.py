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
from neo.torch.aten.indexing import added, counted, from_front
from neo.torch.records import Call, Unsupported, cast, record

_SUM, _MEAN = range(2)


def _bag_of(offsets: Tensor, count: int, bags: int) -> tuple[Tensor, Tensor]:
    """The bag of each of `count` positions, and whether there is one: those behind a
    last offset are in none."""
    begins = counted((count + 1,), lambda t: t[offsets], offsets.shape)
    bag = neo.cumsum(begins[:count], 0).astype("i64") - 1
    return neo.minimum(bag, bags - 1), bag < bags


def _weighted(rows: Tensor, counts: Tensor, weights: Tensor | None) -> Tensor:
    if weights is not None:
        rows = rows * weights.reshape(-1, 1)
    return neo.where(counts.reshape(-1, 1), rows, 0.0)


def _sizes(bag: Tensor, counts: Tensor, bags: int) -> Tensor:
    """How many rows are in each bag."""
    return added(neo.full((bags,), 0.0, "f64"), lambda t: t[bag],
                 neo.where(counts, 1.0, 0.0).astype("f64"))


def _placed(index: Tensor, offsets: Tensor, bags: int, padding: int
            ) -> tuple[Tensor, Tensor]:
    """The bag of each position, and whether it counts."""
    bag, counts = _bag_of(offsets, index.shape[0], bags)
    return bag, counts if padding < 0 else counts & (index != padding)


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
        bag, counts = _placed(index, offsets, bags, padding)
        sizes = _sizes(bag, counts, bags)
        rows = _weighted(table[from_front(index)], counts, weights)
        total = added(total, lambda t: t[bag], rows)
    if mode == _MEAN:
        total = total / neo.maximum(sizes, 1.0).reshape(-1, 1).astype(table.dtype)
    return total, *map(_as, (bag, sizes, None), others)


def _as(value: Tensor | None, expected: Any) -> Tensor:
    """What only the gradient reads, which finds it anew, in the expected shape."""
    shape = tuple(expected.shape)
    return neo.full(shape, 0, "i64") if value is None or value.shape != shape \
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
    bag, counts = _placed(index, offsets, dy.shape[0], padding)
    if mode == _MEAN:
        sizes = _sizes(bag, counts, dy.shape[0])
        dy = dy / neo.maximum(sizes, 1.0).reshape(-1, 1).astype(dy.dtype)
    found = _weighted(dy[bag], counts, weights)
    at = from_front(index)
    return added(zeros, lambda t: t[at], cast(found, call.name))


@record("_embedding_bag_per_sample_weights_backward")
def weights_backward(call: Call, dy: Tensor, table: Tensor, index: Tensor,
                     offsets: Tensor, _bag: Tensor, mode: int, padding: int = -1
                     ) -> Tensor:
    if not index.size or not dy.size:
        return neo.full(call.shape, 0.0, dy.dtype)
    bag, counts = _placed(index, offsets, dy.shape[0], padding)
    rows = dy[bag] * table[from_front(index)]
    return neo.sum(_weighted(rows, counts, None), -1)
