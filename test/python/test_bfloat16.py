# test_bfloat16.py - arrays of bfloat16
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""NumPy has no bfloat16; its arrays are those of ml_dtypes."""

import ml_dtypes
import numpy as np

import neo

X = np.array([1.5, -2.25, 3.0], ml_dtypes.bfloat16)


def test_interpreted_and_compiled() -> None:
    op = neo.expr("C[i] = A[i] + 1")
    for found in (neo.interpret(op.ir(X), X)[0], op(X)):
        assert found.dtype == ml_dtypes.bfloat16
        np.testing.assert_array_equal(found, X + ml_dtypes.bfloat16(1))


def test_gradient_and_type() -> None:
    types = []

    def loss(x):
        types.append(x.dtype)
        return neo.sum(x * x)
    gradient = neo.grad(loss)(X)
    assert gradient.dtype == np.dtype(types[0]) == ml_dtypes.bfloat16
    np.testing.assert_array_equal(gradient, X + X)


def test_sums_are_rounded_once() -> None:
    ones = np.ones(1000, ml_dtypes.bfloat16)
    # One by one a bfloat16 counts to 256.
    assert neo.expr("S[] += A[i]")(ones) == 1000
