# test_operands_by_name.py - every method of an expression takes operands by name
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`matmul(A=a, B=b)`, and so its gradients, its IR and its schedule."""

import traceback
from pathlib import Path

import numpy as np
import pytest

import neo

A, B, C = np.ones((2, 3)), np.ones((3, 4)), np.ones((2, 4))
MATMUL = neo.expr("C[i,j] += A[i,k] * B[k,j]")
SQUARE = neo.expr("Y[i] = X[i] ** 2")


@pytest.mark.parametrize("method", ["ir", "vjp_ir", "schedule"])
def test_texts(method):
    found = getattr(MATMUL, method)
    assert found(B=B, A=A) == found(A, B=B) == found(A, B)
    with pytest.raises(neo.UsageError, match="no operand 'X', and 'A' is missing"):
        found(B=B, X=A)


def test_explain():
    assert neo.explain(MATMUL, B=B, A=A) == neo.explain(MATMUL, A, B)


@pytest.mark.parametrize("call", [
    lambda: MATMUL.vjp(B=B, A=A, cotangent=C),
    lambda: MATMUL.vjp((A,), C, B=B),
    lambda: neo.jit(lambda a, b: MATMUL.vjp(A=a, B=b, cotangent=C))(A, B)])
def test_adjoints(call):
    for found, wanted in zip(call(), MATMUL.vjp((A, B), C)):
        np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("call", [
    lambda: MATMUL.jvp((A, B), (A, B)), lambda: MATMUL.jvp(A=A, B=B, tangents=(A, B)),
    lambda: neo.jit(lambda a, b: MATMUL.jvp((a, b), (a, b)))(A, B)])
def test_tangents(call):
    np.testing.assert_array_equal(call(), 2 * (A @ B))


def test_tangents_of_integers_are_none():
    scaled = neo.expr("Y[i] = X[i] * N[i]")
    x, n = np.array([1., 2.]), np.array([3, 4])
    np.testing.assert_array_equal(scaled.jvp((x, n), (x, None)), x * n)


WRONG = {
    "the operands in one tuple, (A, B), or": lambda: MATMUL.vjp(A, B, C),
    "the operands in one tuple, (X,), or": lambda: SQUARE.vjp(A[0], A[0]),
    "and then a tuple of tangents": lambda: MATMUL.jvp(A, B, C),
    "the cotangent is missing": lambda: MATMUL.vjp(A=A, B=B),
    "the cotangent has shape (2, 3)": lambda: MATMUL.vjp((A, B), A),
    "extent of 'k' is 3 by": lambda: MATMUL.vjp((A, A), C),
    "neo.expr(..., i=3), and calls take A, B": lambda: MATMUL(A, B, i=3),
    "neo.expr(..., k=3, j=4), and calls": lambda: MATMUL.vjp((A, B), C, k=3, j=4),
    "'i' is a loop of the expression and no operand":
        lambda: neo.jit(lambda x: SQUARE(x, i=2))(A[0]),
    "'A' is given in order and by name": lambda: MATMUL.vjp((A, B), C, A=A),
    "takes 2 operand(s) (A, B), but got 1": lambda: MATMUL.schedule(A),
    "the tangent tangent[1] has shape": lambda: MATMUL.jvp((A, B), (A, A)),
    "'@' of shapes (2, 3) and (2, 3)": lambda: neo.jit(lambda x: x @ x).ir(A),
    "the last dimension of the first": lambda: neo.vjp(lambda x: x @ x, A),
}


@pytest.mark.parametrize("said", WRONG)
def test_errors_show_the_users_lines(said, monkeypatch):
    def frames():
        with pytest.raises(neo.Error) as caught:
            WRONG[said]()
        assert said in str(caught.value)
        package = str(Path(neo.__file__).parent)
        return [f for f in traceback.extract_tb(caught.value.__traceback__)
                if f.filename.startswith(package)]

    assert len(frames()) == 1
    monkeypatch.setenv("NEO_TRACEBACK", "full")
    assert len(frames()) > 1
