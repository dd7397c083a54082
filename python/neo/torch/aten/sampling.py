# sampling.py - images at places between their elements
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Interpolation at places that are data.

A place in an image of n dimensions lies between 2**n elements, of each dimension the one
before it and the next. Each is read at positions that are data, an index expression,
and weighted. Gradients, of the image and of the places, are derived from that.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import neo
from neo.tensor import Tensor
from neo.torch.records import Call, Unsupported, record

_LINEAR, _NEAREST, _CUBIC = range(3)
_ZEROS, _BORDER, _REFLECTION = range(3)

#: Elements of one dimension that a place lies between, and their weights.
Taps = list[tuple[Tensor, Any]]


def _clipped(x: Tensor, last: int) -> Tensor:
    """x inside of the image, 0 for NaN; at its border, too, it does not move."""
    return neo.where(x > 0, neo.where(x >= last, float(last), x), 0.0)


def _reflected(x: Tensor, low: float, high: float) -> Tensor:
    """x, turned around at both ends as often as need be."""
    if low == high:
        return x * 0.0
    away = neo.where(x < low, low - x, x - low)
    turns = neo.floor(away / (high - low))
    rest = away - turns * (high - low)
    is_back = turns - 2 * neo.floor(turns / 2) == 1
    return neo.where(is_back, high - rest, rest + low)


def _inside(x: Tensor, size: int, padding: int, align: bool) -> Tensor:
    """A place, moved into the image where that is what is outside."""
    if padding == _ZEROS:
        return x
    if padding == _REFLECTION:
        x = _reflected(x, 0.0, size - 1.0) if align else \
            _reflected(x, -0.5, size - 0.5)
    return _clipped(x, size - 1)


def _taps(x: Tensor, size: int, mode: int, padding: int, align: bool) -> Taps:
    """Those of places x from -1 to 1 in a dimension of `size` elements."""
    x = (x + 1) * ((size - 1) / 2) if align else ((x + 1) * size - 1) * 0.5
    if mode == _CUBIC:
        first = neo.floor(x)
        return [(_inside(first + k, size, padding, align), weight)
                for k, weight in zip((-1.0, 0.0, 1.0, 2.0), _cubic(x - first))]
    x = _inside(x, size, padding, align)
    if mode == _NEAREST:
        return [(neo.round(x), 1.0)]
    first = neo.floor(x)
    return [(first, 1 - (x - first)), (first + 1, x - first)]


def _cubic(t: Tensor) -> list[Tensor]:
    """The weights of the two elements before a place and of the two behind it, by Keys'
    convolution (IEEE TASSP 29, 1981) with a = -0.75."""
    a = -0.75

    def near(x: Any) -> Any:
        return ((a + 2) * x - (a + 3)) * x * x + 1

    def far(x: Any) -> Any:
        return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a

    return [far(t + 1), near(t), near(1 - t), far(2 - t)]


def _read(x: Tensor, places: Sequence[Tensor]) -> Tensor:
    """Elements at whole places, and 0 outside."""
    outs = [f"p{n}" for n in range(len(places))]
    at = ",".join(outs)
    names = [f"I{n}" for n in range(len(places))]
    text = f"t[b,c,{at}] = X[b,c,{','.join(f'{n}[b,{at}]' for n in names)}]"
    sizes = x.shape[2:]
    positions = [neo.where(p >= 0, neo.minimum(p, float(size - 1)), 0.0).astype("i64")
                 for p, size in zip(places, sizes)]
    found = neo.expr(text, b=x.shape[0], c=x.shape[1],
                     **dict(zip(outs, places[0].shape[1:])))(x, *positions)
    is_there: Any = True
    for place, size in zip(places, sizes):
        is_there = is_there & (place >= 0) & (place <= size - 1)
    return neo.where(is_there.reshape(is_there.shape[0], 1, *is_there.shape[1:]),
                     found, 0.0)


def _sampler(mode: int, padding: int, align: bool) -> Callable[[Tensor, Tensor], Tensor]:
    def sample(x: Tensor, grid: Tensor) -> Tensor:
        rank = x.ndim - 2
        taps = [_taps(grid[..., rank - 1 - n], x.shape[2 + n], mode, padding, align)
                for n in range(rank)]
        total: Any = 0.0
        for corner in itertools.product(*taps):
            found = _read(x, [place for place, _ in corner])
            for _, weight in corner:
                found = found * (weight if isinstance(weight, float) else
                                 weight.reshape(weight.shape[0], 1, *weight.shape[1:]))
            total = total + found
        return total

    return sample


@record("grid_sampler_2d", "grid_sampler_3d")
def grid_sampler(call: Call, x: Tensor, grid: Tensor, mode: int, padding: int,
                 align: bool) -> Tensor:
    if 0 in call.shape:
        return neo.full(call.shape, 0.0, x.dtype)
    return _sampler(mode, padding, align)(x, grid)


@record("grid_sampler_2d_backward", "grid_sampler_3d_backward")
def grid_sampler_backward(call: Call, dy: Tensor, x: Tensor, grid: Tensor, mode: int,
                          padding: int, align: bool, wanted: Sequence[bool]) -> Any:
    if not dy.size or not x.size:
        raise Unsupported("there is nothing to sample")
    dx, dgrid = neo.vjp(_sampler(mode, padding, align), x, grid)[1](dy)
    return dx if wanted[0] else None, dgrid
