# sorting.py - the largest k
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""TopK without a sort: the rank of an element is how many come before it.

    rank[i] += x[j] > x[i], or x[j] == x[i] and j < i

Ranks are a permutation, so place k of the result is the one i whose rank is k. This
takes n**2 comparisons of n elements, which vectors do at once.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

import neo
from neo.onnx.element_types import I64
from neo.onnx.items import Item, traced
from neo.onnx.node import Node
from neo.onnx.operators.comparison import ordered
from neo.onnx.operators.windows import expression
from neo.onnx.records import record


@record("TopK")
def top_k(node: Node, x: Item, k: Item | None = None) -> list[Item]:
    axis = node.axis(x.ndim, -1)
    counts = node.integers(k, "k") if k is not None else (node.attribute("k"),)
    if counts is None or len(counts) != 1 or not 0 <= counts[0] <= x.shape[axis]:
        node.wrong(f"k is {counts}, of {x.shape[axis]} elements")
    count = counts[0]
    last = neo.moveaxis(x.x, axis, x.ndim - 1)
    order = neo.moveaxis(ordered([x])[0].x, axis, x.ndim - 1)
    shape = (*last.shape[:-1], count)
    at = places(order.reshape((prod(last.shape[:-1]), x.shape[axis])), count,
                bool(node.attribute("largest", 1))).reshape(shape)
    values = neo.take_along_axis(last, at, x.ndim - 1)
    return [traced(neo.moveaxis(values, x.ndim - 1, axis), x.dtype),
            traced(neo.moveaxis(at, x.ndim - 1, axis), I64)]


def places(rows: Any, count: int, largest: bool) -> Any:
    """The columns of the first `count` elements of each row, in order; NaN counts as
    the largest."""
    one, other = ("X[r,j]", "X[r,i]") if largest else ("X[r,i]", "X[r,j]")
    before = f"({one} > {other} or ({one} != {one} and {other} == {other}))"
    same = f"({one} == {other} or ({one} != {one} and {other} != {other}))"
    ranks = expression(f"R[r,i] += int64({before} or ({same} and j < i))",
                       {"j": rows.shape[1]})(rows)
    return expression("P[r,k] += int64(R[r,i] == k) * i", {"k": count})(
        ranks.astype(np.int64))
