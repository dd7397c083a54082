# test_integer_powers.py - powers with whole exponents, and their derivatives at 0
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import ml_dtypes
import numpy as np
import pytest

import neo
from neo import _core

POINTS = np.array([0.0, -0.0, 0.5, -2.0])


def derivatives(f, order):
    """The derivative of that order in each of POINTS, by reverse mode over itself."""
    for _ in range(order):
        def f(x, inner=f):
            return neo.grad(lambda x: neo.sum(inner(x)))(x)
    return np.asarray(f(POINTS))


def exact(k, order):
    factor = np.prod(np.arange(k - order + 1, k + 1, dtype=float)) if order <= k else 0.0
    return factor * POINTS ** max(k - order, 0)


@pytest.mark.parametrize("order", [1, 2, 3, 4])
@pytest.mark.parametrize("k", range(6))
def test_higher_derivatives_have_no_poles(k, order):
    np.testing.assert_allclose(derivatives(lambda x: x ** k, order), exact(k, order))
    power = neo.expr(f"Y[i] += X[i]**(k + {k})", k=1)
    np.testing.assert_allclose(derivatives(power, order), exact(k, order))


def test_a_polynomial_whose_exponent_is_a_loop():
    c = np.array([1.0, 2, 3, 4, 5])
    polynomial = neo.expr("Y[i] += C[k] * X[i]**k")
    for order in (1, 2, 3):
        expected = np.polynomial.Polynomial(c).deriv(order)(POINTS)
        np.testing.assert_allclose(
            derivatives(lambda x: polynomial(c, x), order), expected)


@pytest.mark.parametrize("x", [1e-5, 1e-3, 3e-8])
def test_small_bases_of_halves(x):
    c = np.array([1, 2, 3], np.float16)
    polynomial = neo.expr("Y[i] += C[k] * X[i]**k")
    at = np.full(4, x, np.float16)

    def slope(x):
        return neo.grad(lambda x: neo.sum(polynomial(c, x)))(x)

    np.testing.assert_allclose(slope(at).astype(float), 2 + 6 * float(at[0]), rtol=2e-3)
    second = neo.grad(lambda x: neo.sum(slope(x)))(at)
    np.testing.assert_allclose(second.astype(float), 6, rtol=2e-3)


@pytest.mark.parametrize("b", [0.0, 1.0, 2.0, 3.0])
def test_derivatives_in_base_and_exponent(b):
    power = neo.expr("Y[i] = X[i]**B[i]")
    x, b = np.array([0.0, 0.5, 2.0]), np.full(3, b)

    def mixed(x):
        return neo.sum(neo.grad(lambda b: neo.sum(power(x, b)))(b))

    with np.errstate(all="ignore"):
        exact = x ** (b - 1) * (1 + b * np.log(x))
    found = neo.grad(mixed)(x)
    np.testing.assert_allclose(found[1:], exact[1:])
    assert np.isfinite(found[0])


POWER = """
func.func @main(%a: tensor<9x{t}>) -> tensor<9x{t}> {{
  %0 = neo.compute [i: 9] %a[i] : (tensor<9x{t}>) -> tensor<9x{t}> {{
  ^bb0(%x: {t}):
    %n = arith.constant {exponent}
    %p = math.fpowi %x, %n : {t}, {i}
    neo.yield %p : {t}
  }}
  return %0 : tensor<9x{t}>
}}
"""


@pytest.mark.parametrize("t", ["f32", "f64"])
@pytest.mark.parametrize("exponent", [
    "16777217 : i32", "2147483647 : i32", "-16777217 : i32", "9007199254740993 : i64",
    "9223372036854775807 : i64", "16777216 : i32", "-2147483648 : i32",
    "-9223372036854775808 : i64"])
def test_large_exponents_are_odd_where_they_are(t, exponent):
    text = POWER.format(t=t, exponent=exponent, i=exponent.split()[-1])
    a = np.array([-1, 1, -np.inf, np.inf, -0.5, 0.5, -3, np.nan, -0.0],
                 {"f32": np.float32, "f64": np.float64}[t])
    number = int(exponent.split()[0])
    sign = np.where(np.signbit(a) & (number % 2 == 1), -1.0, 1.0)
    with np.errstate(all="ignore"):
        expected = sign * np.abs(a) ** np.float64(number)
    found = _core.Program(text, "main", 1).run([a])[0]
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(np.signbit(found[:-2]), np.signbit(expected[:-2]))
    np.testing.assert_array_equal(_core.interpret(text, "main", [a])[0], expected)


@pytest.mark.parametrize("t", ["f16", "bf16"])
def test_powers_of_halves_are_rounded_once(t):
    text = """
func.func @main(%a: tensor<40x{t}>, %n: tensor<40xi32>) -> tensor<40x{t}> {{
  %0 = neo.compute [i: 40] %a[i], %n[i]
      : (tensor<40x{t}>, tensor<40xi32>) -> tensor<40x{t}> {{
  ^bb0(%x: {t}, %k: i32):
    %p = math.fpowi %x, %k : {t}, i32
    neo.yield %p : {t}
  }}
  return %0 : tensor<40x{t}>
}}
""".format(t=t)
    dtype = np.float16 if t == "f16" else ml_dtypes.bfloat16
    a = np.linspace(0.997, 1.003, 40).astype(dtype)
    n = np.resize(np.array([1, 2, 257, 700, -3, -257, 2049], np.int32), 40)
    found = _core.Program(text, "main", 1).run([a, n])[0]
    exact = a.astype(np.float64) ** n
    unit = 2.0 ** (-11 if t == "f16" else -8)
    assert np.all(np.abs(found.astype(float) - exact) <= 1.01 * unit * exact)
