# test_sums_and_what_follows.py - sums whose loops would be one but for an epilogue
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A sum over the last axis of X[i,j,k] goes over i and j as if they were one loop. What
is computed from it on its tiles (Epilogue.cpp) may not: b[j] begins again with each i."""

import neo
import numpy as np
import pytest

SHAPES = [(7, 5, 3), (2, 17, 33), (16, 33, 255), (1, 64, 16), (31, 1, 8)]


def draw(*shape):
    return np.random.default_rng(5).standard_normal(shape).astype(np.float32)


def check(found, wanted):
    np.testing.assert_allclose(found, wanted, rtol=0,
                               atol=1e-5 * max(1, np.abs(wanted).max()))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("other", ["row", "column", "both", "turned"])
def test_sum_and_an_addition(shape, axis, other):
    x = draw(*shape)
    rows, columns = np.delete(shape, axis)
    b = {"row": draw(columns), "column": draw(rows, 1), "both": draw(rows, columns),
         "turned": draw(columns, rows).T}[other]
    f = {"turned": lambda x, b: neo.sum(x, axis) + b.T}.get(
        other, lambda x, b: neo.sum(x, axis) + b)
    given = b.T if other == "turned" else b
    check(neo.jit(f)(x, np.ascontiguousarray(given)), x.astype(float).sum(axis) + b)


@pytest.mark.parametrize("text, wanted", [
    ("R[i,j] += A[k,i,j]; Y[i,j] = R[i,j] + B[j]", lambda a, b: a.sum(0) + b),
    ("R[i,j] += A[i,j,k]; Y[i,j] = R[i,j] * B[j] + 2 * j", lambda a, b: a.sum(2) * b
     + 2 * np.arange(len(b))),
    ("R[i,j] max= A[i,j,k]; Y[i,j] = R[i,j] + (B[j-1] if j >= 1 else 7)",
     lambda a, b: a.max(2) + np.append(7, b[:-1])),
])
@pytest.mark.parametrize("shape", SHAPES)
def test_statements(text, wanted, shape):
    a = draw(*shape)
    b = draw(shape[2] if "A[k" in text else shape[1])
    check(neo.expr(text)(a, b), wanted(a.astype(float), b))


CONVOLUTION = ("C[n,k,p,q] += X[n,c,2*p+r,q+s] * W[k,c,r,s]; "
               "B[n,k,p,q] = C[n,k,p,q] + b[k]; Y[n,k,p,q] = relu(B[n,k,p,q]) + R[n,k,p,q]")


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("n, c, k, rows, columns", [
    (1, 3, 16, 9, 12), (1, 5, 1, 7, 19), (1, 4, 20, 3, 35), (1, 1, 7, 9, 3),
    (3, 4, 16, 5, 18), (1, 16, 24, 21, 1 + 2)])
def test_batches_of_one(n, c, k, rows, columns, dtype):
    """Dimensions of one element are indexed by 0 and by no loop."""
    rng = np.random.default_rng(7)
    X, W, b, R = (rng.standard_normal(shape).astype(dtype) for shape in [
        (n, c, rows, columns), (k, c, 3, 3), (k,), (n, k, (rows - 1) // 2, columns - 2)])
    program = neo.expr(CONVOLUTION, p=R.shape[2], q=R.shape[3])
    check(program(X, W, b, R), neo.interpret(program, X, W, b, R)[0])
    text = neo.explain(program, X, W, b, R)
    assert "1 kernel," in text.splitlines()[0] or n > 1, text
