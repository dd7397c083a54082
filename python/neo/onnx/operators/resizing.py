# resizing.py - images of another size
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Resize: along each axis, an element of the result interpolates between some of the
source.

Positions and weights depend on sizes alone, so they are computed at load:
`taps(...)` returns them for each element of the result. Nearest neighbours that
repeat evenly are a broadcast; all else is a read at constant positions.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

import neo
from neo.onnx.element_types import carrier
from neo.onnx.items import Item, check_size, traced
from neo.onnx.node import Node
from neo.onnx.operators.windows import expression
from neo.onnx.records import record


@dataclass(frozen=True)
class Axis:
    """One axis: extents, scale, and the part of the source that is meant."""

    size: int
    target: int
    scale: float
    roi: tuple[float, float]


def coordinates(node: Node, axis: Axis) -> np.ndarray:
    """Where in the source each place of the result lies."""
    at = node.table(axis.target).astype(np.float64)
    mode = node.attribute("coordinate_transformation_mode", "half_pixel") \
        if node.opset >= 11 else "asymmetric"
    whole = axis.scale * axis.size
    if mode == "asymmetric":
        return at / axis.scale
    if mode == "align_corners":
        return at * (axis.size - 1) / (whole - 1) if whole != 1 else at * 0
    if mode == "pytorch_half_pixel":
        return (at + 0.5) / axis.scale - 0.5 if axis.target > 1 else at * 0
    if mode == "half_pixel_symmetric":
        adjustment = axis.target / whole
        centre = axis.size / 2
        return centre * (1 - adjustment) + (at + 0.5) / axis.scale - 0.5
    if mode == "tf_crop_and_resize":
        start, end = axis.roi
        if axis.target == 1:
            return at * 0 + 0.5 * (start + end) * (axis.size - 1)
        return start * (axis.size - 1) + at * (end - start) * (axis.size - 1) / \
            (axis.target - 1)
    if mode == "half_pixel":
        return (at + 0.5) / axis.scale - 0.5
    return node.wrong(f"there is no transformation '{mode}'")


def _nearest(node: Node, at: np.ndarray) -> np.ndarray:
    mode = node.attribute("nearest_mode", "round_prefer_floor") \
        if node.opset >= 11 else "floor"
    if mode == "floor":
        return np.floor(at)
    if mode == "ceil":
        return np.ceil(at)
    low = np.floor(at)
    half = at - low == 0.5
    return np.where(half, low if mode == "round_prefer_floor" else low + 1,
                    np.floor(at + 0.5))


def taps(node: Node, axis: Axis, mode: str) -> tuple[np.ndarray, np.ndarray]:
    """Positions [target, taps] in the source, and their weights."""
    at = coordinates(node, axis)
    if mode == "nearest":
        places = np.clip(_nearest(node, at), 0, axis.size - 1)[:, None]
        return places.astype(np.int64), np.ones(places.shape)
    support = 1.0 if mode == "linear" else 2.0
    shrink = min(axis.scale, 1.0) if node.attribute("antialias", 0) else 1.0
    reach = math.ceil(support / shrink)
    node.check_table(2 * reach * axis.target)
    first = np.floor(at)[:, None] + np.arange(1 - reach, reach + 1)
    distance = (first - at[:, None]) * shrink
    weights = _linear(distance) if mode == "linear" else \
        _cubic(distance, node.attribute("cubic_coeff_a", -0.75))
    if node.attribute("exclude_outside", 0):
        weights = weights * ((first >= 0) & (first < axis.size))
    if node.attribute("exclude_outside", 0) or shrink != 1.0:
        weights = weights / weights.sum(1, keepdims=True)
    return np.clip(first, 0, axis.size - 1).astype(np.int64), weights


def _linear(d: np.ndarray) -> np.ndarray:
    return np.maximum(1 - np.abs(d), 0)


def _cubic(d: np.ndarray, a: float) -> np.ndarray:
    d = np.abs(d)
    near = ((a + 2) * d - (a + 3)) * d * d + 1
    far = ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
    return np.where(d <= 1, near, np.where(d < 2, far, 0))


def along(x: Any, n: int, places: np.ndarray, weights: np.ndarray) -> Any:
    """Traced x with axis n read at `places` and mixed by `weights`."""
    shape = x.shape
    rows = x.reshape((math.prod(shape[:n]), shape[n], math.prod(shape[n + 1:])))
    target = len(places)
    if places.shape[1] == 1 and (weights == 1).all():
        factor = target // shape[n] if shape[n] else 0
        if factor and (places[:, 0] == np.arange(target) // factor).all():
            found = neo.broadcast_to(rows[:, :, None], (
                rows.shape[0], shape[n], factor, rows.shape[2]))
        else:
            found = neo.take(rows, places[:, 0].copy(), 1)
    else:
        found = expression("Y[a,o,b] += X[a,I[o,t],b] * W[o,t]", {})(
            rows, places, weights.astype(rows.dtype))
    return found.reshape((*shape[:n], target, *shape[n + 1:]))


@record("Resize", since=10)
def resize(node: Node, x: Item, roi: Item | None = None, scales: Item | None = None,
           sizes: Item | None = None) -> Item:
    if node.opset < 11:
        roi, scales = None, roi
    axes = node.attribute("axes", tuple(range(x.ndim)))
    axes = [node.counted(a, x.ndim) for a in axes]
    found = _axes(node, x, axes, roi, scales, sizes)
    mode = node.attribute("mode", "nearest")
    return _resized(node, x, dict(zip(axes, found)), mode)


@record("Upsample", since=7)
def upsample(node: Node, x: Item, scales: Item | None = None) -> Item:
    factors = node.attribute("scales") if scales is None else \
        [float(f) for f in node.value(scales)]
    axes = {n: Axis(s, int(s * f), f, (0.0, 1.0))
            for n, (s, f) in enumerate(zip(x.shape, factors))}
    return _resized(node, x, axes, node.attribute("mode", "nearest"))


def _resized(node: Node, x: Item, axes: dict[int, Axis], mode: str) -> Item:
    if mode not in ("nearest", "linear", "cubic"):
        node.wrong(f"there is no mode '{mode}'")
    check_size([axes[n].target if n in axes else s for n, s in enumerate(x.shape)])
    y = x.x if x.is_float or mode == "nearest" else x.x.astype(np.float32)
    outside = []
    for n, axis in axes.items():
        cropped = node.attribute("coordinate_transformation_mode") == "tf_crop_and_resize"
        if axis.size == axis.target and axis.scale == 1 and not cropped:
            continue
        y = along(y, n, *taps(node, axis, mode))
        if cropped:
            at = coordinates(node, axis)
            outside.append((n, (at < 0) | (at > axis.size - 1)))
    for n, rows in outside:
        if rows.any():
            shape = [1] * x.ndim
            shape[n] = len(rows)
            y = neo.where(rows.reshape(shape), node.attribute("extrapolation_value", 0.0), y)
    if not x.is_float and mode != "nearest":
        from neo.onnx.operators.elementwise import rounded
        y = rounded(y)
    return traced(y.astype(carrier(x.dtype)), x.dtype)


def _axes(node: Node, x: Item, axes: list[int], roi: Item | None, scales: Item | None,
          sizes: Item | None) -> list[Axis]:
    """What becomes of each axis."""
    count = len(axes)
    old = [x.shape[a] for a in axes]
    if sizes is not None and sizes.size:
        new = list(node.integers(sizes) or ())
        factors = [n / s for n, s in zip(new, old)]
        policy = node.attribute("keep_aspect_ratio_policy", "stretch")
        if policy != "stretch":
            one = (min if policy == "not_larger" else max)(factors)
            factors = [one] * count
            new = [int(math.floor(s * one + 0.5)) for s in old]
    elif scales is not None and scales.size:
        factors = [float(f) for f in node.value(scales)]
        new = [int(math.floor(s * f)) for s, f in zip(old, factors)]
    else:
        node.wrong("neither scales nor sizes are there")
    if len(factors) != count or min(factors) <= 0:
        node.wrong(f"scales {factors} for {count} axes")
    box = [0.0] * count + [1.0] * count
    if roi is not None and roi.size and \
            node.attribute("coordinate_transformation_mode") == "tf_crop_and_resize":
        box = [float(v) for v in node.value(roi)]
    return [Axis(s, n, f, (box[i], box[i + count]))
            for i, (s, n, f) in enumerate(zip(old, new, factors))]
