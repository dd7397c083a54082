# test_mixed_types.py - float types that meet, and which arguments have them
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Mixed float types are an error that names the arguments by their paths."""

from collections import namedtuple

import numpy as np
import pytest

import neo

SINGLE, DOUBLE = np.ones(3, np.float32), np.ones(3)
Layer = namedtuple("Layer", "weight bias")


def refusal(function, *args, **kwargs):
    with pytest.raises(neo.DtypeError) as caught:
        neo.jit(function)(*args, **kwargs)
    return str(caught.value)


def affine(p, x):
    return p["w"] * x + p["b"]


P = {"w": SINGLE, "b": DOUBLE}
SAID = "a result of p['w'] is f32 and p['b'] is f64; convert them"


def test_an_argument_is_named_by_its_path():
    assert SAID in refusal(affine, P, SINGLE)
    assert "+ p[\"b\"]" in refusal(affine, P, SINGLE)


@pytest.mark.parametrize("derivative", [
    lambda f: neo.grad(f), lambda f: neo.value_and_grad(f),
    lambda f: neo.checkpoint(f),
    lambda f: lambda p, x: neo.vjp(lambda p: f(p, x), p)[0],
    lambda f: lambda p, x: neo.jvp(f, (p, x), (p, x))[1]])
def test_inside_derivatives_too(derivative):
    assert SAID in refusal(
        derivative(lambda p, x: neo.sum(affine(p, x))), P, SINGLE)


@pytest.mark.parametrize("function, args, said", [
    (lambda a, b: a * b, (SINGLE, DOUBLE), "'a' is f32 and 'b' is f64"),
    (lambda xs: xs[0] * xs[1][0], ([SINGLE, (DOUBLE,)],),
     "xs[0] is f32 and xs[1][0] is f64"),
    (lambda *xs: xs[0] @ xs[1], (SINGLE, DOUBLE), "xs[0] is f32 and xs[1] is f64"),
    (lambda p: neo.maximum(p.weight, p.bias), (Layer(SINGLE, DOUBLE),),
     "p.weight is f32 and p.bias is f64"),
    (lambda p, x: neo.tanh(2 * x) + p[0]["w"][::-1], ([{"w": DOUBLE}], SINGLE),
     "a result of 'x' is f32 and a result of p[0]['w'] is f64"),
    (lambda x: x * DOUBLE, (SINGLE,),
     "'x' is f32 and a captured array of shape (3,) is f64"),
    (lambda x: x.astype(np.float64) * x, (SINGLE,),
     "'x'.astype(...) is f64 and 'x' is f32"),
    (lambda x: x + neo.zeros(3, np.float64), (SINGLE,),
     "'x' is f32 and a constant is f64"),
    (lambda p: neo.scan(lambda c, x: (c * p["b"], c), p["w"], length=2),
     (P,), "p['w'] is f32 and p['b'] is f64"),
])
def test_whatever_the_argument_is_in(function, args, said):
    assert f"float types are mixed: {said};" in refusal(function, *args)


def test_an_expression_shows_its_operands_as_well():
    dot = neo.expr("y[] += A[i] * B[i]")
    said = refusal(lambda p: dot(p["w"], p["b"]), P)
    assert "'A' (p['w']) is f32 and 'B' (p['b']) is f64" in said
    assert "y[] += A[i] * B[i]" in said


def test_arguments_that_never_meet_may_differ():
    @neo.jit
    def gradients(p):
        return neo.grad(lambda p: neo.sum(p["w"] ** 2).astype(np.float64)
                        + neo.sum(3 * p["b"]))(p)

    found = gradients(P)
    assert found["w"].dtype == np.float32 and found["b"].dtype == np.float64
    np.testing.assert_array_equal(found["w"], 2 * SINGLE)
    np.testing.assert_array_equal(found["b"], 3 * DOUBLE)


def test_a_leaf_that_is_no_array_is_named_by_its_path_too():
    assert "argument p['b'] is a str" in refusal(affine, {**P, "b": "b"}, SINGLE)


def test_names_in_the_ir_stay_plain():
    assert "(%p_w: tensor<3xf32>, %p_b: tensor<3xf32>" in neo.jit(affine).ir(
        {"w": SINGLE, "b": SINGLE}, SINGLE)
