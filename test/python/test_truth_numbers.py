# test_truth_numbers.py - truth values beside numbers
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Numbers that are no truth values make integers of them, as in NumPy."""

import numpy as np
import pytest

import neo

B = np.array([True, False, True])
SAME = {
    "clip": (lambda b: neo.clip(b, -1, 1), lambda b: np.clip(b, -1, 1)),
    "a number below": (lambda b: neo.maximum(b, -3), lambda b: np.maximum(b, -3)),
    "a number above": (lambda b: neo.minimum(b, 5), lambda b: np.minimum(b, 5)),
    "choice": (lambda b: neo.where(b, b, 5), lambda b: np.where(b, b, 5)),
    "choice of truth": (lambda b: neo.where(b, False, True),
                        lambda b: np.where(b, False, True)),
    "absolute": (neo.abs, np.abs), "floor": (neo.floor, lambda b: b),
    "one is counted": (lambda b: neo.sum(b[0]), lambda b: np.sum(b[0])),
    "one is multiplied": (lambda b: neo.prod(b[1]), lambda b: np.prod(b[1])),
    "no axes": (lambda b: neo.sum(b, axis=()), lambda b: np.sum(b, axis=())),
}


@pytest.mark.parametrize("name", SAME)
def test_as_in_numpy(name):
    function, reference = SAME[name]
    wanted = np.asarray(reference(B))
    for found in (function(B), neo.jit(function)(B), *neo.interpret(
            neo.jit(function), B)):
        np.testing.assert_array_equal(found, wanted)
        assert found.dtype == wanted.dtype


@pytest.mark.parametrize("text, wanted", [
    ("C[i] = max(B[i], -3)", [1, 0, 1]), ("C[i] = where(B[i], B[i], 5)", [1, 5, 1]),
    ("C[i] = (B[i] and B[i]) if i < 2 else 7", [1, 0, 7])])
def test_in_expressions(text, wanted):
    op = neo.expr(text, i=3)
    for found in (op(B), *neo.interpret(op, B)):
        np.testing.assert_array_equal(found, wanted)


def test_reads_of_truth_values_have_such_beside_them():
    with pytest.raises(neo.ExpressionError, match="'B' is i1, which cannot hold"):
        neo.expr("C[i] = B[i] if i < 2 else 7", i=3)(B)
    found = neo.expr("C[i] = B[i] if i < 2 else 0", i=3)(B)
    np.testing.assert_array_equal(found, [True, False, False])


@pytest.mark.parametrize("function", [neo.floor, neo.ceil])
def test_integers_are_whole(function):
    n = np.array([3, -4], np.int32)
    found = neo.jit(function)(n)
    assert found.dtype == np.int32
    np.testing.assert_array_equal(found, n)
