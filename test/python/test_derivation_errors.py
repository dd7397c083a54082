# test_derivation_errors.py - what cannot be derived, in one place
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Every way in which an operator and its gradient can be refused or remarked on: each
message names the operand, the index and what to write instead."""

import numpy as np
import pytest

import neo
from neo import _core

REFUSED = {
    "a product of loops": (
        "C[i,j] = B[i] + A[2, i*j]", [(4,), (4, 4)],
        ["'i * j' of 'A'", "one factor must be an integer", "A[I[i,j]]"]),
    "a call in an index": (
        "C[i] = A[idx(i)]", [(4,)],
        ["'idx'", "a tensor is read with brackets, idx[i]"]),
    "a function in an index": (
        "C[i] = A[exp(i)]", [(4,)],
        ["'exp(i)' of 'A'", "variables and integers by + - * //"]),
    "a divisor that is negative": (
        "C[i] = A[i % -2]", [(4,)],
        ["'i % -2' of 'A'", "the divisor of '%' must be a positive integer"]),
    "a divisor that varies": (
        "C[i,j] = A[i // j]", [(4,)],
        ["'i // j' of 'A'", "the divisor of '//' must be a positive integer"]),
    "a quotient that is no integer": (
        "C[i] = A[i / 2]", [(4,)], ["'i / 2' of 'A'", "use // for the quotient"]),
    "a condition that is not convex": (
        "C[i] = A[i] if i != 2 else 0", [(4,)],
        ["'A[i]'", "'i != 2' is not convex", "two guarded reads, < and >"]),
    "one condition or another": (
        "C[i] = A[i] if i < 2 or i > 3 else 0", [(4,)],
        ["'A[i]'", "'or'", "two guarded reads and add them"]),
    "a loop that nothing defines": (
        "C[i] = A[i + k]", [(4,)],
        ["'k'", "put it on the left, or reduce with +="]),
    "an extent that nothing gives": (
        "C[p] += A[p + r] * W[r]", [(9,), (3,)],
        ["extent of 'p' is unknown", "p=7 for the largest that fits"]),
    "a rank": (
        "C[i] = A[i, 0]", [(4,)], ["'A' has rank 1", "with 2 indices"]),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_message_says_what_where_and_what_else(name: str) -> None:
    text, shapes, fragments = REFUSED[name]
    with pytest.raises(neo.Error) as caught:
        neo.expr(text).ir(*map(neo.spec, shapes))
    sentence = str(caught.value).splitlines()[0]
    assert [f for f in fragments if f not in sentence] == [], sentence


def test_a_read_out_of_bounds() -> None:
    with pytest.raises(neo.ShapeError) as caught:
        neo.expr("C[p] += A[p + r] * W[r]", p=4).ir(neo.spec(4), neo.spec(3))
    sentence = str(caught.value).splitlines()[0]
    for fragment in ("'p + r'", "'A'", "reaches 0..5, but 0..3 is allowed",
                     "'if ... else 0'"):
        assert fragment in sentence


def test_a_read_out_of_bounds_where_its_guard_holds() -> None:
    """With a point; the verifier knows it."""
    with pytest.raises(neo.ShapeError) as caught:
        neo.expr("C[p] = A[p-1] if p < 4 else 0", p=9)(np.zeros(4))
    sentence = str(caught.value).splitlines()[0]
    for fragment in ("index 'p - 1' of 'A' is -1 at p = 0", "extent 4",
                     "guard the operand or change the extents"):
        assert fragment in sentence


def test_an_operation_without_a_derivative() -> None:
    """Bodies hold none of them; this is a tensor's."""
    with pytest.raises(neo.Error) as caught:
        _core.canonical("func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
                        "  %y = math.exp %x : tensor<3xf32>\n"
                        "  return %y : tensor<3xf32>\n}",
                        "builtin.module(neo-autodiff)")
    assert "'math.exp': write it as a neo.compute" in str(caught.value)


def remarks(text: str, options: str, shapes: list, **extents: int) -> str:
    ir = neo.expr(text, **extents).vjp_ir(*map(neo.spec, shapes))
    return "\n".join(said.text for said in _core.remarks(
        ir, f"builtin.module(neo-autodiff{{{options}}})"))


def test_a_gradient_that_is_zero() -> None:
    said = remarks("H[i] = where(X[i] > 0, 1.0, 0.0)", "", [(3,)])
    assert "the gradient of argument #0 of '@op_0' is identically zero" in said


def test_a_gradient_that_walks_much_for_little() -> None:
    many = ("C[i,j] = A[i + j]", [(400,)])
    extents = {"i": 4, "j": 4}
    said = remarks(many[0], "scatter=false", many[1], **extents)
    assert "the gradient of operand #0 executes 100.0 iterations per term" in said
    said = remarks(many[0], "scatter", many[1], **extents)
    assert "using scatter, which executes 1.0" in said
