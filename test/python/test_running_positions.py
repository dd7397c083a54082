# test_running_positions.py - where the best term up to each element stands
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Against a loop over the terms: ties, NaN, and rows of the identity alone."""

import neo
import numpy as np
import pytest

CONDITIONS = {
    "j <= k": lambda k, j: j <= k,
    "j >= k": lambda k, j: j >= k,
    "j < 2*k - 30": lambda k, j: j < 2 * k - 30,
    "j + 7 > k and j % 3 < 2": lambda k, j: (j + 7 > k) & (j % 3 < 2),
}
IDENTITIES = {"argmax": -np.inf, "argmin": np.inf}


def drawn(values, n):
    draw = np.random.default_rng(n)
    a = draw.integers(-4, 4, (2, n)).astype("float32")
    a[draw.random((2, n)) < 0.5] = values
    return a


def places(a, kind, is_taken):
    """The places of the first best terms, of which any may be NaN."""
    k, j = np.indices((a.shape[1],) * 2)
    terms = np.where(is_taken(k, j), a[:, None, :], IDENTITIES[kind])
    return getattr(terms, kind)(axis=-1)


@pytest.mark.parametrize("values", [0, np.nan, np.inf, -np.inf], ids=str)
@pytest.mark.parametrize("kind", IDENTITIES)
@pytest.mark.parametrize("condition", CONDITIONS)
def test_places_are_numpys(condition, kind, values):
    identity = "-inf" if kind == "argmax" else "inf"
    found = neo.expr(f"P[p,k] {kind}= A[p,j] if {condition} else {identity}", p=2, k=401, j=401)
    a = drawn(values, 401)
    np.testing.assert_array_equal(
        neo.jit(found)(a), places(a, kind, CONDITIONS[condition]))


@pytest.mark.parametrize("condition", CONDITIONS)
def test_the_gradient_of_a_running_maximum_goes_there(condition):
    running = neo.expr(f"M[p,k] max= A[p,j] if {condition} else -inf", p=2, k=401, j=401)
    a, weights = drawn(0, 401), np.ones((2, 401), "float32")
    found = neo.jit(lambda a, w: neo.vjp(running, a)[1](w)[0])(a, weights)
    k, j = np.indices((401, 401))
    expected = np.zeros_like(a)
    for row, of_row in enumerate(places(a, "argmax", CONDITIONS[condition])):
        counted = CONDITIONS[condition](np.arange(401), of_row)
        np.add.at(expected[row], of_row[counted], 1)
    np.testing.assert_array_equal(found, expected)
