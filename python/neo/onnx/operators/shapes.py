# shapes.py - the same elements in another shape
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Shape, Reshape and related operators. Constants stay constants: a shape is an array."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from neo.onnx import either as e

from neo.onnx.items import Item, check_size, known, may_be_known
from neo.onnx.node import Node
from neo.onnx.records import record


def reshaped(x: Item, shape: Any) -> Item:
    """`x` in another shape of as many elements."""
    return Item(x.dtype, x.raw.reshape(tuple(shape)), x.sources)


@record("Shape")
def shape(node: Node, x: Item) -> Item:
    start, end = node.attribute("start", 0), node.attribute("end")
    return known(np.array(x.shape[start:end], np.int64))


@record("Size")
def size(node: Node, x: Item) -> Item:
    return known(np.array(x.size, np.int64))


@record("Reshape")
def reshape(node: Node, x: Item, to: Item) -> Item:
    """0 keeps an extent, unless `allowzero`; one -1 is what is left."""
    wanted = list(node.integers(to) or ())
    if not node.attribute("allowzero", 0):
        for place, extent in enumerate(wanted):
            if extent == 0:
                if place >= x.ndim:
                    node.wrong(f"{tuple(wanted)} keeps extent {place}, which the "
                               f"shape {x.shape} has not")
                wanted[place] = x.shape[place]
    if wanted.count(-1) > 1 or any(n < -1 for n in wanted):
        node.wrong(f"{tuple(wanted)} is no shape")
    if -1 in wanted:
        rest = math.prod(n for n in wanted if n != -1)
        if rest and x.size % rest == 0:
            wanted[wanted.index(-1)] = x.size // rest
    if math.prod(wanted) != x.size or -1 in wanted:
        node.wrong(f"{x.size} elements have no shape {tuple(wanted)}")
    return reshaped(x, wanted)


@record("Flatten")
def flatten(node: Node, x: Item) -> Item:
    axis = node.attribute("axis", 1)
    axis = axis + x.ndim if axis < 0 else axis
    if not 0 <= axis <= x.ndim:
        node.wrong(f"axis {axis} does not exist: the rank is {x.ndim}")
    return reshaped(x, (math.prod(x.shape[:axis]), math.prod(x.shape[axis:])))


@record("Squeeze")
def squeeze(node: Node, x: Item, axes: Item | None = None) -> Item:
    found = node.integers(axes, "axes")
    places = {n for n, s in enumerate(x.shape) if s == 1} if found is None else \
        {node.counted(a, x.ndim) for a in found}
    if any(x.shape[n] != 1 for n in places):
        node.wrong(f"axes {sorted(places)} of {x.shape} are not all of extent 1")
    return reshaped(x, [s for n, s in enumerate(x.shape) if n not in places])


@record("Unsqueeze")
def unsqueeze(node: Node, x: Item, axes: Item | None = None) -> Item:
    found = node.integers(axes, "axes") or ()
    rank = x.ndim + len(found)
    places = {node.counted(a, rank) for a in found}
    if len(places) < len(found):
        node.wrong(f"an axis stands twice in {found}")
    rest = iter(x.shape)
    return reshaped(x, [1 if n in places else next(rest) for n in range(rank)])


@record("Transpose")
def transpose(node: Node, x: Item) -> Item:
    order = node.attribute("perm", tuple(reversed(range(x.ndim))))
    if sorted(order) != list(range(x.ndim)):
        node.wrong(f"perm {order} names not each of {x.ndim} axes once")
    return Item(x.dtype, e.transpose(x.raw, order) if order else x.raw, x.sources)


@record("Expand")
def expand(node: Node, x: Item, to: Item) -> Item:
    wanted = tuple(node.integers(to) or ())
    check_size(wanted)
    return broadcast_item(x, np.broadcast_shapes(x.shape, wanted))


def broadcast_item(x: Item, shape: tuple[int, ...]) -> Item:
    """`x` repeated to `shape`."""
    check_size(shape)
    raw = x.raw if not x.is_known or may_be_known(shape) else x.x
    return Item(x.dtype, e.broadcast_to(raw, shape), x.sources)


@record("SpaceToDepth")
def space_to_depth(node: Node, x: Item) -> Item:
    b = node.attribute("blocksize") or node.wrong("blocksize is missing")
    n, c, h, w = x.shape
    parts = x.raw.reshape((n, c, h // b, b, w // b, b))
    by_row = node.attribute("mode", "DCR") == "DCR"
    moved = e.transpose(parts, (0, 3, 5, 1, 2, 4) if by_row else (0, 1, 3, 5, 2, 4))
    return Item(x.dtype, moved.reshape((n, c * b * b, h // b, w // b)), x.sources)


@record("DepthToSpace")
def depth_to_space(node: Node, x: Item) -> Item:
    b = node.attribute("blocksize") or node.wrong("blocksize is missing")
    n, c, h, w = x.shape
    by_row = node.attribute("mode", "DCR") == "DCR"
    parts = x.raw.reshape((n, b, b, c // b**2, h, w) if by_row else
                          (n, c // b**2, b, b, h, w))
    moved = e.transpose(parts, (0, 3, 4, 1, 5, 2) if by_row else (0, 1, 4, 2, 5, 3))
    return Item(x.dtype, moved.reshape((n, c // b**2, h * b, w * b)), x.sources)
