# test_short_extrema.py - extrema over loops of one step
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A maximum of one number is that number, and where it stands is 0: with the gradient,
whose kernel finds both, along every axis and one after another."""

import numpy as np
import pytest

import neo


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("kind", ["max", "min", "amax", "amin"])
@pytest.mark.parametrize("shape, axis", [
    ((1, 8, 33), 0), ((8, 1, 33), 1), ((8, 33, 1), 2), ((1, 1, 5), 0), ((7, 1), 1),
    ((1,), 0)])
def test_one_number_and_its_gradient(shape, axis, kind, strict):
    rng = np.random.default_rng(1)
    x = rng.standard_normal(shape, np.float32)
    w = rng.standard_normal(np.delete(shape, axis), np.float32)
    extremum = getattr(neo, kind)

    @neo.jit(strict=strict)
    def both(x, w):
        return extremum(x, axis), neo.grad(
            lambda x: neo.sum(extremum(x, axis) * w))(x)

    value, gradient = both(x, w)
    np.testing.assert_array_equal(value, np.squeeze(x, axis))
    np.testing.assert_array_equal(gradient, np.expand_dims(w, axis))


@pytest.mark.parametrize("kind", ["max", "min"])
@pytest.mark.parametrize("shape, first, second", [
    ((4, 1, 16), 2, 1), ((33, 1, 1), 1, 1), ((1, 1, 9), 0, 0), ((5, 1, 1), 2, 0)])
def test_one_after_another(shape, first, second, kind):
    x = np.random.default_rng(2).standard_normal(shape, np.float32)
    extremum = getattr(neo, kind)
    value, gradient = neo.jit(neo.value_and_grad(
        lambda x: neo.sum(extremum(extremum(x, first), second))))(x)
    numpy = getattr(np, kind)
    np.testing.assert_allclose(value, numpy(numpy(x, first), second).sum(), rtol=1e-5)
    assert gradient.sum() == numpy(numpy(x, first), second).size
