# test_numpy_questions.py - what NumPy asks and answers of traced tensors
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Shapes by NumPy's functions, powers of integers, einsum of no rest, empty steps."""

import numpy as np
import pytest

import neo

X = np.arange(12).reshape(3, 4)


def test_shapes_are_known_as_it_traces():
    found = neo.jit(lambda a: a * np.ndim(a) + np.shape(a)[0] - np.size(a))(X)
    np.testing.assert_array_equal(found, X * 2 + 3 - 12)
    with pytest.raises(neo.UsageError, match=r"numpy\.cumsum cannot compute it"):
        neo.jit(lambda a: np.cumsum(a))(X)


@pytest.mark.parametrize("exponent", [0, 1, 4, 5, 17, 62])
@pytest.mark.parametrize("dtype", [np.int64, np.int32])
def test_integers_to_whole_powers_are_integers(exponent, dtype):
    x = np.array([-3, -2, -1, 0, 1, 2, 3], dtype)
    found = neo.jit(lambda a: a ** exponent)(x)
    np.testing.assert_array_equal(found, x ** exponent, strict=True)
    text = neo.expr(f"Y[i] = X[i] ** {exponent}")
    np.testing.assert_array_equal(neo.interpret(text, x)[0], found)


def test_dots_of_an_einsum_that_stand_for_nothing():
    np.testing.assert_array_equal(neo.einsum("ij...->i", X), X.sum(1))
    with pytest.raises(neo.UsageError, match=r"dimensions of extents \(4,\): write it"):
        neo.einsum("i...->i", X)


def test_a_step_of_nothing():
    with pytest.raises(neo.UsageError, match="the step of a slice is 0"):
        neo.jit(lambda a: a[::0])(X)
