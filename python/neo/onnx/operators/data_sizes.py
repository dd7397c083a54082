# data_sizes.py - results whose size follows from the data
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""NonZero, Unique and NonMaxSuppression: shapes are constants of a program, so the
values that decide these are part of it: constants of the model, or inputs that are
short vectors. NumPy computes them at load, or when a model meets such an input.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from neo.onnx.items import Item, known
from neo.onnx.node import Node
from neo.onnx.records import record

#: Operators whose inputs have to be known; reading.py refuses them on data at load.
DECIDED = frozenset(("NonZero", "Unique", "NonMaxSuppression"))


@record("NonZero", since=9)
def places_of_others_than_0(node: Node, x: Item) -> Item:
    return known(np.array(np.nonzero(np.atleast_1d(node.value(x))), np.int64))


@record("Unique", since=11)
def unique(node: Node, x: Item) -> list[Item]:
    """The distinct elements, the first index of each, the inverse indices, and the counts."""
    values = node.value(x)
    axis = node.attribute("axis")
    if axis is not None:
        axis = node.counted(axis, x.ndim)
    found, first, inverse, counts = np.unique(
        values, return_index=True, return_inverse=True, return_counts=True, axis=axis)
    inverse = inverse.ravel()
    if not node.attribute("sorted", 1):
        order = np.argsort(first)
        rank = np.argsort(order)
        found = np.take(found, order, 0 if axis is None else axis)
        first, counts, inverse = first[order], counts[order], rank[inverse]
    return [known(found, x.dtype), *(known(each, np.int64)
                                     for each in (first, inverse, counts))]


@record("NonMaxSuppression", since=10)
def suppressed(node: Node, boxes: Item, scores: Item, most: Item | None = None,
               overlap: Item | None = None, least: Item | None = None) -> Item:
    """[image, class, box] of the boxes that are kept, best first in each class."""
    limit = 0 if most is None else int(node.value(most).ravel()[0])
    shared = 0.0 if overlap is None else float(node.value(overlap).ravel()[0])
    corners = _corners(node.value(boxes), node.attribute("center_point_box", 0))
    found = []
    for image, classes in enumerate(node.value(scores)):
        for number, each in enumerate(classes):
            order = np.argsort(-each, kind="stable")
            if least is not None:
                order = order[each[order] > float(node.value(least).ravel()[0])]
            found += [(image, number, box) for box in
                      _kept(corners[image], order, shared, limit)]
    return known(np.array(found, np.int64).reshape(-1, 3))


def _corners(boxes: np.ndarray, is_centred: int) -> np.ndarray:
    """Boxes as their least and largest coordinates, [..., 2, 2]."""
    pairs = boxes.reshape(*boxes.shape[:-1], 2, 2)
    if is_centred:
        centre, half = pairs[..., 0, :], pairs[..., 1, :] / 2
        return np.stack([centre - half, centre + half], -2)
    return np.sort(pairs, -2)


def _kept(boxes: np.ndarray, order: Iterable[int], shared: float, limit: int
          ) -> list[int]:
    """Boxes in an order, without those that overlap too much with an earlier one."""
    found: list[int] = []
    for box in order:
        if len(found) == limit:
            break
        if all(_overlap(boxes[box], boxes[other]) <= shared for other in found):
            found.append(int(box))
    return found


def _overlap(one: np.ndarray, other: np.ndarray) -> float:
    """Intersection over union."""
    sides = np.minimum(one[1], other[1]) - np.maximum(one[0], other[0])
    common = float(np.prod(np.maximum(sides, 0)))
    both = float(np.prod(one[1] - one[0]) + np.prod(other[1] - other[0])) - common
    return common / both if both > 0 else 0.0
