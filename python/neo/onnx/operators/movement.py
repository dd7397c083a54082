# movement.py - slices, concatenation and padding
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Concat, Split, Slice, Pad, Tile and related operators: reads at affine indices."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import neo
from neo.onnx.element_types import BOOL, I64, carrier
from neo.onnx.items import MOST_KNOWN, Item, all_known, check_size, known, traced
from neo.onnx.node import Node
from neo.onnx.operators.shapes import broadcast_item
from neo.onnx.records import record


@record("Concat")
def concatenate(node: Node, *items: Item) -> Item:
    if node.opset >= 4 and node.attribute("axis") is None:
        node.wrong("it has no attribute 'axis'")
    if len({i.dtype for i in items}) > 1:
        node.wrong(f"its inputs are of {', '.join(str(i.dtype) for i in items)}")
    axis = node.axis(items[0].ndim, 1)
    if all_known(items) and sum(i.size for i in items) <= MOST_KNOWN:
        return known(np.concatenate([i.raw for i in items], axis))
    return Item(items[0].dtype, neo.concatenate([i.x for i in items], axis))


@record("Split")
def split(node: Node, x: Item, sizes: Item | None = None) -> list[Item]:
    axis = node.axis(x.ndim)
    found = node.integers(sizes, "split")
    if found is None:
        count = node.attribute("num_outputs") or len(node.proto.output)
        size = -(-x.shape[axis] // count)
        found = [min(size, max(x.shape[axis] - n * size, 0)) for n in range(count)]
    if sum(found) != x.shape[axis] or min(found, default=0) < 0:
        node.wrong(f"parts {tuple(found)} of {x.shape[axis]} elements")
    ends = np.cumsum(found)
    before = (slice(None),) * axis
    return [Item(x.dtype, x.raw[(*before, slice(int(end) - size, int(end)))], x.sources)
            for size, end in zip(found, ends)]


@record("Slice")
def slices(node: Node, x: Item, starts: Item | None = None, ends: Item | None = None,
           axes: Item | None = None, steps: Item | None = None) -> Item:
    first, last = node.integers(starts, "starts"), node.integers(ends, "ends")
    if first is None or last is None or len(first) != len(last):
        node.wrong("starts and ends have one number for each axis")
    places = node.integers(axes, "axes")
    places = range(len(first)) if places is None else places
    strides = node.integers(steps) or (1,) * len(first)
    if not len(first) == len(places) == len(strides) or 0 in strides:
        node.wrong("starts, ends, axes and steps are equally long, and no step is 0")
    index = [slice(None)] * x.ndim
    for place, start, stop, step in zip(places, first, last, strides):
        axis = node.counted(place, x.ndim)
        index[axis] = _slice(start, stop, step, x.shape[axis])
    return Item(x.dtype, x.raw[tuple(index)] if index else x.raw, x.sources)


def _slice(start: int, stop: int, step: int, size: int) -> slice:
    """ONNX clamps as Python does, but that backwards an end before 0 includes element 0,
    and a start before 0 is 0."""
    if step < 0:
        start = max(start, -size)
    if step < 0 and stop < -size:
        return slice(start, None, step)
    return slice(start, stop, step)


@record("Tile", since=6)
def tile(node: Node, x: Item, repeats: Item) -> Item:
    counts = node.integers(repeats) or ()
    if len(counts) != x.ndim or min(counts, default=0) < 0:
        node.wrong(f"repeats {counts} of a tensor of rank {x.ndim}")
    shape = tuple(s * n for s, n in zip(x.shape, counts))
    check_size(shape)
    if x.is_known and math.prod(shape) <= MOST_KNOWN:
        return known(np.tile(x.raw, counts))
    inner = [n for s in x.shape for n in (1, s)]
    outer = tuple(n for pair in zip(counts, x.shape) for n in pair)
    parts = Item(x.dtype, x.x.reshape(inner), x.sources)
    return Item(x.dtype, broadcast_item(parts, outer).raw.reshape(shape), x.sources)


# Edges


@record("Pad")
def pad(node: Node, x: Item, pads: Item | None = None, value: Item | None = None,
        axes: Item | None = None) -> Item:
    found = node.integers(pads, "pads") or ()
    places = node.integers(axes)
    places = range(x.ndim) if places is None else \
        [node.counted(a, x.ndim) for a in places]
    if len(found) != 2 * len(places):
        node.wrong(f"pads {found} for {len(places)} axes: each has two")
    widths = [(0, 0)] * x.ndim
    for n, axis in enumerate(places):
        widths[axis] = found[n], found[n + len(places)]
    check_size([s + a + b for s, (a, b) in zip(x.shape, widths)])
    mode = node.attribute("mode", "constant")
    if mode == "constant":
        return constant_pad(x, widths, value, node.attribute("value", 0.0))
    if mode not in _MIRRORS:
        node.wrong(f"there is no mode '{mode}'")
    if any(s + b + c > MOST_KNOWN for s, (b, c) in zip(x.shape, widths)):
        node.refuse(f"an axis is longer than {MOST_KNOWN}")
    return Item(x.dtype, mirrored(x.x, widths, _MIRRORS[mode]), x.sources)


def constant_pad(x: Item, widths: Sequence[tuple[int, int]], value: Item | None,
                 number: float = 0.0) -> Item:
    """`x` with a value around it; negative widths cut."""
    cut = tuple(slice(max(-a, 0), s - max(-b, 0))
                for s, (a, b) in zip(x.shape, widths))
    grown = [(max(a, 0), max(b, 0)) for a, b in widths]
    raw = x.x[cut] if cut else x.x
    if value is not None and not value.is_known:
        inside = neo.pad(neo.ones(raw.shape), grown) == 1
        return traced(neo.where(inside, neo.pad(raw, grown), value.x.reshape(())), x.dtype)
    number = number if value is None else value.raw.reshape(-1)[0].item()
    if x.dtype == BOOL:
        raw = raw.astype(np.int32)
    found = neo.pad(raw, grown, number if x.is_float else int(number))
    return traced(found != 0 if x.dtype == BOOL else found, x.dtype)


# Where an index outside of 0 to size - 1 is read.
_MIRRORS: dict[str, Callable[[np.ndarray, int], np.ndarray]] = {
    "edge": lambda at, size: np.clip(at, 0, size - 1),
    "wrap": lambda at, size: at % size,
    "reflect": lambda at, size: (size - 1) - np.abs(
        at % (2 * size - 2) - (size - 1)) if size > 1 else at * 0,
}


def mirrored(x: Any, widths: Sequence[tuple[int, int]],
             mirror: Callable[[np.ndarray, int], np.ndarray]) -> Any:
    """Each axis read at constant positions."""
    for axis, (before, after) in enumerate(widths):
        if before or after:
            size = x.shape[axis]
            at = mirror(np.arange(-before, size + after), size)
            x = pieces(x, at, axis)
    return x


def pieces(x: Any, at: np.ndarray, axis: int) -> Any:
    """`x` at constant positions along an axis, as runs that are slices joined."""
    cuts = [0, *(np.flatnonzero(np.diff(at, 2)) + 2).tolist(), len(at)]
    if len(cuts) > 34 or not len(at):
        return neo.take(x, at, axis)
    before = (slice(None),) * axis
    runs = []
    for start, end in zip(cuts, cuts[1:]):
        run = at[start:end]
        step = int(run[1] - run[0]) if len(run) > 1 else 1
        if step == 0:
            one = x[(*before, slice(int(run[0]), int(run[0]) + 1))]
            shape = (*x.shape[:axis], len(run), *x.shape[axis + 1:])
            runs.append(neo.broadcast_to(one, shape))
            continue
        stop = int(run[-1]) + (1 if step > 0 else -1)
        runs.append(x[(*before, slice(int(run[0]), None if stop < 0 else stop, step))])
    return runs[0] if len(runs) == 1 else neo.concatenate(runs, axis)


@record("ReverseSequence", since=10)
def reverse_sequence(node: Node, x: Item, lengths: Item) -> Item:
    """Time t of a sequence of n steps is read at n - 1 - t where t < n, else at t."""
    time, batch = node.attribute("time_axis", 0), node.attribute("batch_axis", 1)
    steps = node.table(x.shape[time])
    sizes = lengths.x.astype(np.int64)[:, None]
    at = neo.where(sizes > steps, sizes - 1 - steps, sizes * 0 + steps)
    shape = [1] * x.ndim
    shape[time], shape[batch] = x.shape[time], x.shape[batch]
    places = (at.T if time < batch else at).reshape(shape)
    places = neo.broadcast_to(places, x.shape)
    return traced(neo.take_along_axis(x.x, places, time), x.dtype)


@record("Trilu", since=14)
def triangle(node: Node, x: Item, k: Item | None = None) -> Item:
    shift = (node.integers(k) or (0,))[0]
    upper = node.attribute("upper", 1)
    if x.is_known:
        return known(np.triu(x.raw, shift) if upper else np.tril(x.raw, shift))
    rows, columns = (neo.asarray(node.table(size)) for size in x.shape[-2:])
    behind = columns[None] - rows[:, None]
    kept = behind >= shift if upper else behind <= shift
    if x.dtype == BOOL:
        return traced(x.x & kept, BOOL)
    zero = 0.0 if x.is_float else np.zeros((), carrier(x.dtype))
    return traced(neo.where(kept, x.x, zero), x.dtype)


@record("Compress", since=9)
def compress(node: Node, x: Item, condition: Item) -> Item:
    """The condition is part of the program: how many hold is an extent."""
    at = np.flatnonzero(node.value(condition))
    axis = node.attribute("axis")
    tensor = x.x.reshape(-1) if axis is None else x.x
    place = node.counted(axis or 0, tensor.ndim)
    if len(at) and at[-1] >= tensor.shape[place]:
        node.wrong(f"the condition is longer than {tensor.shape[place]} elements")
    return traced(pieces(tensor, at.astype(I64), place), x.dtype)
