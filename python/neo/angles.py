# angles.py - functions of angles, their inverses, and hyperbolic ones
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Named as in the Python array API; NumPy's `arctan` is `atan`.

They take scalars of `neo.compute` as well, compute in floats, and have derivatives.
"""

from __future__ import annotations

from typing import Any

from neo.eager import eager
from neo.elementwise import apply


@eager
def tan(x: Any) -> Any:
    """Tangent of radians, elementwise."""
    return apply("tan")(x)


@eager
def asin(x: Any) -> Any:
    """The angle from -pi/2 to pi/2 whose sine is x, elementwise."""
    return apply("asin")(x)


@eager
def acos(x: Any) -> Any:
    """The angle from 0 to pi whose cosine is x, elementwise."""
    return apply("acos")(x)


@eager
def atan(x: Any) -> Any:
    """The angle from -pi/2 to pi/2 whose tangent is x, elementwise."""
    return apply("atan")(x)


@eager
def atan2(y: Any, x: Any) -> Any:
    """The angle from -pi to pi of the point (x, y), elementwise."""
    return apply("atan2")(y, x)


@eager
def sinh(x: Any) -> Any:
    """Hyperbolic sine, elementwise."""
    return apply("sinh")(x)


@eager
def cosh(x: Any) -> Any:
    """Hyperbolic cosine, elementwise."""
    return apply("cosh")(x)


@eager
def asinh(x: Any) -> Any:
    """The inverse of the hyperbolic sine, elementwise."""
    return apply("asinh")(x)


@eager
def acosh(x: Any) -> Any:
    """The inverse of the hyperbolic cosine, elementwise; NaN below 1."""
    return apply("acosh")(x)


@eager
def atanh(x: Any) -> Any:
    """The inverse of the hyperbolic tangent, elementwise; NaN outside of [-1, 1]."""
    return apply("atanh")(x)


__all__ = ["acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cosh", "sinh",
           "tan"]
