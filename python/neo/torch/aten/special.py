# special.py - composed functions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Trigonometric and hyperbolic functions, logarithms and their inverses.

Each is exact to a few units in the last place where its parts are. The arc tangent has
no parts to be made of. It starts from a guess y for atan(x), off by less than 0.004,
and adds what is left, by the addition theorem exactly:

    atan(x) = y + atan((x cos y - sin y) / (cos y + x sin y))

of which four terms of the series are beyond float64.
"""

from __future__ import annotations

import math
from typing import Any

import neo
from neo.tensor import Tensor
from neo.torch.aten.pointwise import binary, unary
from neo.torch.records import Call, record

LOG_2, LOG_10 = math.log(2), math.log(10)


def _atan_of_less_than_one(x: Any) -> Any:
    size = abs(x)
    guess = x * (math.pi / 4 + 0.273 * (1 - size))
    s, c = neo.sin(guess), neo.cos(guess)
    rest = (x * c - s) / (c + x * s)
    square = rest * rest
    return guess + rest * (1 - square * (1 / 3 - square * (1 / 5 - square / 7)))


def atan(x: Any) -> Any:
    """The arc tangent."""
    large = abs(x) > 1
    inner = _atan_of_less_than_one(neo.where(large, 1 / neo.where(large, x, 1.0), x))
    quarter = neo.where(x > 0, math.pi / 2, -math.pi / 2)
    return neo.where(large, quarter - inner, inner)


def atan2(y: Any, x: Any) -> Any:
    """The angle of the point (x, y)."""
    steep = abs(y) > abs(x)
    over, under = neo.where(steep, x, y), neo.where(steep, y, x)
    ratio = neo.where((over == 0) & (under == 0), 0.0, over / under)
    inner = _atan_of_less_than_one(ratio)
    below = (y < 0) | (1 / y < 0)
    quarter = neo.where(y > 0, math.pi / 2, -math.pi / 2)
    turned = inner + neo.where(below, -math.pi, math.pi)
    left = (x < 0) | (1 / x < 0)
    return neo.where(steep, quarter - inner, neo.where(left, turned, inner))


def asin(x: Any) -> Any:
    return atan2(x, neo.sqrt((1 - x) * (1 + x)))


def acos(x: Any) -> Any:
    return 2 * atan2(neo.sqrt(1 - x), neo.sqrt(1 + x))


def asinh(x: Any) -> Any:
    size = abs(x)
    found = neo.log1p(size + size * size / (1 + neo.sqrt(1 + size * size)))
    return neo.where(x < 0, -found, found)


def acosh(x: Any) -> Any:
    rest = x - 1
    return neo.log1p(rest + neo.sqrt(rest * (x + 1)))


def erfc(x: Any) -> Any:
    """1 - erf(x), which beyond 2 is a continued fraction times exp(-x * x)."""
    size = neo.maximum(abs(x), 2.0)
    fraction = size
    for n in range(60, 0, -1):
        fraction = size + (n / 2) / fraction
    tail = neo.exp(-size * size) / (fraction * math.sqrt(math.pi))
    return neo.where(x > 2, tail, neo.where(x < -2, 2 - tail, 1 - neo.erf(x)))


def digamma(x: Any) -> Any:
    """The derivative of lgamma: its series beyond 10, which the recurrence reaches."""
    mirrored = x < 0
    z = neo.where(mirrored, 1 - x, x)
    total = neo.where(z > 0, 0.0, 0.0)
    for _ in range(10):
        step = z < 10
        total = total - neo.where(step, 1 / z, 0.0)
        z = neo.where(step, z + 1, z)
    square = 1 / (z * z)
    series = square * (1 / 12 - square * (1 / 120 - square * (
        1 / 252 - square * (1 / 240 - square * (1 / 132)))))
    found = total + neo.log(z) - 0.5 / z - series
    turn = x - neo.floor(x)
    reflected = found - math.pi / (neo.sin(math.pi * turn) / neo.cos(math.pi * turn))
    whole = mirrored & (turn == 0)
    return neo.where(whole, math.nan, neo.where(
        mirrored, reflected, neo.where(x == 0, -1 / x, found)))


def lgamma(x: Any) -> Any:
    """The logarithm of the absolute gamma function, by Stirling's series beyond 10."""
    mirrored = x < 0.5
    z = neo.where(mirrored, 1 - x, x)
    product = neo.where(z > 0, 1.0, 1.0)
    for _ in range(10):
        step = z < 10
        product = product * neo.where(step, z, 1.0)
        z = neo.where(step, z + 1, z)
    square = 1 / (z * z)
    series = (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (
        1 / 1680 - square * (1 / 1188))))) / z
    found = (z - 0.5) * neo.log(z) - z + 0.5 * math.log(2 * math.pi) + series \
        - neo.log(product)
    turn = x - neo.floor(x)
    reflected = math.log(math.pi) - neo.log(neo.sin(math.pi * turn)) - found
    return neo.where((x <= 0) & (turn == 0), math.inf, neo.where(
        mirrored, reflected, found))


_FUNCTIONS = {
    "tan": lambda x: neo.sin(x) / neo.cos(x),
    "sinh": lambda x: (neo.expm1(x) - neo.expm1(-x)) * 0.5,
    "cosh": lambda x: (neo.exp(x) + neo.exp(-x)) * 0.5,
    "log2": lambda x: neo.log(x) / LOG_2, "log10": lambda x: neo.log(x) / LOG_10,
    "exp2": lambda x: neo.pow(2.0, x),
    "atanh": lambda x: (neo.log1p(x) - neo.log1p(-x)) * 0.5,
    "atan": atan, "asin": asin, "acos": acos, "asinh": asinh, "acosh": acosh,
    "erfc": erfc, "digamma": digamma, "lgamma": lgamma,
}
for _name, _function in _FUNCTIONS.items():
    unary(_name, _function)

binary("atan2", "default", composed=True)(atan2)


@record("special_erfcx")
def erfcx(call: Call, x: Tensor) -> Tensor:
    size = neo.maximum(abs(x), 2.0)
    fraction = size
    for n in range(60, 0, -1):
        fraction = size + (n / 2) / fraction
    near = neo.exp(x * x) * erfc(x)
    return neo.where(x > 2, 1 / (fraction * math.sqrt(math.pi)), near)


def polynomial_in(x: Any, coefficients: list[float]) -> Any:
    """Horner's rule; the first coefficient is that of the highest power."""
    found: Any = coefficients[0]
    for each in coefficients[1:]:
        found = found * x + each
    return found


@record("erfinv")
def erfinv(call: Call, x: Tensor) -> Tensor:
    """Winitzki's approximation, made exact by steps of Newton and Halley."""
    a = 0.147
    size = abs(x)
    inner = neo.log((1 - size) * (1 + size))
    middle = 2 / (math.pi * a) + inner / 2
    y = neo.sqrt(neo.sqrt(middle * middle - inner / a) - middle)
    for _ in range(3):
        # The complement keeps digits near 1.
        error = neo.where(size > 0.9, (1 - size) - erfc(y), neo.erf(y) - size)
        step = error / (2 / math.sqrt(math.pi) * neo.exp(-y * y))
        y = y - step / (1 + y * step)
    y = neo.where(size == 1, math.inf, y)
    return neo.where(size > 1, math.nan, neo.where(x < 0, -y, y))
