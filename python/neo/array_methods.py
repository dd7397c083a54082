# array_methods.py - the methods that NumPy's arrays have
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`x.sum(axis=0)` is `neo.sum(x, axis=0)`, and so on."""

from __future__ import annotations

from typing import Any

from neo import public


def _method(name: str) -> Any:
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        return public.function(name)(self, *args, **kwargs)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"neo.{name} of this tensor."
    return call


class ArrayMethods:
    """Reductions and rearrangements of traced tensors as methods."""

    sum = _method("sum")
    mean = _method("mean")
    max = _method("max")
    min = _method("min")
    prod = _method("prod")
    any = _method("any")
    all = _method("all")
    argmax = _method("argmax")
    argmin = _method("argmin")
    var = _method("var")
    std = _method("std")
    cumprod = _method("cumprod")
    cumsum = _method("cumsum")
    clip = _method("clip")
    flatten = _method("ravel")
    ravel = _method("ravel")
    squeeze = _method("squeeze")
    swapaxes = _method("swapaxes")
    take = _method("take")
    dot = _method("dot")
    repeat = _method("repeat")
