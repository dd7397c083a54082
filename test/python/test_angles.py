# test_angles.py - angles, hyperbolic functions, roundings and other bases
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Values beside NumPy's, in every float type and of integers, and derivatives."""

import ml_dtypes
import numpy as np
import pytest

import neo

RANDOM = np.random.default_rng(5)
ANY = np.concatenate([RANDOM.normal(size=60) * 3, [0.0, -0.0, 0.5, 1.5, 2.5, -2.5,
                                                    np.inf, -np.inf, np.nan]])
INSIDE, ABOVE = RANDOM.uniform(-0.95, 0.95, 69), RANDOM.uniform(1.05, 9, 69)
FUNCTIONS = {
    "tan": (np.tan, ANY), "asin": (np.arcsin, INSIDE), "acos": (np.arccos, INSIDE),
    "atan": (np.arctan, ANY), "sinh": (np.sinh, ANY), "cosh": (np.cosh, ANY),
    "asinh": (np.arcsinh, ANY), "acosh": (np.arccosh, ABOVE),
    "atanh": (np.arctanh, INSIDE), "log2": (np.log2, ABOVE), "log10": (np.log10, ABOVE),
    "exp2": (np.exp2, ANY), "round": (np.round, ANY), "trunc": (np.trunc, ANY),
}
TYPES = {"float64": 1e-14, "float32": 1e-6, "float16": 2e-3, "bfloat16": 2e-2}


def of_type(array, name):
    return array.astype(ml_dtypes.bfloat16 if name == "bfloat16" else name)


@pytest.mark.filterwarnings("ignore:invalid value")
@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_values(name, kind):
    reference, x = FUNCTIONS[name]
    x = of_type(x, kind)
    op = neo.expr(f"Y[i] = {name}(X[i])")
    wanted = reference(x.astype(np.float64))
    for found in (op(x), getattr(neo, name)(x), neo.interpret(op, x)[0]):
        assert found.dtype == x.dtype
        np.testing.assert_allclose(found.astype(np.float64), wanted, TYPES[kind])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_derivatives(name):
    function, x = getattr(neo, name), FUNCTIONS[name][1][:60]
    step = 1e-6
    slope = neo.grad(lambda x: neo.sum(function(x)))(x)
    wanted = (function(x + step) - function(x - step)) / (2 * step)
    np.testing.assert_allclose(slope, wanted, rtol=1e-4, atol=1e-6)


def test_the_angle_of_a_point():
    y, x = ANY, ANY[::-1].copy()
    np.testing.assert_allclose(neo.atan2(y, x), np.arctan2(y, x), rtol=1e-14)
    found = neo.expr("A[i] = atan2(Y[i], X[i])")(y, x)
    np.testing.assert_allclose(found, np.arctan2(y, x), rtol=1e-14)
    y, x = y[:60], x[-60:]
    of_y, of_x = neo.grad(lambda y, x: neo.sum(neo.atan2(y, x)), argnums=(0, 1))(y, x)
    np.testing.assert_allclose(of_y, x / (x * x + y * y), rtol=1e-12)
    np.testing.assert_allclose(of_x, -y / (x * x + y * y), rtol=1e-12)


def test_integers():
    n = np.array([3, -4])
    np.testing.assert_array_equal(neo.round(n), n)
    assert neo.round(n).dtype == n.dtype
    np.testing.assert_allclose(neo.atan(n), np.arctan(n), rtol=1e-14)
    np.testing.assert_allclose(neo.atan2(n, 2), np.arctan2(n, 2), rtol=1e-14)


def test_scalars_of_loops():
    x = INSIDE[:6].reshape(2, 3)
    found = neo.jit(lambda x: neo.compute((2, 3), lambda i, j: neo.round(
        neo.atan2(x[i, j], 0.5) * 100)))(x)
    np.testing.assert_array_equal(found, np.round(np.arctan2(x, 0.5) * 100))
