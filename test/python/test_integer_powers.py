# test_integer_powers.py - powers with whole exponents, and their derivatives at 0
# Part of Neo. SPDX-License-Identifier: Apache-2.0
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
    "9223372036854775807 : i64", "16777216 : i32"])
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
