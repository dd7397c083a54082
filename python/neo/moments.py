# moments.py - means, variances and norms
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.mean`, `var`, `std` and `norm`.

Those of halves are computed in f32, as sums and squares may be beyond a half where means
are not. The number of terms is a number of the program, but over a batch of any size and
where a mask chooses the terms: there they are counted when the program runs.
"""

from __future__ import annotations

import math
from typing import Any

from neo.eager import eager
from neo.errors import UsageError, describe
from neo.functions import abs, maximum, sqrt
from neo.reduce import Axes, axes_of, count_nonzero, max, sum
from neo.shaping import broadcast_to
from neo.specs import HALVES, spec
from neo.tensor import Tensor, as_tensor
from neo.trace import Trace, require_trace


@eager
def mean(value: Any, axis: Axes = None, keepdims: bool = False, *,
         dtype: Any = None, where: Any = None) -> Any:
    """Mean over `axis`, of the terms that `where` holds; NaN over nothing."""
    value = _floats(as_tensor(value), dtype)
    if value.spec.dtype in HALVES:
        return mean(value.astype("float32"), axis, keepdims, where=where
                    ).astype(value.dtype)
    if where is not None:
        return sum(value, axis, keepdims, where=where) / _terms(
            value, axis, keepdims, where)
    extents = [value.shape[a] for a in axes_of(axis, value.ndim)]
    trace = require_trace("neo.mean")
    batched = trace.batch is not None and trace.batch in extents
    if batched:
        extents.remove(trace.batch)
    count = math.prod(extents)
    share = 1.0 / count if count else float("nan")
    total = sum(value, axis, keepdims)
    if batched:
        total = total / _count_items(trace, total)
    return total * share


def _floats(value: Tensor, dtype: Any) -> Tensor:
    """In `dtype`; without one integers are floats, in which their sums have room: float64,
    or of the type that the result meets."""
    if dtype is not None:
        return value.astype(dtype)
    return value if value.spec.is_float else value.astype(float)


def _count_items(trace: Trace, like: Tensor) -> Tensor:
    """The size of the batch, which is known at run time: a sum of ones."""
    ones = spec((trace.batch,), like.value.spec.dtype)
    return sum(Tensor(trace.splat(1.0, ones)))


def _terms(value: Tensor, axis: Axes, keepdims: bool, where: Any) -> Any:
    """How many terms each mean has: a number where it is known."""
    if where is not None:
        return count_nonzero(broadcast_to(where, value.shape), axis, keepdims)
    extents = [value.shape[a] for a in axes_of(axis, value.ndim)]
    trace = require_trace("neo.var")
    if trace.batch is None or trace.batch not in extents:
        return math.prod(extents)
    extents.remove(trace.batch)
    return _count_items(trace, value) * float(math.prod(extents))


@eager
def var(value: Any, axis: Axes = None, keepdims: bool = False, *, ddof: float = 0,
        correction: float | None = None, dtype: Any = None, where: Any = None) -> Any:
    """The mean square of what is left without the mean: of n terms, the sum over
    n - ddof, which the array API calls correction."""
    if ddof and correction is not None:
        raise UsageError(describe("ddof and correction are one argument: give one"))
    value = _floats(as_tensor(value), dtype)
    if value.spec.dtype in HALVES:
        return var(value.astype("float32"), axis, keepdims, ddof=ddof,
                   correction=correction, where=where).astype(value.dtype)
    left = value - mean(value, axis, True, where=where)
    found = mean(left * left, axis, keepdims, where=where)
    fewer = ddof or correction
    if not fewer:
        return found
    terms = _terms(value, axis, keepdims, where)
    if isinstance(terms, Tensor):
        return found * (terms / maximum(terms - fewer, 0))
    return found * (terms / (terms - fewer) if terms > fewer else math.inf)


@eager
def std(value: Any, axis: Axes = None, keepdims: bool = False, *, ddof: float = 0,
        correction: float | None = None, dtype: Any = None, where: Any = None) -> Any:
    """The square root of the variance."""
    value = _floats(as_tensor(value), dtype)
    if value.spec.dtype in HALVES:
        return std(value.astype("float32"), axis, keepdims, ddof=ddof,
                   correction=correction, where=where).astype(value.dtype)
    return sqrt(var(value, axis, keepdims, ddof=ddof, correction=correction,
                    dtype=dtype, where=where))


@eager
def norm(value: Any, ord: Any = None, axis: Any = None, keepdims: bool = False
         ) -> Any:
    """The norm of vectors: the square root of the sum of squares, or for `ord` 1 and
    inf the sum and the largest of what `abs` gives. Without `axis`, of all elements.

    Raises UsageError for other orders, and for norms of matrices.
    """
    x = _floats(as_tensor(value), None)
    if isinstance(axis, tuple) and len(axis) == 1:
        axis = axis[0]
    if x.spec.dtype in HALVES:
        return norm(x.astype("float32"), ord, axis, keepdims).astype(x.dtype)
    vectors = x.ndim == 1 or isinstance(axis, int)
    if ord is None or ord == 2 and vectors or ord == "fro" and not vectors:
        return sqrt(sum(x * x, axis, keepdims))
    if ord in (1, math.inf) and vectors:
        return (sum if ord == 1 else max)(abs(x), axis, keepdims)
    raise UsageError(describe(
        f"neo.norm has no order {ord!r} of a tensor of rank {x.ndim}: leave ord out, "
        "or name one axis and take 1, 2 or inf; write axis=... for axes"))


__all__ = ["mean", "norm", "std", "var"]
