# test_row_maxima.py - maxima and minima of rows, wherever a NaN stands
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Several maxima take the vectors of a row in turn; a NaN in any of them, in the rest of
a row, and in the first or the last place wins as in NumPy."""

import numpy as np
import pytest

import neo


@pytest.mark.parametrize("columns", [64, 128, 272, 301])
@pytest.mark.parametrize("kind", ["max", "min"])
@pytest.mark.parametrize("place", [None, 0, 17, 63, -20, -1])
def test_nan_wins_in_every_place(columns: int, kind: str, place: int | None):
    x = np.random.default_rng(columns).standard_normal((9, columns), np.float32)
    x[0, :] = -np.inf
    x[1, :] = np.inf
    if place is not None:
        x[2:6, place] = np.nan
    y = neo.expr(f"y[i] {kind}= X[i,j]")(x)
    np.testing.assert_array_equal(y, getattr(np, kind)(x, axis=1))


@pytest.mark.parametrize("columns", [128, 272, 301])
@pytest.mark.parametrize("kind", ["max", "min"])
@pytest.mark.parametrize("element", [np.float32, np.float64])
def test_nan_wins_in_every_place_of_a_row_alone(columns: int, kind: str, element):
    """Which has four extrema, and compares two vectors at once."""
    x = np.random.default_rng(1).standard_normal((1, columns)).astype(element)
    extremum = neo.jit(neo.expr(f"y[i] {kind}= X[i,j]"))
    np.testing.assert_array_equal(extremum(x), getattr(np, kind)(x, axis=1))
    for place in range(columns):
        holed = x.copy()
        holed[0, place] = np.nan
        assert np.isnan(extremum(holed)).all(), place
    for same in (np.inf, -np.inf, -0.0, np.nan):
        x[:] = same
        np.testing.assert_array_equal(extremum(x), [same])


@pytest.mark.parametrize("kind", ["max", "min"])
@pytest.mark.parametrize("columns", [32, 70, 272])
def test_gradient_goes_to_the_first_of_equals(kind: str, columns: int):
    x = np.random.default_rng(3).integers(-2, 3, (23, columns)).astype(np.float32)
    x[0, :] = -np.inf
    x[1, [5, 20]] = np.nan
    x[2, [20, 31]] = np.nan
    x[3, columns - 1] = np.nan
    ct = np.arange(1, 24, dtype=np.float32)
    extremum = neo.expr(f"y[i] {kind}= X[i,j]")
    y, dx = neo.jit(lambda x, d: (extremum(x), *extremum.vjp((x,), d)))(x, ct)
    wanted = np.zeros_like(x)
    wanted[np.arange(23), getattr(np, f"arg{kind}")(x, axis=1)] = ct
    np.testing.assert_array_equal(y, getattr(np, kind)(x, axis=1))
    np.testing.assert_array_equal(dx, wanted)
