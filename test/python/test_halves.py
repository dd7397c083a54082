# test_halves.py - functions and means of f16 and bf16
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import ml_dtypes
import numpy as np
import pytest

import neo

BF16 = np.dtype(ml_dtypes.bfloat16)
HALVES = [np.dtype(np.float16), BF16]


@pytest.fixture(params=HALVES, ids=str)
def half(request):
    return request.param


def all_numbers(dtype):
    """Every number above 0."""
    return np.arange(1, 65536, dtype=np.uint16).view(dtype)[:32767]


def test_a_reciprocal_root_is_rounded_once(half):
    x = all_numbers(half)
    x = x[:np.argmax(np.isinf(x.astype(np.float32)))]
    exact = 1 / np.sqrt(x.astype(np.float64))
    np.testing.assert_array_equal(neo.expr("Y[i] = rsqrt(X[i])")(x), exact.astype(half))


@pytest.mark.parametrize("count", [65505, 200_000])
def test_a_mean_of_many(half, count):
    ones = np.ones(count, half)
    assert neo.mean(ones) == 1 and neo.var(ones) == 0 and neo.std(ones) == 0
    np.testing.assert_allclose(
        neo.grad(lambda x: neo.mean(x))(ones).astype(float), 1 / count, rtol=1e-2)


def test_squares_that_a_half_has_not(half):
    large, small = np.array([300, -300] * 20, half), np.array([1e-4, -1e-4] * 20, half)
    assert neo.std(large) == abs(large[0]) and neo.std(small) == abs(small[0])
    assert neo.norm(large[:4]) == 2 * abs(large[0])


def test_rows_whose_exponentials_add_up_to_more_than_a_half_has(half):
    x = (0.02 * np.random.default_rng(3).standard_normal((2, 128256))).astype(half)
    e = np.exp(x.astype(np.float64))
    share = e / e.sum(1, keepdims=True)
    unit = 2.0 ** -11 if half != BF16 else 2.0 ** -8
    found = neo.softmax(x)
    assert found.dtype == half
    np.testing.assert_allclose(found.astype(float), share, rtol=2 * unit, atol=6e-8)
    np.testing.assert_allclose(neo.log_softmax(x).astype(float), np.log(share),
                               rtol=2 * unit)
    np.testing.assert_allclose(neo.logsumexp(x, axis=1).astype(float),
                               np.log(e.sum(1)), rtol=2 * unit)


@pytest.mark.parametrize("count", [1, 7, 8, 15, 16, 31, 33, 48])
def test_a_quotient_by_a_denormal_is_the_same_in_every_lane(count):
    a, b = np.full(count, 0.5, BF16), np.full(count, 1e-38).astype(BF16)
    found = neo.expr("C[i] = A[i] / B[i]")(a, b)
    assert set(found.tolist()) == {(a / b).tolist()[0]}


@pytest.mark.parametrize("text", ["A[i] * 0.25", "A[i] + A[i] * A[i]", "A[i] / 3"])
def test_strict_bf16_keeps_denormals(text):
    """Which an instruction of AVX512-BF16 would lose."""
    a = np.linspace(1.2e-38, 4e-38, 41).astype(BF16)
    operator = neo.expr(f"C[i] = {text}")
    found = neo.jit(operator, strict=True)(a)
    np.testing.assert_array_equal(found, neo.interpret(operator, a)[0])
    assert np.all(found != 0)
