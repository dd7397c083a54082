# pooling.py - pooling over windows
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Maxima, means and norms of windows, or of all positions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from ml_dtypes import finfo

import neo
from neo.onnx.element_types import I32, I64, bounds
from neo.onnx.items import Item, check_size, traced
from neo.onnx.node import Node
from neo.onnx.operators.normalisation import wide
from neo.onnx.operators.scatter import scattered
from neo.onnx.operators.windows import Windows, expression, windows_of
from neo.onnx.records import record


def _windows(node: Node, x: Item) -> Windows:
    kernel = node.attribute("kernel_shape")
    if kernel is None or x.ndim < 3:
        node.wrong(f"it has no kernel_shape, or a tensor of shape {x.shape}")
    return windows_of(node, x, kernel)


def _pooled(x: Any, windows: Windows, assign: str, otherwise: str, of: str = "{}") -> Any:
    """A reduction of each window of x."""
    p = ",".join(windows.names("p"))
    value = of.format(windows.read("X", "n, c", otherwise))
    return expression(f"Y[n,c,{p}] {assign} {value}", windows.extents())(x)


@record("MaxPool")
def max_pool(node: Node, x: Item) -> list[Any]:
    windows = _windows(node, x)
    least = "-inf" if x.is_float else str(bounds(x.dtype)[0])
    found = [traced(_pooled(x.x, windows, "max=", least), x.dtype)]
    if node.wants(1):
        found.append(_positions(node, x, windows))
    return found


def _above_padding(x: Item) -> tuple[Any, str]:
    """x, and a number below all of its elements."""
    if x.is_float:
        return neo.maximum(x.x, float(finfo(x.dtype).min)), "-inf"
    return x.x.astype(I32), str(-2**31)


def _positions(node: Node, x: Item, windows: Windows) -> Item:
    """Row-major places in x of the maxima: that of the tap, and of the window."""
    value, least = _above_padding(x)
    tap = _pooled(value, windows, "argmax=", least)
    column_first = bool(node.attribute("storage_order", 0))
    sizes, rank = windows.sizes, windows.rank
    strides = [math.prod(sizes[:n]) if column_first else math.prod(sizes[n + 1:])
               for n in range(rank)]
    place: Any = tap * 0
    for n in range(rank):
        rest = math.prod(windows.kernel[n + 1:])
        step = tap // rest % windows.kernel[n] * windows.dilations[n]
        shape = [1] * rank
        shape[n] = windows.outputs[n]
        first = (node.table(windows.outputs[n]) * windows.strides[n] -
                 windows.before[n]).reshape(shape)
        place = place + (step + first) * strides[n]
    maps = (node.table(x.shape[0] * x.shape[1]) * math.prod(sizes)).reshape(
        (*x.shape[:2], *[1] * rank))
    return traced(place + maps, I64)


@record("AveragePool")
def average_pool(node: Node, x: Item) -> Any:
    windows = _windows(node, x)
    total = _pooled(wide(x), windows, "+=", "0")
    return total / _counts(node, windows).astype(total.dtype)


def _counts(node: Node, windows: Windows) -> Any:
    """How many elements each window has, which its pads may count among."""
    pads = tuple(node.attribute("pads") or (0,) * (2 * windows.rank))
    with_pads = bool(node.attribute("count_include_pad", 0))
    total: Any = neo.asarray(np.ones(()))
    for n in range(windows.rank):
        node.check_table(windows.outputs[n] * windows.kernel[n])
        steps = np.arange(windows.outputs[n])[:, None] * windows.strides[n]
        at = steps + np.arange(windows.kernel[n]) * windows.dilations[n] - \
            windows.before[n]
        low, high = 0, windows.sizes[n]
        if with_pads:
            low = -windows.before[n]
            after = pads[n + windows.rank]
            if node.attribute("auto_pad", "NOTSET").startswith("SAME"):
                after = windows.kernel[n]
            high += after
        inside = ((at >= low) & (at < high)).sum(1)
        one = inside[:1] if (inside == inside[:1]).all() else inside
        total = total[..., None] * np.maximum(one, 1).astype(np.float64)
    return total


@record("LpPool")
def norm_pool(node: Node, x: Item) -> Any:
    power = node.attribute("p", 2)
    windows = _windows(node, x)
    found = _pooled(wide(x), windows, "+=", "0", f"abs({{}}) ** {int(power)}")
    return _root(found, power)


def _root(x: Any, power: int) -> Any:
    return x if power == 1 else neo.sqrt(x) if power == 2 else neo.pow(x, 1 / power)


def _all(x: Item) -> tuple[int, ...]:
    return tuple(range(2, x.ndim))


@record("GlobalAveragePool")
def global_average(node: Node, x: Item) -> Any:
    return neo.mean(x.x, _all(x), True)


@record("GlobalMaxPool")
def global_max(node: Node, x: Item) -> Any:
    return neo.max(x.x, _all(x), True)


@record("GlobalLpPool")
def global_norm(node: Node, x: Item) -> Any:
    power = node.attribute("p", 2)
    return _root(neo.sum(neo.abs(wide(x)) ** power, _all(x), True), power)


@record("MaxUnpool")
def max_unpool(node: Node, x: Item, indices: Item, wanted: Item | None = None) -> Any:
    """The elements at the places that a MaxPool gave, and zeros elsewhere."""
    kernel, rank = node.attribute("kernel_shape"), x.ndim - 2
    strides = node.attribute("strides") or (1,) * rank
    pads = node.attribute("pads") or (0,) * (2 * rank)
    sizes = [(s - 1) * strides[n] + kernel[n] - pads[n] - pads[n + rank]
             for n, s in enumerate(x.shape[2:])]
    inner = (*x.shape[:2], *sizes)
    shape = inner if wanted is None else node.integers(wanted) or ()
    check_size(shape)
    at = indices.x.astype(np.int64)
    if tuple(shape) != inner:
        at = _moved(at, inner, shape)
    count = math.prod(shape)
    empty = Item(x.dtype, np.zeros((count, 1), x.dtype))
    updates = Item(x.dtype, x.x.reshape((-1, 1)))
    return scattered(empty, at.reshape(-1), updates, "none").raw.reshape(tuple(shape))


def _moved(at: Any, inner: Any, shape: Any) -> Any:
    """Row-major places in `inner` as those in `shape`."""
    found: Any = 0
    for n, size in enumerate(inner):
        part = at // math.prod(inner[n + 1:]) % size
        found = found * shape[n] + part
    return found
