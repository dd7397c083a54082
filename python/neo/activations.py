# activations.py - functions of elements and of rows
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.softmax` and its kin, composed of the functions of `neo.functions` and of
reductions: their derivatives are derived, and fusion makes kernels of them.
"""

from __future__ import annotations

import math
from typing import Any

from neo.eager import eager
from neo.errors import UsageError, describe
from neo.functions import (abs, erf, exp, log, log1p, maximum, minimum,
                           sigmoid, sqrt, where)
from neo.hints import stop_gradient
from neo.reduce import max, mean, sum
from neo.tensor import as_tensor


@eager
def square(x: Any) -> Any:
    """x * x, elementwise."""
    x = as_tensor(x)
    return x * x


@eager
def sign(x: Any) -> Any:
    """-1, 0 or 1 by the sign; NaN stays NaN. The derivative is 0."""
    x = as_tensor(x)
    one = where(x > 0, 1, where(x < 0, -1, 0)).astype(x.dtype)
    return where(isnan(x), x, one) if x.spec.is_float else one


@eager
def isnan(x: Any) -> Any:
    """Whether it is NaN, elementwise."""
    x = as_tensor(x)
    return x != x


@eager
def isfinite(x: Any) -> Any:
    """Whether it is neither NaN nor infinite, elementwise."""
    return abs(x) < math.inf


@eager
def clip(x: Any, low: Any = None, high: Any = None) -> Any:
    """No less than `low` and no more than `high`, elementwise."""
    x = as_tensor(x)
    x = x if low is None else maximum(x, low)
    return x if high is None else minimum(x, high)


@eager
def silu(x: Any) -> Any:
    """x * sigmoid(x), elementwise."""
    return x * sigmoid(x)


@eager
def gelu(x: Any) -> Any:
    """x times the normal distribution's probability of less than x."""
    return x * (erf(x * math.sqrt(0.5)) + 1) * 0.5


@eager
def softplus(x: Any) -> Any:
    """log(1 + exp(x)), elementwise, without an exp that overflows."""
    return maximum(x, 0.0) + log1p(exp(-abs(x)))


@eager
def leaky_relu(x: Any, slope: float = 0.01) -> Any:
    """x where it is positive, else slope * x."""
    return where(x > 0, x, x * slope)


@eager
def elu(x: Any) -> Any:
    """x where it is positive, else exp(x) - 1."""
    return where(x > 0, x, exp(minimum(x, 0.0)) - 1)


@eager
def logsumexp(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """log(sum(exp(x))) over `axis`, without an exp that overflows; -inf of nothing
    but -inf."""
    top = stop_gradient(max(x, axis, keepdims=True))
    top = where(isfinite(top), top, 0.0)
    total = log(sum(exp(x - top), axis, keepdims=True)) + top
    return total if keepdims else sum(total, axis)


@eager
def softmax(x: Any, axis: Any = -1) -> Any:
    """exp(x) over its sum along `axis`."""
    e = exp(x - stop_gradient(max(x, axis, keepdims=True)))
    return e / sum(e, axis, keepdims=True)


@eager
def log_softmax(x: Any, axis: Any = -1) -> Any:
    """The logarithm of softmax."""
    d = x - stop_gradient(max(x, axis, keepdims=True))
    return d - log(sum(exp(d), axis, keepdims=True))


@eager
def var(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The mean of squares of what is left of x without its mean."""
    d = as_tensor(x) - mean(x, axis, keepdims=True)
    return mean(d * d, axis, keepdims)


@eager
def std(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The square root of the variance."""
    return sqrt(var(x, axis, keepdims))


@eager
def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    """The norm of vectors: the square root of the sum of squares, or for `ord` 1 and
    inf the sum and the largest of what `abs` gives. Without `axis`, of all elements.

    Raises UsageError for other orders, and for norms of matrices.
    """
    x = as_tensor(x)
    if ord is None or ord == 2 and (x.ndim == 1 or isinstance(axis, int)):
        return sqrt(sum(square(x), axis, keepdims))
    if ord in (1, math.inf) and (x.ndim == 1 or isinstance(axis, int)):
        return (sum if ord == 1 else max)(abs(x), axis, keepdims)
    raise UsageError(describe(
        f"neo.norm has no order {ord!r} of a tensor of rank {x.ndim}: leave ord out, "
        "or name one axis and take 1, 2 or inf; write axis=... for axes"))


@eager
def cumsum(x: Any, axis: int | None = None) -> Any:
    """The sum of the elements up to each one along `axis`; without it, of all
    elements in row-major order."""
    from neo.scan import scan
    from neo.shaping import axis_of, moveaxis
    x = as_tensor(x) if axis is not None else as_tensor(x).reshape(-1)
    axis = axis or 0
    place = axis_of(axis, x.ndim)
    rows = moveaxis(x, place, 0)
    start = rows[0] * 0 if rows.shape[0] else sum(rows, 0)

    def step(total: Any, row: Any) -> tuple[Any, Any]:
        total = total + row
        return total, total

    return moveaxis(scan(step, start, rows)[1], 0, place)


__all__ = ["clip", "cumsum", "elu", "gelu", "isfinite", "isnan", "leaky_relu",
           "log_softmax", "logsumexp", "norm", "sign", "silu", "softmax",
           "softplus", "square", "std", "var"]
