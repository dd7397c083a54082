# test_split_reductions.py - many terms to few results
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Partial results that threads share: with any kind of reduction, and for lengths that
parts do not divide."""

import numpy as np
import pytest

import neo


@pytest.mark.parametrize("length", [262_144, 300_007, 1_000_003])
@pytest.mark.parametrize("dtype", ["float32", "float64", "int64", "int32"])
@pytest.mark.parametrize("kind, wanted", [("+=", np.sum), ("max=", np.max),
                                          ("min=", np.min)])
def test_values(kind, wanted, dtype, length):
    x = (np.random.default_rng(length).standard_normal(length) * 99).astype(dtype)
    found = neo.expr(f"S[] {kind} X[i]")(x)
    assert found.dtype == dtype
    np.testing.assert_allclose(found, wanted(x.astype(np.float64)), rtol=1e-5, atol=0.1)


def test_rounding_does_not_grow_with_length():
    x = np.full(10_000_000, 0.1, np.float32)
    np.testing.assert_allclose(neo.sum(x), x.sum(dtype=np.float64), rtol=1e-5)


def test_gradients_and_guards():
    dot = neo.expr("S[k] += (X[k,i] if i % 3 < 2 else 0) * Y[i] * (i + 1)", i=400_000)
    x, y = np.random.default_rng(3).standard_normal((3, 400_000))[:2]
    x = np.stack([x, -x])
    found, pullback = neo.vjp(dot, x, y)
    weights = (np.arange(400_000) % 3 < 2) * np.arange(1.0, 400_001)
    np.testing.assert_allclose(found, x @ (weights * y), rtol=1e-9)
    dx, dy = pullback(np.array([1.0, 2.0]))
    np.testing.assert_allclose(dx, np.outer([1, 2], weights * y), rtol=1e-12)
    np.testing.assert_allclose(dy, (x[0] + 2 * x[1]) * weights, rtol=1e-12)


def test_bits_do_not_depend_on_threads():
    x = np.random.default_rng(5).standard_normal(2_000_003).astype(np.float32)
    one, two = (neo.jit(lambda x: neo.sum(x * x), threads=n)(x) for n in (1, 2))
    assert one.tobytes() == two.tobytes()
