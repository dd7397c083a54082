# test_equal_rows.py - sums of equal rows
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Rows that are equal have equal sums, to the last bit, wherever they are in a tile.

Where values are large, a unit in the last place decides: in a softmax of equal scores of
1e10, one that is a unit smaller has no share at all.
"""

import numpy as np
import pytest

import neo


@pytest.mark.parametrize("lanes", [4, 8, 16])
@pytest.mark.parametrize("tile", [3, 7, 14])
def test_lanes_are_added_in_one_order(tile, lanes):
    row = np.random.default_rng(tile).standard_normal(169, np.float32)
    op = neo.expr("S[c] += X[c,p]", schedule=(
        f"vector [p: {lanes}] tile [c: {tile}] order [c] parallel 1"))
    sums = op(np.tile(row, (2 * tile, 1)))
    assert (sums == sums[0]).all()
    np.testing.assert_allclose(sums, row.astype(np.float64).sum(), rtol=1e-4)


def test_equal_scores_have_equal_shares():
    network = neo.jit(lambda x: neo.softmax(neo.mean(x, axis=(1, 2)), axis=0))
    image = np.random.default_rng(0).uniform(9e9, 1e10, (13, 13)).astype(np.float32)
    shares = network(np.tile(image, (1000, 1, 1)))
    np.testing.assert_allclose(shares, 0.001, rtol=1e-5)
