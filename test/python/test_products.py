# test_products.py - gradients of products, also where factors are zero
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""First and second derivatives of `S *= x[i]` against products of the others."""

import numpy as np
import pytest

import neo

product = neo.expr("S[] *= x[i]")
dot = neo.expr("S[] += a[i] * b[i]")
INF, NAN = np.inf, np.nan
FACTORS = [[2, 3, 4, 5], [2, 0, 4, 5], [0, 3, 4, 0], [0, 3, 0, 0], [0, 0],
           [0, 2], [2, 3], [7], [INF, 2, 3], [NAN, 2, 0], [0, INF, 2],
           [INF, 0, 0], [-2, -0.0, 3], [1e-200, 1e100, 1e-200, 1e-100]]


def others(x, *left_out):
    return np.prod(np.delete(x, left_out))


def first_order(x):
    return np.array([others(x, i) for i in range(len(x))])


def second_order(x, w):
    """The gradient of sum_j w[j] * first_order(x)[j]."""
    return np.array([sum(w[j] * others(x, i, j) for j in range(len(x))
                         if j != i) for i in range(len(x))])


@pytest.mark.filterwarnings("ignore:invalid value")
@pytest.mark.parametrize("factors", FACTORS, ids=str)
def test_derivatives_are_products_of_the_others(factors):
    x, w = np.array(factors, float), np.arange(1.0, len(factors) + 1)
    np.testing.assert_allclose(neo.grad(product)(x), first_order(x), rtol=1e-14)
    found = neo.grad(lambda x: dot(neo.grad(product)(x), w))(x)
    np.testing.assert_allclose(found, second_order(x, w), rtol=1e-14)


def test_several_loops_and_a_guard():
    """P[i] *= x[i, j, k] where j + k > i; factors left out have no gradient."""
    x = np.random.default_rng(3).standard_normal((3, 2, 5))
    x[0, 1, 2] = x[1, 1, 1] = x[1, 0, 3] = 0
    op = neo.expr("P[i] *= x[i, j, k] if j + k > i else 1")
    total = neo.expr("S[] += P[i]")
    found = neo.grad(lambda x: total(op(x)))(x)
    i, j, k = np.indices(x.shape)
    want = np.zeros_like(x)
    for at in zip(*np.nonzero(j + k > i)):
        rest = np.where((j + k > i)[at[0]], x[at[0]], 1)
        rest[at[1:]] = 1
        want[at] = rest.prod()
    np.testing.assert_allclose(found, want, rtol=1e-13)
