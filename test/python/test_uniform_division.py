# test_uniform_division.py - rows divided by one number
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A row is divided by multiplying with a reciprocal and mending the last place.

The bits are those of NumPy's division wherever quotients are normal numbers.
"""

import neo
import numpy as np
import pytest

divide = neo.expr("C[i,j] = A[i,j] / s[i]")
SPECIAL = np.array([0, -0.0, 1, -1, np.inf, -np.inf, np.nan, 2.0**127, 2.0**-126,
                    3e38, 1e-30, 7], np.float32)


def same(got, want):
    both_nan = np.isnan(got) & np.isnan(want)
    return both_nan | (got.view(np.uint32) == want.view(np.uint32))


@pytest.mark.parametrize("exponent", [-60, -8, 0, 8, 60])
def test_quotients_round_as_division_does(exponent):
    rng = np.random.default_rng(exponent + 100)
    a = rng.uniform(-2, 2, (64, 1000)).astype(np.float32)
    s = (rng.uniform(1, 2, 64) * 2.0**exponent).astype(np.float32)
    assert same(divide(a, s), a / s[:, None]).all()


def test_numbers_at_the_ends_of_the_range():
    a = np.tile(SPECIAL, (len(SPECIAL), 4))
    with np.errstate(all="ignore"):
        want = a / SPECIAL[:, None]
    got = divide(a, SPECIAL)
    normal = ~np.isfinite(want) | (want == 0) | (abs(want) >= 2.0**-126)
    # At the edge of overflow a quotient may be infinite one place too early.
    normal &= abs(want) < 2.0**127
    normal |= np.isnan(want)
    assert same(got, want)[normal].all()
    assert (np.isinf(got) == np.isinf(want))[abs(want) != 2.0**127].all()


@pytest.mark.parametrize("divisor", [3.0, 10.0, 768.0])
def test_a_constant_divisor(divisor):
    a = np.random.default_rng(5).standard_normal(10007).astype(np.float32)
    mean = neo.expr(f"C[i] = A[i] / {divisor}")
    assert same(mean(a), a / np.float32(divisor)).all()
