# either.py - functions of arrays and of traced tensors
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Functions that call NumPy on arrays and neo on traced tensors.

A record written with these also does constant folding, such as arithmetic on shapes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

import neo
from neo.tensor import Tensor


def _either(name: str, arrays: Callable[..., Any] | None = None) -> Callable[..., Any]:
    ours, theirs = getattr(neo, name), arrays or getattr(np, name)

    def call(*args: Any, **kwargs: Any) -> Any:
        listed = args[0] if args and isinstance(args[0], (list, tuple)) else ()
        traced = any(isinstance(a, Tensor) for a in (*args, *listed))
        return (ours if traced else theirs)(*args, **kwargs)

    call.__name__ = name
    call.__doc__ = f"neo.{name} of tensors, numpy.{name} of arrays."
    return call


abs = _either("abs", np.abs)
acos = _either("acos", np.arccos)
acosh = _either("acosh", np.arccosh)
asin = _either("asin", np.arcsin)
asinh = _either("asinh", np.arcsinh)
atan = _either("atan", np.arctan)
atanh = _either("atanh", np.arctanh)
broadcast_to = _either("broadcast_to")
ceil = _either("ceil")
concatenate = _either("concatenate")
cos = _either("cos")
cosh = _either("cosh")
erf = _either("erf", lambda x: np.vectorize(math.erf, otypes=[x.dtype])(x))
exp = _either("exp")
expm1 = _either("expm1")
floor = _either("floor")
log = _either("log")
log1p = _either("log1p")
maximum = _either("maximum")
minimum = _either("minimum")
sigmoid = _either("sigmoid", lambda x: 1 / (1 + np.exp(-x)))
sign = _either("sign")
sin = _either("sin")
sinh = _either("sinh")
softplus = _either("softplus", lambda x: np.logaddexp(x, x.dtype.type(0)))
sqrt = _either("sqrt")
sum = _either("sum")
tan = _either("tan")
tanh = _either("tanh")
transpose = _either("transpose")
where = _either("where")
