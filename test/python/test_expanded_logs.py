# test_expanded_logs.py - logarithms of products with an exponential
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""log(a exp(b) / c) is b + log(a / c): values, gradients, and where exp is 0.

The bound is that of docs/Numerics.md; the truth is computed in f64.
"""

import numpy as np
import pytest

import neo

U = 2.0**-24


def log_of_softmax(x):
    e = neo.exp(x - neo.max(x, axis=1, keepdims=True))
    return neo.log(e / neo.sum(e, axis=1, keepdims=True))


def entropy(x):
    """Reads the quotient beside its logarithm."""
    e = neo.exp(x - neo.max(x, axis=1, keepdims=True))
    p = e / neo.sum(e, axis=1, keepdims=True)
    return neo.sum(p * neo.log(p), axis=1)


DENSITY = neo.expr("P[i,j] = 0.4 * exp(-0.5 * X[i,j]**2) / exp(0.25 * X[i,j]); "
                   "L[i] += log(P[i,j])")


def rows(scale):
    random = np.random.default_rng(3)
    return (scale * random.standard_normal((13, 37))).astype(np.float32)


def true_log_softmax(x):
    d = x.astype(np.float64)
    d -= d.max(1, keepdims=True)
    return d - np.log(np.exp(d).sum(1, keepdims=True)), d


@pytest.mark.parametrize("scale", [1, 30, 200])
def test_the_log_of_a_softmax_is_within_its_bound(scale):
    x = rows(scale)
    true, d = true_log_softmax(x)
    found = neo.jit(log_of_softmax)(x)
    bound = U * (np.abs(d) + np.abs(true)) + 4 * U * np.log(37) + 37 * U
    assert np.isfinite(found).all()
    assert (np.abs(found - true) <= bound).all()


def test_strict_keeps_the_quotient_that_underflows():
    assert np.isneginf(neo.jit(log_of_softmax, strict=True)(rows(200))).any()


@pytest.mark.parametrize("function", [log_of_softmax, entropy, DENSITY])
def test_values_and_gradients_are_those_of_the_interpreter(function):
    x = rows(2)
    g = np.ones_like(neo.jit(function)(x)) * np.float32(0.5)

    def both(x, g):
        y, pullback = neo.vjp(function, x)
        return y, *pullback(g)

    module = neo.jit(both).ir(x, g)
    derived = neo.canonical(module, "builtin.module(neo-autodiff,inline)")
    for found, wanted in zip(neo.jit(both)(x, g),
                             neo.interpret(derived, x, g)):
        scale = np.abs(wanted).max()
        np.testing.assert_allclose(found, wanted, rtol=2e-4, atol=1e-5 * scale)


def test_the_gradient_has_no_quotient_of_the_exponential():
    """Each row is a cotangent less its softmax times the sum of it."""
    x, g = rows(200), rows(1)
    _, pullback = neo.vjp(log_of_softmax, x)
    true, _ = true_log_softmax(x)
    wanted = g - np.exp(true) * g.astype(np.float64).sum(1, keepdims=True)
    np.testing.assert_allclose(pullback(g)[0], wanted, atol=2e-5)
