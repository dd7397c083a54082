# test_index_typos.py - indices that are probably not meant
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What is an error says what was meant; what is none, but sums too much, is warned of."""

import warnings

import numpy as np
import pytest

import neo

A, B, V = np.ones((3, 4)), np.ones((4, 5)), np.ones(4)


def test_two_names_for_one_loop_that_are_both_summed():
    op = neo.expr("C[i,j] += A[i,k] * B[kk,j]")
    with pytest.warns(UserWarning, match="'k' and 'kk' occur once each, and are") as seen:
        np.testing.assert_array_equal(op(A, B), 16)
    assert seen[0].filename == __file__ and "B[kk,j]" in str(seen[0].message)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        op(A[:2], B)  # Said once.


@pytest.mark.parametrize("text", [
    "C[i] += A[i,k] * B[r,j]", "C[p] += A[p+r,s] * B[r,s]", "C[] += A[k0,k1]",
    "C[i] += A[i,k] * B[k,kk] * B[k,kk]"])
def test_names_that_differ_are_not_warned_of(text):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        neo.expr(text, **({"p": 1} if "p+r" in text else {}))(
            *[np.ones((4, 4))] * len(neo.expr(text).operands))


@pytest.mark.parametrize("text, operands, said", [
    ("C[i,j] += A[i,k] * B[k,J]", (A, B), "'j' and 'J' occur once each"),
    ("C[i] = A[i,-1]", (A,), "do not count from the end, so write 3"),
    ("C[i] = A[i,-9]", (A,), "guard the read"),
    ("C[i] = A[i]", (A,), "read with 1 indices: write 2, one for each dimension"),
    ("C[i] = V[i] * s[i]", (V, 2.0), "read with 1 indices: write 's' alone"),
    ("C[i] = V[i] if i < n else 0", (V, 2), "where(i < n, T[...], 0) for an operand"),
    ("C[i] = V[i] + A[0,i]", ((V, A),), "op(V, A) or op(*operands)"),
    ("C[i] = V[i] + A[0,i]", ({"V": V, "A": A},), "by name, op(**operands)")])
def test_errors_say_what_was_meant(text, operands, said):
    with pytest.raises(neo.Error) as caught:
        neo.expr(text)(*operands)
    assert said in str(caught.value).split("\n")[0]
