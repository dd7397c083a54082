# windows.py - operators that read windows: convolutions and pools
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""An index with one loop of the result and one that is reduced is a window.

    sum c, r: X[n, c, 2*p + r - 1] * W[k, c, r]     Conv, strides 2, pads 1
    max r: X[n, c, 2*p + r]                          MaxPool

The role of the other loops follows from where they occur: in the windows only, they are
batch items; in the weights only, output channels; in both, groups where they are kept
and input channels where they are reduced. Zeros around the windows are the operator's
pads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from neo.affine import Linear, interval, of_variable
from neo.onnx.writing.accesses import read
from neo.onnx.writing.bodies import Body, placed
from neo.onnx.writing.forms import bounds
from neo.onnx.writing.graph import Graph, Made
from neo.onnx.writing.program import Access, Loops
from neo.specs import FLOATS

_MOST_AXES = 3


@dataclass(frozen=True)
class Window:
    """Dimension `axis` of a tensor, read at stride * step + dilation * tap + start."""

    axis: int
    step: str
    tap: str
    stride: int
    dilation: int
    start: int


def _windows(body: Body, access: Access) -> list[Window]:
    """The windows of an access whose loops stand in no other dimension."""
    results = {name for name, _ in body.compute.loops}
    found = []
    for axis, form in enumerate(access.index):
        names = form.variables()
        plain = len(form.terms) == 2 and all(isinstance(a, str) for a, _ in form.terms)
        others = {v for d, f in enumerate(access.index) if d != axis
                  for v in f.variables()}
        if not plain or others & set(names) or \
                len(results & set(names)) != 1 or min(f for _, f in form.terms) < 1:
            continue
        (step, stride), (tap, dilation) = sorted(
            ((str(a), f) for a, f in form.terms), key=lambda t: t[0] not in results)
        found.append(Window(axis, step, tap, stride, dilation, form.constant))
    return found


@dataclass(frozen=True)
class Slid:
    """A tensor whose windowed dimensions come last, and the attributes that say how the
    windows slide over them."""

    x: Made
    attributes: dict[str, list[int]]


def _slid(graph: Graph, body: Body, access: Access, windows: Sequence[Window],
          first: Sequence[str], pad: float) -> Slid | None:
    """The tensor over the loops `first` and the windowed dimensions; None where what
    stands around it is not `pad`."""
    extents, x = dict(body.loops), body.tensors[access.tensor]
    index, guards = list(access.index), list(access.guards)
    loops: Loops = tuple((name, extents[name]) for name in first)
    before, after, cut = [], [], []
    for w in windows:
        size, form = x.shape[w.axis], access.index[w.axis]
        low, high, rest = bounds(form, guards)
        least, most = interval(form, extents)
        if least < 0 or most >= size:
            if access.pad != pad or max(low, least) != max(0, least) or \
                    min(high, most + 1) != min(size, most + 1):
                return None
        elif low > least or high <= most:
            return None
        guards = rest
        index[w.axis] = of_variable(f"{w.step}~")
        loops += ((f"{w.step}~", size),)
        before.append(max(-least, 0))
        after.append(max(most + 1 - size, 0))
        # A window begins at `start`, and what the last one leaves is not there.
        cut.append((max(least, 0), min(most + 1, size)))
    if guards:
        return None
    found = read(graph, x, Access(access.tensor, tuple(index)), loops)
    for n, (begin, end) in enumerate(cut, len(first)):
        found = graph.sliced(found, n, begin, end - begin)
    return Slid(found, {
        "strides": [w.stride for w in windows],
        "dilations": [w.dilation for w in windows], "pads": before + after,
        "kernel_shape": [extents[w.tap] for w in windows]})


def convolution(graph: Graph, body: Body) -> Made | None:
    """A sum of products of windows and weights."""
    compute, factors = body.compute, body.factors()
    if compute.kind != "sum" or compute.where or len(factors) != 2:
        return None
    if compute.results[0][1].dtype not in FLOATS:
        factors = body.bytes_of(factors)
    for x, w in (factors, factors[::-1]) if factors else ():
        found = _convolved(graph, body, x, w) if x in body.accesses else None
        if found is not None:
            return found
    return None


def _convolved(graph: Graph, body: Body, x: str, w: str) -> Made | None:
    access, weights = body.accesses[x], body.loops_of(w)
    windows = [v for v in _windows(body, access)
               if v.tap in weights and v.step not in weights]
    if not 1 <= len(windows) <= _MOST_AXES:
        return None
    steps, taps = [v.step for v in windows], [v.tap for v in windows]
    image = body.loops_of(x) - {*steps, *taps}
    weights = weights - set(taps)
    reduced = {name for name, _ in body.compute.reductions}
    order = [name for name, _ in body.loops]
    items, outputs, groups, channels = (
        [n for n in order if n in part] for part in (
            image - weights, weights - image, (image & weights) - reduced,
            image & weights & reduced))
    kept = items + groups + outputs + steps
    if reduced != {*channels, *taps} or len(kept) != len(body.compute.loops):
        return None
    slid = _slid(graph, body, access, windows, items + groups + channels, 0)
    if slid is None:
        return None
    extents = body.compute.extents
    counts = len(items), len(groups) + len(channels)
    image_x = graph.merged(slid.x, [*counts, *[1] * len(windows)])
    kernel = body.over(w, groups + outputs + channels + taps)
    kernel = graph.merged(kernel, [len(groups) + len(outputs), len(channels),
                                   *[1] * len(windows)])
    found = graph.node(
        "ConvInteger" if slid.x.dtype == "i8" else "Conv", [image_x, kernel],
        (image_x.shape[0], kernel.shape[0], *(extents[n] for n in steps)),
        body.compute.results[0][1].dtype,
        group=prod(extents[n] for n in groups), **slid.attributes)
    found = graph.reshaped(found, [extents[n] for n in kept])
    return placed(graph, found, kept, body.compute.loops)


def pool(graph: Graph, body: Body) -> Made | None:
    """A maximum or a sum of windows."""
    compute, name = body.compute, body.compute.yielded
    if compute.kind not in ("max", "sum") or compute.where or \
            name not in body.accesses or compute.results[0][1].dtype not in FLOATS:
        return None
    access = body.accesses[name]
    windows = _windows(body, access)
    steps, taps = [w.step for w in windows], [w.tap for w in windows]
    items = [n for n, _ in compute.loops if n in body.loops_of(name) and n not in steps]
    if not 1 <= len(windows) <= _MOST_AXES or {*taps} != dict(compute.reductions).keys() \
            or len(items) + len(steps) != len(compute.loops):
        return None
    is_max = compute.kind == "max"
    slid = _slid(graph, body, access, windows, items, float("-inf") if is_max else 0)
    if slid is None:
        return None
    split = max(len(items) - 1, 0)
    x = graph.merged(slid.x, [split, len(items) - split, *[1] * len(windows)])
    extents = compute.extents
    shape = (*x.shape[:2], *(extents[n] for n in steps))
    if is_max:
        found = graph.node("MaxPool", [x], shape, x.dtype, **slid.attributes)
    else:
        mean = graph.node("AveragePool", [x], shape, x.dtype, count_include_pad=1,
                          **slid.attributes)
        count = graph.constant(prod(extents[n] for n in taps), x.dtype)
        found = graph.node("Mul", [mean, count], shape, x.dtype)
    found = graph.reshaped(found, [extents[n] for n in items + steps])
    return placed(graph, found, items + steps, compute.loops)
