# test_shared_parts.py - what only columns move is computed once (SharedParts.cpp)
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Where factors of one element leave the range of numbers, the product may not."""

import neo
import numpy as np
import pytest


@pytest.mark.parametrize("x", [0, 1e-30, -2e-20])
def test_exponentials_are_not_multiplied_with_each_other(x):
    f = neo.expr("Y[b,c] = X[b,c] * exp(A[c]) * exp(B[c])")
    rows = np.full((512, 64), x, np.float32)
    a, b = np.full(64, 80, np.float32), np.full(64, 20, np.float32)
    wanted = (rows * np.exp(a)) * np.exp(b)
    np.testing.assert_allclose(f(rows, a, b), wanted, rtol=1e-5)


@pytest.mark.parametrize("x", [0, 1e-10])
def test_no_reciprocal_of_a_small_exponential(x):
    f = neo.expr("Y[b,c] = X[b,c] / exp(V[c])")
    rows, v = np.full((512, 64), x, np.float32), np.full(64, -89.5, np.float32)
    wanted = rows.astype(float) / np.exp(v.astype(float))
    np.testing.assert_allclose(f(rows, v), wanted, rtol=1e-4)
