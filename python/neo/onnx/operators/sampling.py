# sampling.py - interpolation at positions that are data
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""GridSample and RoiAlign: interpolation at positions that are data.

Linear interpolation combines the 2**n neighbours of a position, each weighted by the
product of 1 - distance over the axes. Neighbours outside count as 0, or as the padding
mode says.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import neo
from neo.onnx.items import Item, check_size
from neo.onnx.node import Node
from neo.onnx.records import record

Place = Callable[[Any, int], tuple[Any, Any]]


def zeros_outside(at: Any, size: int) -> tuple[Any, Any]:
    """A whole place within the axis, and 1 where it was."""
    inside = (at >= 0) & (at < size)
    return neo.where(inside, at, at * 0), inside


def nearest_edge(at: Any, size: int) -> tuple[Any, Any]:
    return neo.maximum(neo.minimum(at, size - 1), 0), None


def sampled(x: Any, places: Sequence[Any], kind: Place = zeros_outside) -> Any:
    """Traced x [B, C, ...] at places [B, L] along each axis, mixed linearly: [B, C, L]."""
    lows = [neo.floor(p) for p in places]
    total: Any = None
    for corner in itertools.product((0, 1), repeat=len(places)):
        weight: Any = None
        for up, low, place in zip(corner, lows, places):
            share = (place - low) if up else 1 - (place - low)
            weight = share if weight is None else weight * share
        at = [low.astype(np.int64) + up for low, up in zip(lows, corner)]
        part = elements(x, at, kind) * weight[:, None]
        total = part if total is None else total + part
    return total


def elements(x: Any, at: Sequence[Any], kind: Place) -> Any:
    """x [B, C, ...] at whole places [B, L] along each axis: [B, C, L]."""
    sizes = x.shape[2:]
    flat: Any = 0
    kept: Any = None
    for place, size in zip(at, sizes):
        place, inside = kind(place, size)
        flat = flat * size + place
        if inside is not None:
            kept = inside if kept is None else kept & inside
    rows = x.reshape((x.shape[0], x.shape[1], math.prod(sizes)))
    found = neo.expr("Y[b,c,l] = X[b,c,I[b,l]]")(rows, flat)
    return found if kept is None else neo.where(kept[:, None], found, 0.0)


# GridSample

#: Opset 16 has another name for it than opset 20.
_CUBIC = ("cubic", "bicubic")


@record("GridSample", since=16)
def grid_sample(node: Node, x: Item, grid: Item) -> Any:
    mode = node.attribute("mode", "linear")
    padding = node.attribute("padding_mode", "zeros")
    aligned = bool(node.attribute("align_corners", 0))
    sizes = x.shape[2:]
    points = grid.x.reshape((x.shape[0], -1, len(sizes)))
    kind = _place(padding, aligned)
    places = []
    for n, size in enumerate(sizes):
        # The last coordinate is that of the last axis; -1 and 1 are its borders.
        at = points[:, :, len(sizes) - 1 - n]
        place = (at + 1) * ((size - 1) / 2) if aligned else ((at + 1) * size - 1) * 0.5
        if mode in _CUBIC:  # Each of its four neighbours is moved instead.
            pass
        elif padding == "border":
            place = neo.maximum(neo.minimum(place, float(size - 1)), 0.0)
        elif padding == "reflection":
            place = reflected(place, size, aligned)
        places.append(place)
    if mode in ("nearest",):
        found = elements(x.x, [_nearest(p) for p in places], kind)
    elif mode in ("linear", "bilinear"):
        found = sampled(x.x, places, kind)
    elif mode in _CUBIC:
        found = cubic(x.x, places, kind)
    else:
        node.wrong(f"there is no mode '{mode}'")
    return found.reshape((*x.shape[:2], *grid.shape[1:-1]))


def _nearest(place: Any) -> Any:
    from neo.onnx.operators.elementwise import rounded
    return rounded(place).astype(np.int64)


def _place(padding: str, aligned: bool) -> Place:
    if padding == "zeros":
        return zeros_outside
    if padding == "border":
        return nearest_edge

    def reflect(at: Any, size: int) -> tuple[Any, Any]:
        place = reflected(at.astype(np.float64), size, aligned)
        return nearest_edge(place.astype(np.int64), size)

    return reflect


def reflected(place: Any, size: int, aligned: bool) -> Any:
    """A place mirrored at the borders until it lies within."""
    low, span = (0.0, float(size - 1)) if aligned else (-0.5, float(size))
    if span == 0:
        return place * 0
    away = neo.abs(place - low)
    turns = neo.floor(away / span)
    rest = away - turns * span
    is_odd = turns - 2 * neo.floor(turns * 0.5)
    return neo.where(is_odd == 1, span - rest, rest) + low


def cubic(x: Any, places: Sequence[Any], kind: Place) -> Any:
    """Mixed by cubic convolution with a = -0.75, of 4 neighbours along each axis."""
    lows = [neo.floor(p) for p in places]
    shares = [_cubic_shares(p - low) for p, low in zip(places, lows)]
    total: Any = None
    for corner in itertools.product(range(4), repeat=len(places)):
        weight: Any = None
        for step, share in zip(corner, shares):
            weight = share[step] if weight is None else weight * share[step]
        at = [low.astype(np.int64) + (step - 1) for low, step in zip(lows, corner)]
        part = elements(x, at, kind) * weight[:, None]
        total = part if total is None else total + part
    return total


def _cubic_shares(t: Any, a: float = -0.75) -> list[Any]:
    def near(d: Any) -> Any:
        return ((a + 2) * d - (a + 3)) * d * d + 1

    def far(d: Any) -> Any:
        return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a

    return [far(t + 1), near(t), near(1 - t), far(2 - t)]


@record("AffineGrid", since=20)
def affine_grid(node: Node, theta: Item, size: Item) -> Any:
    """Where each element of an image is read after a map of -1 to 1 along each axis:
    theta[N,d,d+1] to [N,...,d], coordinates of the last axis first."""
    sizes = (node.integers(size) or ())[2:]
    rank = len(sizes)
    if rank not in (2, 3) or theta.shape[1:] != (rank, rank + 1):
        node.wrong(f"theta has the shape {theta.shape} for {rank} axes")
    check_size((theta.shape[0], *sizes, rank))
    aligned = bool(node.attribute("align_corners", 0))
    maps = theta.x.reshape((theta.shape[0], *[1] * rank, rank, rank + 1))
    found = maps[..., rank]
    for n, count in enumerate(sizes):
        at = node.table(count)
        place = at * (2 / max(count - 1, 1)) - 1 if aligned else (2 * at + 1) / count - 1
        shape = [1] * (rank + 2)
        shape[1 + n] = count
        found = found + maps[..., rank - 1 - n] * place.reshape(shape).astype(np.float32)
    return found


# RoiAlign


@record("RoiAlign", since=10)
def roi_align(node: Node, x: Item, rois: Item, items: Item) -> Any:
    """The mean, or maximum, of samples in each cell of each region."""
    rows, columns = node.attribute("output_height", 1), node.attribute("output_width", 1)
    ratio, scale = node.attribute("sampling_ratio", 0), node.attribute("spatial_scale", 1.0)
    mode = node.attribute("mode", "avg")
    half = node.attribute("coordinate_transformation_mode", "half_pixel") == "half_pixel" \
        if node.opset >= 16 else False
    if ratio <= 0:
        node.refuse("how many samples a cell has follows from the data: give "
                    "sampling_ratio")
    boxes = rois.x * scale - (0.5 if half else 0.0)
    image = neo.take(x.x, items.x.astype(np.int64), 0)
    places, kept = [], []
    check_size((rois.shape[0], x.shape[1], rows * ratio, columns * ratio))
    for axis, cells in ((0, rows), (1, columns)):
        first, last = boxes[:, 1 - axis], boxes[:, 3 - axis]
        length = last - first if half else neo.maximum(last - first, 1.0)
        steps = (node.table(cells * ratio) + 0.5) / (cells * ratio)
        at = first[:, None] + length[:, None] * steps.astype(np.float32)
        size = x.shape[2 + axis]
        kept.append((at >= -1.0) & (at <= float(size)))
        places.append(neo.maximum(neo.minimum(at, float(size - 1)), 0.0))
    count, (h, w) = rois.shape[0], (rows * ratio, columns * ratio)
    ys = neo.broadcast_to(places[0][:, :, None], (count, h, w)).reshape((count, -1))
    xs = neo.broadcast_to(places[1][:, None, :], (count, h, w)).reshape((count, -1))
    inside = (kept[0][:, :, None] & kept[1][:, None, :]).reshape((count, 1, -1))
    if mode == "max":
        found = _largest_share(image, ys, xs)
    else:
        found = sampled(image, [ys, xs], nearest_edge)
    found = neo.where(inside, found, 0.0)
    cells = found.reshape((count, x.shape[1], rows, ratio, columns, ratio))
    return neo.max(cells, (3, 5)) if mode == "max" else neo.mean(cells, (3, 5))


def _largest_share(image: Any, ys: Any, xs: Any) -> Any:
    """The largest of the four neighbours times their shares."""
    total: Any = None
    low_y, low_x = neo.floor(ys), neo.floor(xs)
    for up, right in itertools.product((0, 1), repeat=2):
        share = (ys - low_y if up else 1 - ys + low_y) * \
            (xs - low_x if right else 1 - xs + low_x)
        at = [low_y.astype(np.int64) + up, low_x.astype(np.int64) + right]
        part = elements(image, at, nearest_edge) * share[:, None]
        total = part if total is None else neo.maximum(total, part)
    return total
