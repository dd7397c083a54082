# special.py - composed functions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Trigonometric and hyperbolic functions and their inverses, which neo has, and some
that it has not. Those are exact to a few units in the last place where their parts are.
"""

from __future__ import annotations

import functools
import math
from typing import Any

import neo
from neo.tensor import Tensor
from neo.torch.aten.pointwise import binary, unary
from neo.torch.records import Call, record

LOG_2, LOG_10 = math.log(2), math.log(10)


def erfc(x: Any) -> Any:
    """1 - erf(x), which beyond 2 is a continued fraction times exp(-x * x)."""
    size = neo.maximum(abs(x), 2.0)
    fraction = size
    for n in range(60, 0, -1):
        fraction = size + (n / 2) / fraction
    tail = neo.exp(-size * size) / (fraction * math.sqrt(math.pi))
    return neo.where(x > 2, tail, neo.where(x < -2, 2 - tail, 1 - neo.erf(x)))


def polynomial_in(x: Any, coefficients: list[float]) -> Any:
    """Horner's rule; the first coefficient is that of the highest power."""
    found: Any = coefficients[0]
    for each in coefficients[1:]:
        found = found * x + each
    return found


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
    turn = x - neo.round(x)
    reflected = found - math.pi / (neo.sin(math.pi * turn) / neo.cos(math.pi * turn))
    whole = mirrored & (turn == 0)
    return neo.where(whole, math.nan, neo.where(
        mirrored, reflected, neo.where(x == 0, -1 / x, found)))


def zeta_less_one(k: int) -> float:
    """The sum of n^-k from n = 2 on; its rest by Euler and Maclaurin."""
    last = 1000
    rest = last ** (1 - k) / (k - 1) - last ** -k / 2 + k * last ** (-k - 1) / 12
    return math.fsum(n ** -k for n in range(last, 1, -1)) + rest


EULER = 0.57721566490153286


@functools.cache
def beside_two() -> list[float]:
    """lgamma(2 + t), the highest power first: Abramowitz and Stegun, 6.1.33. The first
    term that is left out is below 2^-54 where t is at most a half."""
    return [*((-1) ** k * zeta_less_one(k) / k for k in range(25, 1, -1)),
            1 - EULER, 0.0]


def lgamma(x: Any) -> Any:
    """The logarithm of the absolute gamma function. It is 0 at 1 and at 2, beside which
    it is a series; the recurrence leads there from below 10, and beyond is Stirling's
    series. Below -0.5 it is that of 1 - x, reflected."""
    mirrored = x < -0.5
    z = neo.where(mirrored, 1 - x, x)
    product, t = neo.where(z > 0, 1.0, 1.0), z
    for _ in range(8):
        step = t > 2.5
        t = neo.where(step, t - 1, t)
        product = product * neo.where(step, t, 1.0)
    beside_one, beside_zero = t < 1.5, t < 0.5
    t = neo.where(beside_zero, t, neo.where(beside_one, t - 1, t - 2))
    small = polynomial_in(t, beside_two()) + neo.log(product) \
        - neo.where(beside_one, neo.log1p(neo.where(beside_one, t, 0.0)), 0.0) \
        - neo.where(beside_zero, neo.log(neo.where(beside_zero, abs(t), 1.0)), 0.0)
    square = 1 / (z * z)
    series = (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (
        1 / 1680 - square * (1 / 1188))))) / z
    large = (z - 0.5) * neo.log(z) - z + 0.5 * math.log(2 * math.pi) + series
    found = neo.where(z < 10, small, large)
    turn = x - neo.round(x)
    reflected = math.log(math.pi) - neo.log(neo.sin(math.pi * abs(turn))) - found
    # At the infinities, too.
    is_pole = ((x <= 0) & (turn == 0)) | (abs(x) == math.inf)
    return neo.where(is_pole, math.inf, neo.where(mirrored, reflected, found))


_FUNCTIONS = {
    "tan": neo.tan, "asin": neo.asin, "acos": neo.acos, "atan": neo.atan,
    "sinh": neo.sinh, "cosh": neo.cosh, "asinh": neo.asinh, "acosh": neo.acosh,
    "atanh": neo.atanh, "log2": lambda x: neo.log(x) / LOG_2,
    "log10": lambda x: neo.log(x) / LOG_10, "exp2": lambda x: neo.pow(2.0, x),
    "erfc": erfc, "digamma": digamma, "lgamma": lgamma,
}
for _name, _function in _FUNCTIONS.items():
    unary(_name, _function)

binary("atan2", "default", composed=True)(neo.atan2)


@record("special_erfcx")
def erfcx(call: Call, x: Tensor) -> Tensor:
    size = neo.maximum(abs(x), 2.0)
    fraction = size
    for n in range(60, 0, -1):
        fraction = size + (n / 2) / fraction
    near = neo.exp(x * x) * erfc(x)
    return neo.where(x > 2, 1 / (fraction * math.sqrt(math.pi)), near)


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
