# test_unpacking.py - traced tensors in loops of Python
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Loops over the slices of a traced tensor are unrolled, as in JAX."""

import numpy as np
import pytest

import neo


def test_keys_are_unpacked_inside_as_outside():
    def draw(key):
        first, second = neo.random.split(key)
        return neo.random.normal(first, (3,)) - neo.random.normal(second, (3,))

    key = neo.random.key(2)
    np.testing.assert_array_equal(neo.jit(draw)(key), draw(key))


def test_a_loop_over_rows_has_a_gradient():
    def loss(w, x):
        h = x[0] * 0
        for row in w:
            h = neo.tanh(h + row * x)
        return neo.sum(h)

    w, x = np.random.default_rng(0).random((2, 4, 3))
    got = neo.grad(loss)(w, x)
    step = 1e-6 * np.eye(12)[7].reshape(4, 3)
    slope = (neo.jit(loss)(w + step, x) - neo.jit(loss)(w - step, x)) / 2e-6
    np.testing.assert_allclose(got[2, 1], slope, rtol=1e-6)


def test_slices_of_a_batch_are_not_looped_over():
    with pytest.raises(neo.Error, match="neo.scan"):
        neo.jit(lambda x: sum(x), batch=("x",))(np.ones((5, 3)))
