# test_double_functions.py - how exact the functions of f64 are, and powers
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Compiled functions of f64 against x87's 64 bits, powers, angles and remainders."""
import math

import numpy as np
import pytest

pytest.importorskip("neo._core")

import neo
from neo import _core
from kernel_programs import operator
from test_float_functions import LIMITS, ORACLES, compared

SAMPLE = 1 << 17
# NumPy's, which take x87's numbers, too.
NAMES = [name for name, oracle in ORACLES.items() if isinstance(oracle, np.ufunc)]
EDGES = [0.0, -0.0, 1, -1, 0.5, -0.5, 2, np.inf, -np.inf, np.nan, 5e-324, -5e-324,
         2.3e-308, 1.79e308, -1.79e308, 709.79, 710.47, -745.2, 1024, -1075, 2.0**60]


def arguments() -> np.ndarray:
    """Of all magnitudes, and many where the functions bend."""
    random = np.random.default_rng(4)
    bits = random.integers(0, 2**64, SAMPLE, np.uint64).view(np.float64)
    sizes = np.exp(random.uniform(-40, 20, SAMPLE)) * random.choice((-1, 1), SAMPLE)
    return np.concatenate([EDGES, bits, sizes, random.uniform(-8, 8, SAMPLE),
                           random.uniform(-1, 1, SAMPLE),
                           random.uniform(-750, 750, SAMPLE)])


def units_off(found: np.ndarray, true: np.ndarray) -> np.ndarray:
    """Units in the last place; infinitely many where another kind of number is."""
    units, wrong = compared(found, true)
    return np.where(wrong, np.inf, units)


@pytest.mark.skipif(np.finfo(np.longdouble).nmant < 63, reason="long double is f64")
@pytest.mark.parametrize("target", ["host", "avx2"])
@pytest.mark.parametrize("name", NAMES)
def test_functions_of_f64(name, target):
    x = arguments()
    body = f"%r = math.{name} %x0 : f64"
    text = operator(f"[i: {x.size}]", [("[i]", x.shape)], x.shape, "f64", body)
    text = f'module attributes {{neo.target = "{target}"}} {{\n{text}}}\n'
    found, = _core.Program(text, "main", 1).run([x])
    with np.errstate(all="ignore"):
        units = units_off(found, ORACLES[name](x.astype(np.longdouble)))
    assert units.max() < LIMITS.get(name, 2.0), (x[units.argmax()], found[units.argmax()])


@pytest.mark.parametrize("low, high", [(-1.2, 1.2), (-7, 7), (-1e-300, 1e-300)])
def test_error_function_of_f64(low, high):
    x = np.random.default_rng(7).uniform(low, high, SAMPLE)
    x[:len(EDGES)] = EDGES
    true = np.array([math.erf(v) for v in x.tolist()])  # less than a unit off
    assert units_off(neo.expr("Y[i] = erf(X[i])")(x), true).max() < 3


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("exponent", [-2.0, -1.0, -0.5, 0.5, 1.0, 1.5, 2.0, 3.0])
def test_short_powers(exponent, dtype):
    x = arguments().clip(*(np.finfo(dtype).max * s for s in (-1, 1))).astype(dtype)
    x = x[np.isfinite(x) & ((x != 0) | ~np.signbit(x))]
    found = neo.expr(f"Y[i] = pow(X[i], {exponent})")(x)
    wide = np.longdouble if dtype is np.float64 else np.float64
    with np.errstate(all="ignore"):
        units = units_off(found, np.power(x.astype(wide), wide(exponent)))
    assert units.max() < 2.0, (x[units.argmax()], found[units.argmax()])


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_remainders_are_exact(dtype):
    """Of quotients that are short, that round up to an integer, and of any."""
    random = np.random.default_rng(8)
    edges = np.array(EDGES).clip(*(np.finfo(dtype).max * s for s in (-1, 1)))
    y, x = (a.ravel() for a in np.meshgrid(edges, edges))
    whole, part = random.integers(-999, 999, SAMPLE), random.uniform(-3, 3, SAMPLE)
    x = np.concatenate([x, whole * part, random.uniform(-99, 99, SAMPLE),
                        arguments()[:SAMPLE]]).clip(edges.min(), edges.max())
    y = np.concatenate([y, part, random.uniform(-3, 3, 2 * SAMPLE)])
    x, y = x.astype(dtype), y.astype(dtype)
    found = neo.jit(lambda x, y: x % y)(x, y)
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(found, np.mod(x, y))


def powers(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Units that powers are off."""
    found = neo.expr("Z[i] = X[i] ** Y[i]")(x, y)
    wide = np.longdouble if x.dtype == np.float64 else np.float64
    with np.errstate(all="ignore"):
        return units_off(found, np.power(x.astype(wide), y.astype(wide)))


@pytest.mark.parametrize("dtype, limit", [(np.float32, 0.51), (np.float64, 2)])
def test_powers(dtype, limit):
    random = np.random.default_rng(5)
    large = np.finfo(dtype).maxexp / 128
    for low, high, most in ((0, 10, 30 * large), (0.99, 1.01, 8e3 * large),
                            (0.7, 1.42, 200 * large), (0, 1e30, large)):
        x = random.uniform(low, high, SAMPLE).astype(dtype)
        y = random.uniform(-most, most, SAMPLE).astype(dtype)
        assert powers(x, y).max() < limit
        assert powers(-x, np.round(y)).max() < limit
    denormal = np.linspace(1e-320, 1e-308, SAMPLE).astype(np.float64)
    assert powers(denormal, np.full(SAMPLE, -0.96)).max() < 2


@pytest.mark.parametrize("dtype, limit", [(np.float32, 0.51), (np.float64, 2)])
def test_powers_at_the_edges(dtype, limit):
    """As C defines them: 1 to the power NaN is 1, as is NaN to the power 0."""
    largest = np.finfo(dtype).max
    edges = np.clip([*EDGES, 3, -3, 2.0**24, 2.0**53, 2.0**54 + 4, -1.5], -largest,
                    largest)
    edges = np.append(edges, (np.inf, -np.inf)).astype(dtype)
    x, y = (a.ravel() for a in np.meshgrid(edges, edges))
    units = powers(x, y)
    assert units.max() < limit, (x[units.argmax()], y[units.argmax()])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_angles_of_points(dtype):
    random = np.random.default_rng(6)
    edges = np.array(EDGES).clip(*(np.finfo(dtype).max * s for s in (-1, 1)))
    edges = np.append(edges, np.arange(-9, 9) * np.finfo(dtype).smallest_subnormal)
    y, x = (np.append(a.ravel(), random.uniform(-3, 3, SAMPLE)).astype(dtype)
            for a in np.meshgrid(edges, edges))
    found = neo.expr("Z[i] = atan2(Y[i], X[i])")(y, x)
    wide = np.longdouble if dtype is np.float64 else np.float64
    units = units_off(found, np.arctan2(y.astype(wide), x.astype(wide)))
    assert units.max() < 2.0, (y[units.argmax()], x[units.argmax()])
