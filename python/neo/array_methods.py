# array_methods.py - the methods that NumPy's arrays have
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`x.sum(axis=0)` is `neo.sum(x, axis=0)`, and so on."""

from __future__ import annotations

from typing import Any


def _method(module: str, name: str) -> Any:
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        import importlib
        function = getattr(importlib.import_module(module), name)
        return function(self, *args, **kwargs)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"neo.{name} of this tensor."
    return call


class ArrayMethods:
    """Reductions and rearrangements of traced tensors as methods."""

    sum = _method("neo.reduce", "sum")
    mean = _method("neo.moments", "mean")
    max = _method("neo.reduce", "max")
    min = _method("neo.reduce", "min")
    prod = _method("neo.reduce", "prod")
    any = _method("neo.reduce", "any")
    all = _method("neo.reduce", "all")
    argmax = _method("neo.reduce", "argmax")
    argmin = _method("neo.reduce", "argmin")
    var = _method("neo.moments", "var")
    std = _method("neo.moments", "std")
    cumsum = _method("neo.activations", "cumsum")
    clip = _method("neo.activations", "clip")
    flatten = _method("neo.shaping", "ravel")
    ravel = _method("neo.shaping", "ravel")
    squeeze = _method("neo.shaping", "squeeze")
    swapaxes = _method("neo.shaping", "swapaxes")
    take = _method("neo.shaping", "take")
    dot = _method("neo.products", "dot")
    repeat = _method("neo.repeating", "repeat")
