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
