# test_float_functions.py - how exact the functions of f32 are
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Compiled functions of f32 against float64, in units in the last place.

The sample has 2^18 bit patterns, spread over all signs, exponents and NaNs. All
2^32 of them, for some of the functions, on all processors (minutes each):

    python test/python/test_float_functions.py exp log tanh erf

A unit is the distance of the two f32 next to the true value, so a result that is
correctly rounded is at most 0.5 off. The true value is NumPy's or the C library's
in float64, whose own error is less than 2^-28 of such a unit.
"""

import functools
import math
import multiprocessing
import os
import sys

import numpy as np
import pytest
import neo
from kernel_programs import operator

core = pytest.importorskip("neo._core")

SAMPLE = 1 << 18
LIMIT = 2.0
# A reciprocal, a root and a quotient round after these have lost a unit.
LIMITS = {"tan": 2.5, "acosh": 2.5, "sigmoid": LIMIT + 1}
# 1 / (1 + exp(-x)), as a program writes it.
SIGMOID = """%n = arith.negf %x0 : f32
    %e = math.exp %n : f32
    %one = arith.constant 1.0 : f32
    %d = arith.addf %one, %e : f32
    %r = arith.divf %one, %d : f32"""


def error_function(x: np.ndarray) -> np.ndarray:
    """erf, by the C library where it is neither a line nor 1."""
    size = np.abs(x)
    result = np.where(np.isnan(x), x, np.sign(x))
    small = size < 2.0**-13
    result[small] = x[small] * (2 / math.sqrt(math.pi)) * (1 - x[small]**2 / 3)
    between = ~small & (size < 6)
    result[between] = [math.erf(v) for v in x[between].tolist()]
    return result


ORACLES = {
    "exp": np.exp, "expm1": np.expm1, "log": np.log, "log2": np.log2,
    "log1p": np.log1p, "tanh": np.tanh, "erf": error_function,
    "exp2": np.exp2, "log10": np.log10, "sinh": np.sinh, "cosh": np.cosh,
    "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin,
    "acos": np.arccos, "atan": np.arctan, "asinh": np.arcsinh,
    "acosh": np.arccosh, "atanh": np.arctanh, "sqrt": np.sqrt,
    "rsqrt": lambda x: 1 / np.sqrt(x), "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
}


def patterns(first: int, count: int, step: int) -> np.ndarray:
    """`count` numbers whose bits are about `step` apart, with low bits of all
    kinds."""
    bits = np.arange(first, first + count, dtype=np.uint64) * step
    bits += np.arange(count, dtype=np.uint64) * 2654435761 % step
    return bits.astype(np.uint32).view(np.float32)


ONE_PLUS_ERF = """%e = math.erf %x0 : f32
    %one = arith.constant 1.0 : f32
    %r = arith.addf %e, %one : f32"""


@functools.cache
def program(name: str, size: int, target: str) -> core.Program:
    body = {"sigmoid": SIGMOID, "1 + erf": ONE_PLUS_ERF}.get(
        name, f"%r = math.{name} %x0 : f32")
    text = operator(f"[i: {size}]", [("[i]", (size,))], (size,), "f32", body)
    text = f'module attributes {{neo.target = "{target}"}} {{\n{text}}}\n'
    return core.Program(text, "main", 1)


def unit_at(true: np.ndarray, rounded: np.ndarray) -> np.ndarray:
    """The distance of the two numbers of `rounded`'s type around `true`."""
    size = np.minimum(np.abs(rounded), np.finfo(rounded.dtype).max)
    below = np.where(size > np.abs(true), np.nextafter(size, size.dtype.type(0)), size)
    return np.spacing(below)


def compared(got: np.ndarray, true: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of each result: units in the last place off; is it wrong altogether?"""
    with np.errstate(all="ignore"):
        want = true.astype(got.dtype)
        distance = np.abs(got.astype(true.dtype) - true) / unit_at(true, want)
    finite = np.isfinite(want) & np.isfinite(got)
    same = (want == got) | (np.isnan(want) & np.isnan(got))
    sign = (want == 0) & (got == 0) & (np.signbit(want) != np.signbit(got))
    return np.where(finite, distance, 0), ~finite & ~same | sign


def errors(name: str, x: np.ndarray, target: str = "host"
           ) -> tuple[np.ndarray, np.ndarray]:
    got, = program(name, x.size, target).run([x])
    with np.errstate(all="ignore"):
        true = ORACLES[name](x.astype(np.float64))
    return compared(got, true)


@pytest.mark.parametrize("name", list(ORACLES))
def test_less_than_two_units_in_the_last_place(name):
    x = patterns(0, SAMPLE, 2**32 // SAMPLE)
    if name == "sigmoid":  # Below, 1 + exp(-x) is infinite before the result 0.
        x = x[x > -87]
    more = np.random.default_rng(1).uniform(-8, 8, SAMPLE).astype("f4")
    x = np.append(x, more)
    units, wrong = errors(name, x)
    assert not wrong.any(), x[wrong][:4]
    assert units.max() < LIMITS.get(name, LIMIT), x[units.argmax()]


@pytest.mark.parametrize("name", list(ORACLES))
def test_at_the_edges(name):
    least = np.float32(1e-45)
    edges = [0.0, -0.0, np.inf, -np.inf, np.nan, 1, -1, least, -least,
             np.finfo("f4").tiny, np.finfo("f4").max, -np.finfo("f4").max]
    units, wrong = errors(name, np.array(edges, np.float32))
    assert not wrong.any() and units.max() < LIMIT


@pytest.mark.parametrize("name", ["exp", "log", "log2", "tanh", "erf", "sin", "sinh",
                                  "asin", "atan"])
def test_one_value_in_any_number_of_lanes(name):
    x = np.random.default_rng(1).uniform(0.1, 3, 48).astype(np.float32)
    schedules = ["order [i]", *(f"vector [i: {lanes}]" for lanes in (2, 4, 8, 16))]
    alone, *others = (neo.expr(f"Y[i] = {name}(X[i])", schedule=schedule)(x)
                      for schedule in schedules)
    for other in others:
        np.testing.assert_array_equal(other, alone)


def test_what_an_error_function_adds_to_one():
    """Below 0 the sum is small, and as exact as a unit of 1 allows."""
    x = np.concatenate([patterns(0, SAMPLE, 2**32 // SAMPLE),
                        np.linspace(-5, 5, SAMPLE, dtype=np.float32)])
    got, = program("1 + erf", x.size, "host").run([x])
    with np.errstate(all="ignore"):
        true = 1 + error_function(x.astype(np.float64))
    assert np.array_equal(np.isnan(got), np.isnan(x))
    assert np.nanmax(np.abs(got - true)) < 2.0**-23
    assert (got[x < -4] == 0).all() and (got[x > 4] == 2).all()
    assert (got[np.abs(x) < 1e-9] == 1).all()


def worst_of(part: tuple[str, int, int]) -> tuple[float, float, int]:
    """The largest error of some patterns, its argument, how many are wrong."""
    name, first, count = part
    x = patterns(first, count, 1)
    units, wrong = errors(name, x)
    worst = units.argmax()
    return float(units[worst]), float(x[worst]), int(wrong.sum())


def main(names: list[str]) -> None:
    count = 1 << 20
    processors = len(os.sched_getaffinity(0))
    with multiprocessing.get_context("spawn").Pool(processors) as pool:
        for name in names:
            parts = [(name, first, count) for first in range(0, 2**32, count)]
            found = list(pool.imap_unordered(worst_of, parts))
            units, argument, _ = max(found)
            wrong = sum(part[2] for part in found)
            print(f"{name}: at most {units:.3f} units in the last place, for "
                  f"{argument:.9g}; {wrong} wrong", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or list(ORACLES))
