# test_float_functions.py - how exact the functions of f32 are
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Compiled functions of f32 against NumPy in float64, in units in the last place.

The sample has 2^18 bit patterns, spread over all signs, exponents and NaNs. All
2^32 of them, for some of the functions:

    python test/python/test_float_functions.py exp log tanh
"""

import math
import sys

import numpy as np
import pytest
from kernel_programs import operator

core = pytest.importorskip("neo._core")

SAMPLE = 1 << 18
LIMIT = 2.0
# 1 / (1 + exp(-x)), as a program writes it.
SIGMOID = """%n = arith.negf %x0 : f32
    %e = math.exp %n : f32
    %one = arith.constant 1.0 : f32
    %d = arith.addf %one, %e : f32
    %r = arith.divf %one, %d : f32"""
ORACLES = {
    "exp": np.exp, "expm1": np.expm1, "log": np.log, "log2": np.log2,
    "log1p": np.log1p, "tanh": np.tanh, "erf": np.vectorize(math.erf),
    "sin": np.sin, "cos": np.cos, "sqrt": np.sqrt,
    "rsqrt": lambda x: 1 / np.sqrt(x), "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
}


def patterns(first: int, count: int, step: int) -> np.ndarray:
    """`count` numbers whose bits are about `step` apart, with low bits of all
    kinds."""
    bits = np.arange(first, first + count, dtype=np.uint64) * step
    bits += np.arange(count, dtype=np.uint64) * 2654435761 % step
    return bits.astype(np.uint32).view(np.float32)


def errors(name: str, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of each result: units in the last place off; is it wrong altogether?"""
    body = SIGMOID if name == "sigmoid" else f"%r = math.{name} %x0 : f32"
    text = operator(f"[i: {x.size}]", [("[i]", (x.size,))], (x.size,), "f32",
                    body)
    got, = core.Program(text, "main", 1).run([x])
    with np.errstate(all="ignore"):
        true = ORACLES[name](x.astype(np.float64))
        want = true.astype(np.float32)
        unit = np.spacing(np.minimum(np.abs(want), np.finfo("f4").max))
        distance = np.abs(got.astype(np.float64) - true) / unit
    finite = np.isfinite(want) & np.isfinite(got)
    same = (want == got) | (np.isnan(want) & np.isnan(got))
    sign = (want == 0) & (got == 0) & (np.signbit(want) != np.signbit(got))
    return np.where(finite, distance, 0), ~finite & ~same | sign


@pytest.mark.parametrize("name", list(ORACLES))
def test_less_than_two_units_in_the_last_place(name):
    x = patterns(0, SAMPLE, 2**32 // SAMPLE)
    if name == "sigmoid":  # Below, 1 + exp(-x) is infinite before the result 0.
        x = x[x > -87]
    units, wrong = errors(name, x)
    assert not wrong.any(), x[wrong][:4]
    assert units.max() < LIMIT, x[units.argmax()]


@pytest.mark.parametrize("name", list(ORACLES))
def test_at_the_edges(name):
    least = np.float32(1e-45)
    edges = [0.0, -0.0, np.inf, -np.inf, np.nan, 1, -1, least, -least,
             np.finfo("f4").tiny, np.finfo("f4").max, -np.finfo("f4").max]
    units, wrong = errors(name, np.array(edges, np.float32))
    assert not wrong.any() and units.max() < LIMIT


def main(names: list[str]) -> None:
    part = 1 << 22
    for name in names:
        worst, count = 0.0, 0
        for first in range(0, 2**32, part):
            units, wrong = errors(name, patterns(first, part, 1))
            worst, count = max(worst, units.max()), count + int(wrong.sum())
        print(f"{name}: {worst:.3f} units in the last place at most, "
              f"{count} wrong")


if __name__ == "__main__":
    main(sys.argv[1:] or list(ORACLES))
