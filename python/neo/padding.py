# padding.py - tensors with something around them
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.pad`. A number around a tensor is a guarded read; other modes put slices of the
tensor beside it, one dimension after the other, so that corners come out as NumPy's:

    reflect   c b | a b c d | c b          edge   a a | a b c d | d d
    symmetric b a | a b c d | d c          wrap   c d | a b c d | a b
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from neo.arrays import is_number
from neo.eager import eager
from neo.errors import DtypeError, ShapeError, UsageError, describe
from neo.pointwise import recorded
from neo.shaping import broadcast_to, concatenate, flip, moveaxis
from neo.specs import INTEGERS, bounds_of, numpy_type
from neo.spelled import spelled
from neo.syntax import (Binary, Compare, Guarded, Logic, Name, Node, Number, Read,
                        Statement)
from neo.tensor import Tensor, as_tensor

# By mode: what stands before and after, of the dimension in front.
_Side = Callable[[Tensor, int], Any]


def _edge(x: Tensor, count: int) -> Any:
    return broadcast_to(x, (count, *x.shape[1:]))


_AROUND: dict[str, tuple[float, _Side, _Side]] = {
    # How many elements fewer than the dimension a side may have.
    "edge": (-math.inf, lambda x, n: _edge(x[:1], n), lambda x, n: _edge(x[-1:], n)),
    "reflect": (1, lambda x, n: flip(x[1:n + 1], 0),
                lambda x, n: flip(x[len(x) - n - 1:-1], 0)),
    "symmetric": (0, lambda x, n: flip(x[:n], 0),
                  lambda x, n: flip(x[len(x) - n:], 0)),
    "wrap": (0, lambda x, n: x[len(x) - n:], lambda x, n: x[:n]),
}


@spelled(widths="pad_width", value="constant_values")
def pad(x: Any, pad_width: Any, mode: str | float = "constant",
        constant_values: float = 0) -> Any:
    """With a number around it, or by `mode` 'edge', 'reflect', 'symmetric', 'wrap';
    of widths one, a pair for all dimensions, or one per dimension. A number for
    `mode` is the one to put around.

    Raises ShapeError, UsageError.
    """
    widths = pad_width.tolist() if hasattr(pad_width, "tolist") else pad_width
    return _padded(x, widths, mode, constant_values)


@eager
def _padded(x: Any, pad_width: Any, mode: str | float, constant_values: float) -> Any:
    x = as_tensor(x)
    pairs = _pairs(pad_width, x.ndim)
    if is_number(mode):
        mode, constant_values = "constant", mode
    if mode == "constant":
        return _with_number(x, pairs, constant_values)
    if mode not in _AROUND:
        raise UsageError(describe(
            f"neo.pad has no mode {mode!r}: there are 'constant', "
            + ", ".join(map(repr, _AROUND))))
    for axis, (before, after) in enumerate(pairs):
        if before or after:
            x = _with_slices(x, axis, before, after, str(mode))
    return x


def _with_slices(x: Tensor, axis: int, before: int, after: int, mode: str) -> Tensor:
    fewer, left, right = _AROUND[mode]
    rows = moveaxis(x, axis, 0)
    most = len(rows) - fewer if len(rows) else 0
    if max(before, after) > most:
        raise ShapeError(describe(
            f"mode '{mode}' puts {most} elements or fewer beside a dimension of "
            f"{len(rows)}, not {max(before, after)}: pad twice, or by a number"))
    parts = [left(rows, before)] * bool(before) + [rows] + \
        [right(rows, after)] * bool(after)
    return moveaxis(concatenate(parts, 0), 0, axis)


def _with_number(x: Tensor, pairs: list[tuple[int, int]], value: Any) -> Tensor:
    if not is_number(value):
        raise UsageError(describe(
            f"neo.pad puts one number around a tensor, not {value!r}: pad one "
            "dimension after the other for several"))
    value = _held(x, value)
    loops = [f"d{n}" for n in range(x.ndim)]
    index: list[Node] = list(map(Name, loops))
    conditions: list[Node] = []
    shape = []
    for n, (before, after) in enumerate(pairs):
        shape.append(before + x.shape[n] + after)
        if not before and not after:
            continue
        index[n] = Binary("-", index[n], Number(before))
        conditions.append(Compare(("<=", "<"), (
            Number(before), Name(loops[n]), Number(before + x.shape[n]))))
    read: Node = Read("x", tuple(index))
    if conditions:
        both = conditions[0] if len(conditions) == 1 else \
            Logic("and", tuple(conditions))
        read = Guarded(read, both, value)
    return Tensor(recorded(Statement("t", tuple(loops), "=", read), {"x": x.value},
                           dict(zip(loops, shape))))


def _held(x: Tensor, value: Any) -> Any:
    """`value` as tensors like `x` hold it."""
    dtype = x.value.spec.dtype
    if dtype not in INTEGERS or dtype == "i1":
        return value
    least, most = bounds_of(dtype)
    if not (math.isfinite(value) and value == int(value) and least <= value <= most):
        raise DtypeError(describe(
            f"neo.pad cannot put {value!r} around a tensor of "
            f"{np.dtype(numpy_type(dtype)).name}, which holds integers from {least} to "
            f"{most}: convert it first, as by x.astype(numpy.float32)"))
    return int(value)


def _pairs(widths: Any, rank: int) -> list[tuple[int, int]]:
    if not isinstance(widths, (tuple, list)):
        widths = (widths, widths)
    if len(widths) == 1:
        widths = widths[0] if isinstance(widths[0], (tuple, list)) else widths * 2
    if len(widths) == 2 and not isinstance(widths[0], (tuple, list)):
        widths = [widths] * rank
    if len(widths) != rank or not all(
            isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in widths):
        raise ShapeError(describe(
            f"{len(widths)} pairs of widths for {rank} dimensions: give one "
            "pair (before, after) for each"))
    found = [(operator.index(a), operator.index(b)) for a, b in widths]
    if any(width < 0 for pair in found for width in pair):
        raise ShapeError(describe("widths are 0 or more: take a slice to make "
                                  "a tensor smaller"))
    return found


__all__ = ["pad"]
