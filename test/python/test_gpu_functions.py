# test_gpu_functions.py - functions of numbers, on the stand-in driver
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Each function of one number must have a lowering to PTX, in every float type. What the
CPU makes of the same numbers in f64 is right up to the roundings of the type."""

import operator

import stand_in  # noqa: F401
import ml_dtypes
import neo
import numpy as np
import pytest

pytestmark = pytest.mark.extended

DTYPES = {"float64": 1e-12, "float32": 1e-5, "float16": 4e-3, "bfloat16": 3e-2}
ANYWHERE = ["trunc", "floor", "ceil", "round", "sign", "square", "abs", "exp", "expm1",
            "exp2", "tanh", "sigmoid", "sin", "cos", "atan", "sinh", "cosh", "asinh",
            "erf", "relu", "gelu", "silu"]
PARTS = {"sqrt": (0, 9), "rsqrt": (0.1, 9), "log": (0.1, 9), "log2": (0.1, 9),
         "log1p": (-0.9, 9), "asin": (-1, 1), "acos": (-1, 1), "atanh": (-0.9, 0.9),
         "acosh": (1, 9), "tan": (-1, 1)}


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", [*ANYWHERE, *PARTS])
def test_function(name: str, dtype: str):
    low, high = PARTS.get(name, (-4, 4))
    x = np.linspace(low, high, 67).astype(getattr(ml_dtypes, dtype, dtype))
    function = getattr(neo, name)
    found = np.asarray(neo.jit(function, device="cuda")(x)).astype(float)
    wanted = np.asarray(neo.jit(function)(x.astype(float)))  # of the same numbers
    np.testing.assert_allclose(found, wanted, rtol=DTYPES[dtype], atol=DTYPES[dtype])


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_magnitude_of_integers(dtype: str):
    x = np.array([0, 1, -1, 5, -7, np.iinfo(dtype).max, np.iinfo(dtype).min], dtype)
    np.testing.assert_array_equal(neo.jit(neo.abs, device="cuda")(x), np.abs(x))


@pytest.mark.parametrize("divide", [operator.floordiv, operator.mod])
@pytest.mark.parametrize("dtype", ["float64", "float32", "int64", "int32"])
def test_division(dtype: str, divide):
    """Rounded down, as on the CPU: quotients of 7 by -3 to 3, which are not 0."""
    a, b = np.meshgrid(np.arange(-7, 8), [-3, -2, -1, 1, 2, 3])
    a, b = a.astype(dtype), b.astype(dtype)
    found = neo.jit(divide, device="cuda")(a, b)
    np.testing.assert_array_equal(found, divide(a, b))
