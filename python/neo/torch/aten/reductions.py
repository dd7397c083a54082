# reductions.py - sums, extrema and moments
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Reductions over dimensions; none of them, or an empty list, means all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import neo
from neo.specs import FLOATS
from neo.tensor import Tensor
from neo.torch.aten.pointwise import truth, wide, widened
from neo.torch.records import Call, Unsupported, cast, record
from neo.trace import active

Dims = int | Sequence[int] | None


def axes_of(dim: Dims) -> Any:
    """Dimensions as Neo takes them."""
    if isinstance(dim, (list, tuple)):
        return tuple(dim) or None
    return dim


def reduced(reduction: Any, x: Tensor, dim: Dims, keepdim: bool) -> Tensor:
    """A reduction; a tensor of rank 0 has a dimension that may be named."""
    if not x.ndim:
        return reduction(x.reshape(1)).reshape(())
    return reduction(x, axes_of(dim), keepdim)


@record("sum", "sum.dim_IntList")
def sum(call: Call, x: Tensor, dim: Dims = None, keepdim: bool = False, **_: Any
        ) -> Tensor:
    return reduced(neo.sum, cast(x, call.name), dim, keepdim)


@record("prod", "prod.dim_int")
def prod(call: Call, x: Tensor, dim: Dims = None, keepdim: bool = False, **_: Any
         ) -> Tensor:
    return reduced(neo.prod, cast(x, call.name), dim, keepdim)


@record("mean", "mean.dim")
def mean(call: Call, x: Tensor, dim: Dims = None, keepdim: bool = False, **_: Any
         ) -> Tensor:
    return reduced(neo.mean, cast(x, call.name), dim, keepdim)


@record("any", "any.dim", "any.dims")
def any(call: Call, x: Tensor, dim: Dims = None, keepdim: bool = False) -> Tensor:
    return reduced(neo.any, truth(x), dim, keepdim)


@record("all", "all.dim", "all.dims")
def all(call: Call, x: Tensor, dim: Dims = None, keepdim: bool = False) -> Tensor:
    return reduced(neo.all, truth(x), dim, keepdim)


@record("amax")
def amax(call: Call, x: Tensor, dim: Dims = (), keepdim: bool = False) -> Tensor:
    return reduced(neo.amax, x, dim, keepdim)


@record("amin")
def amin(call: Call, x: Tensor, dim: Dims = (), keepdim: bool = False) -> Tensor:
    return reduced(neo.amin, x, dim, keepdim)


def _with_elements(x: Tensor) -> Tensor:
    """PyTorch refuses what has none, in its words."""
    if 0 in x.shape:
        raise Unsupported("there is no largest or least of no elements")
    return x


@record("max")
def max(call: Call, x: Tensor) -> Tensor:
    return reduced(neo.max, _with_elements(x), None, False)


@record("min")
def min(call: Call, x: Tensor) -> Tensor:
    return reduced(neo.min, _with_elements(x), None, False)


@record("argmax")
def argmax(call: Call, x: Tensor, dim: int | None = None, keepdim: bool = False
           ) -> Tensor:
    return reduced(neo.argmax, x, dim, keepdim).reshape(call.shape)


@record("argmin")
def argmin(call: Call, x: Tensor, dim: int | None = None, keepdim: bool = False
           ) -> Tensor:
    return reduced(neo.argmin, x, dim, keepdim).reshape(call.shape)


@record("max.dim")
def max_dim(call: Call, x: Tensor, dim: int, keepdim: bool = False) -> Any:
    return (reduced(neo.max, x, dim, keepdim), reduced(neo.argmax, x, dim, keepdim))


@record("min.dim")
def min_dim(call: Call, x: Tensor, dim: int, keepdim: bool = False) -> Any:
    return (reduced(neo.min, x, dim, keepdim), reduced(neo.argmin, x, dim, keepdim))


# Moments


def moments(call: Call, x: Tensor, dim: Dims, correction: Any, keepdim: bool
             ) -> tuple[Tensor, Tensor]:
    """Variance and mean."""
    if x.spec.dtype not in FLOATS:
        raise Unsupported("the variance of integers")
    shape, x = x.shape, widened(x)
    x = x if x.ndim else x.reshape(1)
    axes = axes_of(dim)
    if axes is None or not shape:
        axes = tuple(range(x.ndim))
    axes = (axes,) if isinstance(axes, int) else axes
    count = math.prod(x.shape[a] for a in axes)
    correction = 1 if correction is None else correction
    middle = neo.mean(x, axes, True)
    rest = x - middle
    squares = neo.sum(rest * rest, axes, keepdim)
    divisor = count - correction
    if _counts_items(x, axes):
        divided = neo.var(x, axes, keepdim, correction=correction)
    else:
        divided = squares / float(divisor) if divisor > 0 else \
            squares * math.inf if count else squares * math.nan
    mean = middle if keepdim else middle.reshape(squares.shape)
    return divided.reshape(call.shape), mean.reshape(call.shape)


def _counts_items(x: Tensor, axes: Sequence[int]) -> bool:
    """Whether the number of terms is known at run time, as it is of a batch."""
    trace = active()
    return trace is not None and trace.batch is not None and \
        trace.batch in (x.shape[a] for a in axes)


@record("var.correction")
def var(call: Call, x: Tensor, dim: Dims = None, *, correction: Any = None,
        keepdim: bool = False) -> Tensor:
    return moments(call, x, dim, correction, keepdim)[0]


@record("var_mean.correction")
def var_mean(call: Call, x: Tensor, dim: Dims = None, *, correction: Any = None,
             keepdim: bool = False) -> Any:
    return moments(call, x, dim, correction, keepdim)


@record("std.correction")
def std(call: Call, x: Tensor, dim: Dims = None, *, correction: Any = None,
        keepdim: bool = False) -> Tensor:
    return neo.sqrt(moments(call, x, dim, correction, keepdim)[0])


# Rows


@record("_softmax")
def softmax(call: Call, x: Tensor, dim: int, half_to_float: bool = False) -> Tensor:
    x = cast(x, wide(call.name))
    return neo.softmax(x, dim) if x.ndim else x * 0 + 1


@record("_log_softmax")
def log_softmax(call: Call, x: Tensor, dim: int, half_to_float: bool = False) -> Tensor:
    x = cast(x, wide(call.name))
    return neo.log_softmax(x, dim) if x.ndim else x * 0
