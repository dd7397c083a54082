# test_remedies.py - what errors tell to write
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Mistakes that new users make, and the remedy that each error names."""

import numpy as np
import pytest

import neo

A, B = np.ones((2, 3)), np.ones((3, 4))
MATMUL = neo.expr("C[i,j] += A[i,k] * B[k,j]")


def refusal(function):
    with pytest.raises(neo.Error) as caught:
        function()
    return str(caught.value)


def test_a_misspelled_variable():
    said = refusal(lambda: neo.expr("C[i,j] += A[i,k] * B[k,jj]")(A, B))
    assert "if 'j' is meant where 'jj' stands" in said


def test_the_largest_extent_that_fits():
    said = refusal(lambda: neo.expr("C[p] += A[2*p+r] * W[r]")(
        np.ones(10), np.ones(3)))
    assert "p=4 for the largest that fits" in said


def test_a_power():
    assert "write ** for a power" in refusal(lambda: neo.expr("C[i] = A[i]^2"))


def test_integers_have_no_gradient():
    said = refusal(lambda: neo.jit(neo.grad(lambda n: neo.sum(n * n)))(
        np.arange(3)))
    assert "integers have no gradient: convert" in said


def test_operands_by_name():
    np.testing.assert_array_equal(MATMUL(B=B, A=A), A @ B)
    np.testing.assert_array_equal(MATMUL(A, B=B), A @ B)
    assert "operands are A, B" in refusal(lambda: MATMUL(A, C=B))
    assert "operands are A, B" in refusal(lambda: MATMUL(A, B, B=B))
