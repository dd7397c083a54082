# test_interpret.py - the reference interpreter and the pass pipeline
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

import neo

A = np.random.default_rng(0).standard_normal((3, 4))
op = neo.expr("C[i] += A[i,j] * A[i,3-j]")


def test_text():
    result, = neo.interpret(op.ir(A), A)
    np.testing.assert_allclose(result, (A * A[:, ::-1]).sum(1), rtol=1e-14)


def test_operator_is_the_compiled_one():
    np.testing.assert_allclose(neo.interpret(op, A)[0], op(A), rtol=1e-14)


def test_jitted_function():
    f = neo.jit(lambda a: (neo.exp(op(a)), a))
    np.testing.assert_allclose(neo.interpret(f, A)[0], f(A)[0], rtol=1e-14)


@pytest.mark.parametrize("dtype", ["float32", "float16", "int64", "int32"])
def test_element_types(dtype):
    whole = np.arange(12).reshape(3, 4).astype(dtype)
    result, = neo.interpret(op, whole)
    assert result.dtype == dtype
    np.testing.assert_array_equal(result, (whole * whole[:, ::-1]).sum(1))


def test_a_derivative_is_derived_before_it_is_interpreted():
    def f(x):
        return neo.sum(neo.tanh(x) ** 2)

    def hessian_product(x, v):
        return neo.jvp(neo.grad(f), (x,), (v,))[1]

    for function, arguments in ((neo.grad(f), (A,)), (hessian_product, (A, A + 1))):
        found, = neo.interpret(neo.jit(function), *arguments)
        np.testing.assert_allclose(found, function(*arguments), rtol=1e-13)


def test_printed_ir_reads_back():
    text = neo.canonical(op.ir(A))
    assert neo.canonical(text) == text
    np.testing.assert_allclose(neo.interpret(text, A)[0], op(A), rtol=1e-14)


def test_malformed_text():
    with pytest.raises(neo.Error, match="expected"):
        neo.canonical("func.func @main( {")


def test_out_of_bounds_is_a_diagnostic():
    text = op.ir(A).replace("3 - j", "4 - j")
    with pytest.raises(neo.Error):
        neo.canonical(text)


def test_unknown_pass():
    with pytest.raises(neo.Error, match="no-such-pass"):
        neo.canonical(op.ir(A), "builtin.module(no-such-pass)")


def test_wrong_argument():
    with pytest.raises(neo.Error):
        neo.interpret(op.ir(A), A[:2])


def test_unknown_function():
    with pytest.raises(neo.Error, match="nowhere"):
        neo.interpret(op.ir(A), A, function="nowhere")
