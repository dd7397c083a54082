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
from neo.functions import (erf, exp, expm1, log, log1p, maximum, minimum, sigmoid, tanh,
                           where)
from neo.hints import stop_gradient
from neo.reduce import max, sum
from neo.specs import HALVES
from neo.spelled import spelled
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
    return where(isnan(x), stop_gradient(x), one) if x.spec.is_float else one


@eager
def isnan(x: Any) -> Any:
    """Whether it is NaN, elementwise."""
    x = as_tensor(x)
    return x != x


@eager
def isfinite(x: Any) -> Any:
    """Whether it is neither NaN nor infinite, elementwise."""
    return abs(x) < math.inf


@spelled(a_min="min", a_max="max")
@eager
def clip(x: Any, min: Any = None, max: Any = None) -> Any:
    """No less than `min` and no more than `max`, elementwise."""
    x = as_tensor(x)
    x = x if min is None else maximum(x, min)
    return x if max is None else minimum(x, max)


@eager
def silu(x: Any) -> Any:
    """x * sigmoid(x), elementwise."""
    x = as_tensor(x)
    return x * sigmoid(x)


@eager
def gelu(x: Any, approximate: bool | str = False) -> Any:
    """x times the normal distribution's probability of less than x, or what tanh
    makes of it (Hendrycks and Gimpel 2016)."""
    x = as_tensor(x)
    if approximate not in (True, False, "tanh", "none"):
        raise UsageError(describe(
            f"approximate is {approximate!r}, but must be True or 'tanh', or else False "
            "or 'none'"))
    if approximate in (True, "tanh"):
        inner = (x + x ** 3 * 0.044715) * math.sqrt(2 / math.pi)
        return x * (tanh(inner) + 1) * 0.5
    return x * (erf(x * math.sqrt(0.5)) + 1) * 0.5


@eager
def softplus(x: Any) -> Any:
    """log(1 + exp(x)), elementwise, without an exp that overflows."""
    x = as_tensor(x)
    # -|x|, with the slope of x at 0, where softplus is smooth.
    below = where(x > 0, -x, x)
    return maximum(x, 0.0) + log1p(exp(below))


@spelled(negative_slope="slope")
@eager
def leaky_relu(x: Any, slope: float = 0.01) -> Any:
    """x where it is positive, else slope * x."""
    x = as_tensor(x)
    return where(x > 0, x, x * slope)


@eager
def elu(x: Any, alpha: float = 1.0) -> Any:
    """x where it is positive, else alpha * (exp(x) - 1)."""
    x = as_tensor(x)
    # Where x is positive, exp must not overflow; at 0 its slope is that of exp.
    return where(x > 0, x, expm1(where(x > 0, 0.0, x)) * alpha)


@eager
def logsumexp(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """log(sum(exp(x))) over `axis`, without an exp that overflows; -inf of nothing
    but -inf."""
    given, x = x, _widened(x)
    top = stop_gradient(max(x, axis, keepdims=True))
    top = where(isfinite(top), top, 0.0)
    total = _narrowed(given, log(sum(exp(x - top), axis, keepdims=True)) + top)
    return total if keepdims else sum(total, axis)


@eager
def softmax(x: Any, axis: Any = -1) -> Any:
    """exp(x) over its sum along `axis`, or several."""
    given, x = x, _widened(x)
    e = exp(x - stop_gradient(max(x, axis, keepdims=True)))
    return _narrowed(given, e / sum(e, axis, keepdims=True))


@eager
def log_softmax(x: Any, axis: Any = -1) -> Any:
    """The logarithm of softmax."""
    given, x = x, _widened(x)
    d = x - stop_gradient(max(x, axis, keepdims=True))
    return _narrowed(given, d - log(sum(exp(d), axis, keepdims=True)))


def _widened(x: Any) -> Any:
    """In f32 if it is a half: the exponentials of a long row add up to more than f16
    has."""
    x = as_tensor(x)
    return x.astype("float32") if x.spec.dtype in HALVES else x


def _narrowed(given: Any, found: Any) -> Any:
    """A half again where the argument was one."""
    given = as_tensor(given)
    return found.astype(given.dtype) if given.spec.dtype in HALVES else found


__all__ = ["clip", "elu", "gelu", "isfinite", "isnan", "leaky_relu",
           "log_softmax", "logsumexp", "sign", "silu", "softmax", "softplus", "square"]
