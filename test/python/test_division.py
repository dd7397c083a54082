# test_division.py - // and % of integers and floats
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Quotients rounded down, and remainders, bit for bit those of NumPy."""

import operator

import numpy as np
import pytest
from libdevice import needs_functions

import neo

DRAW = np.random.default_rng(3)
DIVIDE = {"//": operator.floordiv, "%": operator.mod}


def floats(dtype):
    """Dividends and divisors, whose quotients are large, exact, infinite or tiny."""
    a = [*DRAW.normal(size=40) * 10, *range(-8, 8), *DRAW.normal(size=20) * 1e4,
         0.0, np.inf, -np.inf, np.nan, -1e-20, 1e-20, 6e-8, -6e-8]
    b = [*DRAW.normal(size=20), *range(-5, 6), 0.3, 0.1, 0.5, np.inf, -np.inf, np.nan]
    return np.asarray(a, dtype)[:, None], np.asarray(b, dtype)[None]


def integers(dtype):
    ends = np.iinfo(dtype)
    a = [*range(-9, 10), ends.min, ends.max, ends.min + 1,
         *DRAW.integers(ends.min, ends.max, 40)]
    b = [*range(-5, 6), ends.min, ends.max, 7, 100003]
    return np.asarray(a, dtype)[:, None], np.asarray(b, dtype)[None]


@pytest.mark.parametrize("op", DIVIDE)
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16, np.int64, np.int32])
@np.errstate(all="ignore")
def test_by_what_varies(op, dtype):
    a, b = (floats if np.dtype(dtype).kind == "f" else integers)(dtype)
    divide = neo.jit(DIVIDE[op])
    wanted = DIVIDE[op](a, b)
    np.testing.assert_array_equal(divide(a, b), wanted, strict=True)
    np.testing.assert_array_equal(neo.interpret(divide, a, b)[0], wanted)


@pytest.mark.parametrize("op", DIVIDE)
@pytest.mark.parametrize("number", [2, 1.0, 64.0, 0.25, 0.3, -2.0, -4, 1e-3])
@np.errstate(all="ignore")
def test_by_a_number(op, number):
    for dtype in (np.float64, np.float32, np.float16):
        a = floats(dtype)[0]
        np.testing.assert_array_equal(
            neo.jit(lambda a: DIVIDE[op](a, number))(a),
            DIVIDE[op](a, dtype(number)), strict=True)
    a = np.arange(-9, 10)
    np.testing.assert_array_equal(neo.jit(lambda a: DIVIDE[op](a, number))(a),
                                  DIVIDE[op](a, number), strict=True)


def test_numbers_divided():
    a = np.array([1, 2, -3])
    quotients, remainders = neo.jit(lambda a: divmod(7, a))(a)
    np.testing.assert_array_equal(quotients, 7 // a, strict=True)
    np.testing.assert_array_equal(remainders, 7 % a, strict=True)
    np.testing.assert_array_equal(
        neo.expr("Y[i,j] = (3 * i + 1) // A[j] + i % A[j]", i=5)(a),
        (3 * np.arange(5)[:, None] + 1) // a + np.arange(5)[:, None] % a)


def test_an_exact_remainder_has_no_sign():
    found = neo.jit(lambda x, y: x % y)(np.array([-4.0, -6.0]), np.array([2.0, 3.0]))
    assert not np.signbit(found).any()


def test_derivatives():
    x, y = np.array([2.7, -2.7, 5.1, 6.0]), np.array([2.0, 0.7, -1.3, 2.0])
    for by_number in (2, 0.3):
        slope = neo.grad(lambda x: neo.sum(x % by_number + 5 * (x // by_number)))(x)
        np.testing.assert_array_equal(slope, np.ones(4))
    dx, dy = neo.grad(lambda x, y: neo.sum(x % y), argnums=(0, 1))(x, y)
    np.testing.assert_array_equal(dx, np.ones(4))
    np.testing.assert_array_equal(dy, -(x // y))
    for slope in neo.grad(lambda x, y: neo.sum(x // y), argnums=(0, 1))(x, y):
        np.testing.assert_array_equal(slope, np.zeros(4))
    mixed = neo.grad(lambda x: neo.sum(x * (neo.arange(4) % 3)))(x)
    np.testing.assert_array_equal(mixed, [0, 1, 2, 0])


@np.errstate(all="ignore")
def test_models_of_onnx_divide_alike(tmp_path):
    onnx = pytest.importorskip("neo.onnx", exc_type=ImportError)
    a, b = floats(np.float64)

    def divided(a, b):
        return a % b, a // b, a % 2, b // 0.3

    onnx.save(neo.jit(divided), tuple(neo.spec(x.shape, x.dtype) for x in (a, b)),
              tmp_path / "divided.onnx")
    found = onnx.load(tmp_path / "divided.onnx")(a, b)
    for one, other in zip(found, divided(a, b), strict=True):
        np.testing.assert_array_equal(one, other)


@needs_functions
def test_kernels_of_a_gpu_divide():
    for x in (np.ones(70), np.ones(70, np.float32), np.arange(70), np.arange(70, dtype="i4")):
        for divide in DIVIDE.values():
            assert ".entry" in neo.ptx(neo.jit(divide).ir(x, x))
