# test_tabled_functions.py - functions of one number that become tables
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Activations and their gradients against float64, and against the functions as
they are written, which is what `strict` computes."""

import math

import numpy as np
import pytest

import neo

ROOT = 0.7071067811865476


def _erf(x):
    return np.array([math.erf(v) for v in x.ravel().tolist()]).reshape(x.shape)


def _normal(x):
    return _erf(x * ROOT) / 2 + 0.5


def _density(x):
    return np.exp(-x * x / 2) / math.sqrt(2 * math.pi)


def _tanh_gelu(x):
    c = math.sqrt(2 / math.pi)
    t = np.tanh(c * (x + 0.044715 * x**3))
    rise = c * (1 + 3 * 0.044715 * x * x)
    return x / 2 * (1 + t), (1 + t) / 2 + x / 2 * (1 - t * t) * rise


def _wide(x):
    return (3 - x * _erf(x / 50), -_erf(x / 50) - x / 25 / math.sqrt(math.pi)
            * np.exp(-(x / 50)**2))


# The text of f, its value and its derivative.
FUNCTIONS = {
    "gelu": ("0.5 * X[i,j] * (1 + erf(X[i,j] * 0.7071067811865476))",
             lambda x: (x * _normal(x), _normal(x) + x * _density(x))),
    "normal": ("0.5 * (1 + erf(X[i,j] * 0.7071067811865476))",
               lambda x: (_normal(x), _density(x))),
    "tanh gelu": ("0.5 * X[i,j] * (1 + tanh(0.7978845608028654 * "
                  "(X[i,j] + 0.044715 * X[i,j] * X[i,j] * X[i,j])))", _tanh_gelu),
    "wide": ("3 - X[i,j] * erf(X[i,j] / 50)", _wide),
}


def _program(name: str, strict: bool = False):
    f = neo.expr(f"Y[i,j] = {FUNCTIONS[name][0]}")
    return neo.jit(lambda x, g: (f(x), *f.vjp([x], g)), strict=strict)


def _arguments() -> np.ndarray:
    sizes = np.concatenate([np.linspace(0, 12, 1 << 14), np.logspace(-6, 1.9, 1 << 12)])
    return np.concatenate([-sizes, sizes]).astype(np.float32).reshape(40, -1)


def _worst(found: np.ndarray, wanted: np.ndarray, x: np.ndarray) -> np.ndarray:
    """The largest errors of arguments of one sign and of one size."""
    size = np.clip(np.floor(np.log2(np.abs(x) + 1e-9)), -21, 7).astype(int)
    places = (size + 21) * 2 + (x < 0)
    worst = np.zeros(58)
    np.maximum.at(worst, places, np.abs(found - wanted))
    return worst


@pytest.mark.parametrize("name", FUNCTIONS)
def test_hardly_less_exact_than_as_it_is_written(name: str) -> None:
    x = _arguments()
    ones = np.ones_like(x)
    truth = FUNCTIONS[name][1](x.astype(np.float64))
    for found, written, wanted in zip(_program(name)(x, ones),
                                      _program(name, True)(x, ones), truth):
        errors, known = _worst(found, wanted, x), _worst(written, wanted, x)
        assert (errors <= 2 * known + 1e-10).all(), (errors / known).max()
        assert errors.max() <= 1.25 * known.max()


@pytest.mark.parametrize("name", ["gelu", "tanh gelu", "normal"])
def test_ends(name: str, float_lanes: int) -> None:
    """NaN stays NaN; limits at infinities; numbers of all sizes."""
    if float_lanes < 16 and name != "normal":
        pytest.skip("functions become tables with AVX-512 alone; as they are written, "
                    "they multiply infinity by 0")
    x = np.zeros((4, 64), np.float32)
    x[:, :8] = np.nan, np.inf, -np.inf, 3e38, -3e38, 1e-40, -1e-40, -0.0
    y, dx = (result[0] for result in _program(name)(x, np.ones_like(x)))
    assert np.isnan(y[0]) and np.isnan(dx[0])
    if name == "normal":
        np.testing.assert_array_equal(y[1:5], [1, 0, 1, 0])
        return
    np.testing.assert_array_equal(y[[1, 3]], x[0, [1, 3]])
    np.testing.assert_array_equal(dx[[1, 3]], 1)
    np.testing.assert_array_equal([y[4], dx[4]], 0)
    np.testing.assert_allclose(y[5:8], x[0, 5:8] / 2, atol=1e-44)
    np.testing.assert_allclose(dx[5:8], 0.5, atol=1e-7)


def test_the_derivative_has_a_factor() -> None:
    rng = np.random.default_rng(0)
    x, g = 3 * rng.standard_normal((2, 37, 53)).astype(np.float32)
    _, dx = _program("gelu")(x, g)
    wanted = g * FUNCTIONS["gelu"][1](x.astype(np.float64))[1]
    np.testing.assert_allclose(dx, wanted, atol=2e-6)


GELU = FUNCTIONS["gelu"][0]


# What happens at one number, or between two that somebody looked at.
@pytest.mark.parametrize("text, number", [
    (f"where(X[i,j] == 100, 5, {GELU})", 100),
    (f"where(X[i,j] == 1000.123, 7, {GELU})", 1000.123),
    (f"{GELU} + where(X[i,j] == 1.2345, 1, 0)", 1.2345),
    (f"min({GELU}, 3e38)", np.inf),
    (f"{GELU} + exp(0 - ((X[i,j] - 12345.678) / 10)**2)", 12345.678),
    (f"{GELU} + exp(0 - (100000 * (X[i,j] - 1.2345))**2)", 1.2345),
    ("0 - 0.18 * (1 + exp(0 - (2.64 * X[i,j] + 1015.5)**2))", -384.6),
    ("X[i,j] * erf(X[i,j]) + 0.28 * exp(0 - X[i,j] * X[i,j])", np.inf),
    ("2 * X[i,j] * (1 + erf(0 - X[i,j])) + 2 * X[i,j]", 8.7e37),
])
def test_nothing_is_lost_between(text, number):
    f = neo.expr(f"Y[i,j] = {text}")
    x = np.full((64, 256), number, np.float32)
    wanted = neo.jit(f, strict=True)(x)
    np.testing.assert_allclose(neo.jit(f)(x), wanted, rtol=1e-6)
