# test_running_products.py - derivatives of products up to each element
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Written in every way, with zeros among the factors, against all products but one."""

import neo
import numpy as np
import pytest

SPELLINGS = {
    "up to it": ("P[p,i] *= (A[p,k] if k <= i else 1)", lambda i, k: k <= i),
    "before it": ("P[p,i] *= (A[p,k] if k < i else 1)", lambda i, k: k < i),
    "two before it": ("P[p,i] *= (A[p,k] if k <= i-2 else 1)", lambda i, k: k <= i - 2),
    "from it on": ("P[p,i] *= (A[p,k] if i <= k else 1)", lambda i, k: k >= i),
    "behind it": ("P[p,i] *= (A[p,k] if k > i else 1)", lambda i, k: k > i),
    "far behind it": ("P[p,i] *= (A[p,k] if k >= i+3 else 1)", lambda i, k: k >= i + 3),
    "one further": ("P[p,i] *= (A[p,k] if k <= i+1 else 1)", lambda i, k: k <= i + 1),
    "twice as far": ("P[p,i] *= (A[p,k] if k <= 2*i else 1)", lambda i, k: k <= 2 * i),
    "in the body": ("P[p,i] *= where(k <= i, A[p,k], 1)", lambda i, k: k <= i),
}


def factors(n, k):
    draw = np.random.default_rng(n)
    a = draw.uniform(-1.5, 1.5, (3, k))
    a[0, ::5] = 0
    return a, draw.standard_normal((3, n)), draw.standard_normal((3, k))


def expected(a, weights, direction, is_taken):
    """The gradient for cotangents `weights`, and the derivative along `direction`."""
    gradient, tangent = np.zeros_like(a), np.zeros_like(weights)
    for i in range(weights.shape[1]):
        taken = [k for k in range(a.shape[1]) if is_taken(i, k)]
        for k in taken:
            others = np.prod(a[:, [j for j in taken if j != k]], axis=1)
            gradient[:, k] += weights[:, i] * others
            tangent[:, i] += direction[:, k] * others
    return gradient, tangent


@pytest.mark.parametrize("elements, terms", [(17, 17), (12, 17), (17, 12), (1, 9), (9, 1)])
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_derivatives_of_both_modes(spelling, elements, terms):
    text, is_taken = SPELLINGS[spelling]
    operator = neo.expr(text, i=elements)
    a, weights, direction = factors(elements, terms)
    gradient, tangent = expected(a, weights, direction, is_taken)
    found = neo.jit(lambda a, w: neo.vjp(operator, a)[1](w))(a, weights)
    np.testing.assert_allclose(np.squeeze(found), np.squeeze(gradient), atol=1e-12)
    found = neo.jit(lambda a, d: neo.jvp(operator, (a,), (d,))[1])(a, direction)
    np.testing.assert_allclose(found, tangent, atol=1e-12)


def test_a_second_derivative_is_a_difference_of_first_ones():
    a, weights, direction = factors(19, 19)

    def gradient(a):
        return neo.grad(lambda a: neo.sum(neo.cumprod(neo.tanh(a), 1) * weights))(a)

    found = neo.jit(neo.grad(lambda a: neo.sum(gradient(a) * direction)))(a)
    for place in [(0, 0), (0, 7), (1, 18), (2, 3)]:
        step = np.zeros_like(a)
        step[place] = 1e-6
        change = ((gradient(a + step) - gradient(a - step)) * direction).sum() / 2e-6
        np.testing.assert_allclose(found[place], change, rtol=1e-6, atol=1e-8)


def test_gradients_of_long_products_take_no_pairs():
    a = np.ones((2, 3000))
    gradient = neo.jit(neo.grad(lambda a: neo.sum(neo.cumprod(a, 1))))
    np.testing.assert_array_equal(gradient(a), np.tile(np.arange(3000.0, 0, -1), (2, 1)))
    assert "3000x3000" not in neo.canonical(gradient.ir(a), "builtin.module(neo-derive)")


def test_items_of_a_batch_of_any_size():
    gradient = neo.jit(neo.grad(lambda a: neo.sum(neo.cumprod(a, 1))), batch="a")
    for items in (1, 5, 140):
        a = np.random.default_rng(items).uniform(0.5, 1.5, (items, 30))
        products = np.cumprod(a, 1)
        wanted = np.cumsum(products[:, ::-1], 1)[:, ::-1] / a
        np.testing.assert_allclose(gradient(a), wanted, rtol=1e-12)
