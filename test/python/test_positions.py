# test_positions.py - positions of extrema, and numbers compared with positions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Positions are counted in 32 bits inside a kernel. What is found is what NumPy finds:
the first of equal extrema, the first NaN before any number."""

import numpy as np
import pytest

import neo

KINDS = {"argmax": np.argmax, "argmin": np.argmin}
COLUMNS = [1, 5, 16, 17, 40, 768, 773]


def rows(columns: int, dtype) -> np.ndarray:
    """Rows of many ties, of equal elements, with infinities and with NaNs."""
    rng = np.random.default_rng(columns)
    x = rng.integers(-3, 4, (12, columns)).astype(dtype)
    x[1] = 2
    if np.issubdtype(dtype, np.floating):
        x[2] = -np.inf
        x[3] = np.inf
        x[4, columns // 2:] = np.nan
        x[5, -1] = np.nan
        x[6, 0] = np.nan
        x[7] = np.nan
        x[8, ::2] = -np.inf
    return x


@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.float16, np.int64])
@pytest.mark.parametrize("kind", KINDS)
def test_position_in_a_row(kind, dtype, columns):
    x = rows(columns, dtype)
    found = neo.expr(f"P[i] {kind}= X[i,j]")(x)
    np.testing.assert_array_equal(found, KINDS[kind](x, axis=1))


@pytest.mark.parametrize("kind", KINDS)
def test_position_in_a_column(kind):
    x = np.ascontiguousarray(rows(773, np.float32).T)
    found = neo.expr(f"P[j] {kind}= X[i,j]")(x)
    np.testing.assert_array_equal(found, KINDS[kind](x, axis=0))


@pytest.mark.parametrize("kind", KINDS)
def test_position_over_two_loops(kind):
    x = rows(773, np.float32)[:, :768].reshape(12, 24, 32)
    found = neo.expr(f"P[i] {kind}= X[i,j,k]")(x)
    np.testing.assert_array_equal(found, KINDS[kind](x.reshape(12, 768), axis=1))


@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("kind", ["max", "min"])
def test_gradient_of_an_extremum_goes_to_the_first(kind, columns):
    x = rows(columns, np.float32)
    d = np.arange(1, 13, dtype=np.float32)
    extremum = neo.expr(f"M[i] {kind}= X[i,j]")
    value, slope = neo.jit(lambda x, d: (extremum(x), *extremum.vjp((x,), d)))(x, d)
    wanted = np.zeros_like(x)
    wanted[np.arange(12), KINDS["arg" + kind](x, axis=1)] = d
    np.testing.assert_array_equal(value, getattr(np, kind)(x, axis=1))
    np.testing.assert_array_equal(slope, wanted)


@pytest.mark.parametrize("test, other", [("==", 0.0), ("!=", 1.0)])
def test_number_beyond_32_bits_is_no_position(test, other):
    labels = np.array([3, 2**32 + 3, -2**32 + 3, -1, 2**31, -2**63, 19, 20])
    values = np.random.default_rng(1).standard_normal((8, 20)).astype(np.float32)
    hot = neo.expr(f"H[n,c] = where(L[n] {test} c, P[n,c], {other})", c=20)
    same = labels[:, None] == np.arange(20)
    wanted = np.where(same if test == "==" else ~same, values, np.float32(other))
    np.testing.assert_array_equal(hot(labels, values), wanted)


def test_numbers_along_the_lanes():
    labels = np.arange(40) + np.where(np.arange(40) % 3, 0, 2**32)
    values = np.random.default_rng(2).standard_normal(40).astype(np.float32)
    found = neo.expr("H[n] = where(L[n] == n, P[n], 0.0)")(labels, values)
    np.testing.assert_array_equal(
        found, np.where(labels == np.arange(40), values, np.float32(0)))
