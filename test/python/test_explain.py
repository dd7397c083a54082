# test_explain.py - what is said about gradients
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

import neo

ROW = neo.expr("C[p] += A[2*p + r] * W[r]", p=4)
STEP = neo.expr("H[i] = where(X[i] > 0, 1.0, 0.0) * Y[i]")


def test_operands_have_names_and_gradients_a_form_and_a_price() -> None:
    said = neo.explain(ROW, np.zeros(9), np.zeros(3)).splitlines()
    assert said[0] == "C[p] += A[2 * p + r] * W[r]"
    assert said[1] == "  'A' is read by p < 4, r < 3 : A(9)[2 * p + r]"
    assert said[2].startswith("    the inverse of elements (2 * z0) is t0 < 2 :")
    assert said[4].startswith("    the gradient is gathered in 2 residue classes:")
    assert "  'W' is read by p < 4, r < 3 : A(3)[r]" in said


def test_a_gradient_that_is_zero_is_named() -> None:
    said = neo.explain(STEP, neo.spec((3,)), neo.spec((3,)))
    assert "the gradient of 'X' is identically zero" in said
    assert "the gradient of 'Y'" not in said


def test_a_function_is_explained_by_its_expressions() -> None:
    @neo.jit
    def slopes(a, w, unused):
        return neo.grad(lambda a, w, u: neo.sum(ROW(a, w)), (0, 1, 2))(
            a, w, unused)
    said = neo.explain(slopes, np.zeros(9), np.zeros(3), np.zeros(2))
    assert "C[p] += A[2 * p + r] * W[r]\n  'a' is read by" in said
    assert "the gradient of 'u' is identically zero" in said
    assert not slopes(np.zeros(9), np.zeros(3), np.zeros(2))[2].any()


def test_without_a_gradient_nothing_is_explained() -> None:
    twice = neo.jit(lambda x: x * 2)
    assert neo.explain(twice, np.zeros(3)) == "no gradient is asked for"
    assert neo.explain(twice.ir(np.zeros(3))) == "no gradient is asked for"


def test_what_cannot_be_explained() -> None:
    with pytest.raises(neo.UsageError, match="wrap a function by neo.jit"):
        neo.explain(lambda x: x, np.zeros(3))
    with pytest.raises(neo.Error):
        neo.explain("func.func @f(")
