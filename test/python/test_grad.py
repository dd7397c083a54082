# test_grad.py - gradients of functions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

import neo

RANDOM = np.random.default_rng(5)
X, W = RANDOM.standard_normal((6, 4)), RANDOM.standard_normal((4, 3))
B, Y = RANDOM.standard_normal(3), RANDOM.standard_normal((6, 3))
linear = neo.expr("Y[n,o] += X[n,i] * W[i,o]")


def loss(params, x, y):
    d = neo.tanh(linear(x, params["w"]) + params["b"]) - y
    return neo.sum(d * d)


def reference(w, b):
    h = np.tanh(X @ w + b)
    d = 2 * (h - Y) * (1 - h * h)
    return np.sum((h - Y) ** 2), X.T @ d, d.sum(0), d @ w.T


PARAMS = {"w": W, "b": B}
VALUE, DW, DB, DX = reference(W, B)


def close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-11)


def test_value_and_grad_of_a_tree():
    value, found = neo.value_and_grad(loss)(PARAMS, X, Y)
    close(value, VALUE)
    assert list(found) == ["w", "b"]
    close(found["w"], DW)
    close(found["b"], DB)


def test_inside_jit_with_an_update():
    @neo.jit
    def step(params, x, y):
        value, found = neo.value_and_grad(loss)(params, x, y)
        return value, neo.tree.map(lambda p, g: p - 0.1 * g, params, found)
    value, moved = step(PARAMS, X, Y)
    close(value, VALUE)
    close(moved["w"], W - 0.1 * DW)


def test_grad_with_respect_to_another_argument():
    close(neo.grad(loss, argnums=1)(PARAMS, X, Y), DX)


def test_several_arguments():
    found = neo.grad(loss, argnums=(1, 0))(PARAMS, X, Y)
    close(found[0], DX)
    close(found[1]["b"], DB)


def test_closures_over_traced_tensors():
    @neo.jit
    def f(w, b, x):
        doubled = x * 2
        return neo.grad(lambda v: loss({"w": v, "b": b}, doubled / 2, Y))(w)
    close(f(W, B, X), DW)


def test_auxiliary_results():
    def with_aux(params, x, y):
        h = linear(x, params["w"]) + params["b"]
        return loss(params, x, y), {"h": h, "best": neo.argmax(h, 1), "n": 7}
    (value, aux), found = neo.value_and_grad(with_aux, has_aux=True)(
        PARAMS, X, Y)
    close(value, VALUE)
    close(aux["h"], X @ W + B)
    np.testing.assert_array_equal(aux["best"], (X @ W + B).argmax(1))
    assert aux["n"] == 7
    close(found["b"], DB)


def test_tensor_used_twice():
    close(neo.grad(lambda x: neo.sum(x * x + x * 3))(X), 2 * X + 3)


def test_unused_argument_has_zero_gradient():
    found = neo.grad(lambda p: neo.sum(p["a"]))({"a": X, "b": B})
    close(found["a"], np.ones_like(X))
    close(found["b"], np.zeros_like(B))


def test_integer_arguments_beside():
    labels = RANDOM.integers(0, 3, 6)
    onehot = neo.expr("H[n,c] = where(L[n] == c, 1.0, 0.0) * P[n,c]", c=3)
    found = neo.grad(lambda p, n: neo.sum(onehot(n, p)))(Y, labels)
    close(found, np.eye(3)[labels])


def test_two_gradients_in_one_function():
    @neo.jit
    def f(x):
        g = neo.grad(lambda v: neo.sum(v * v * v))
        h = neo.grad(lambda v: neo.sum(neo.exp(v)))
        return g(x), h(x)
    first, second = f(X)
    close(first, 3 * X * X)
    close(second, np.exp(X))


def test_gradient_of_a_gradient():
    def inner(x):
        return neo.sum(neo.grad(lambda v: neo.sum(v * v * v))(x) * x)
    close(neo.grad(inner)(X), 9 * X * X)


def test_vjp_inside_jit():
    @neo.jit
    def f(x, w, c):
        return linear.vjp((x, w), c)
    dx, dw = f(X, W, Y)
    close(dx, Y @ W.T)
    close(dw, X.T @ Y)


def test_vjp_skips_integer_operands():
    op = neo.expr("C[i] = A[i] * N[i]")
    found = op.vjp((B, np.arange(3)), np.ones(3))
    assert len(found) == 1
    close(found[0], np.arange(3.0))


def test_single_precision():
    f = neo.grad(lambda x: neo.sum(neo.sigmoid(x)))
    x = X.astype(np.float32)
    s = 1 / (1 + np.exp(-X))
    found = f(x)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, s * (1 - s), rtol=1e-5)


def test_factor_with_a_pad_of_its_own():
    # The adjoint's guard bounds B's index, but outside B reads 1.5, not 0.
    op = neo.expr("C[] += exp((A[min(3*j+i, 3), j//3] if i + j < 5 else 0) * "
                  "(B[i] if 1 <= i else 1.5))", i=4, j=4)
    arrays = (X[:4, :2], X[:4, 0])
    ir = neo.canonical(op.vjp_ir(*arrays),
                       "builtin.module(neo-autodiff,inline)")
    found = op.vjp(arrays, np.ones(()))
    for one, other in zip(found, neo.interpret(ir, *arrays, np.ones(()))):
        np.testing.assert_allclose(one, other, rtol=1e-12)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
def test_sigmoid_far_out(dtype):
    x = np.array([-np.inf, -1000, -100, 0, 100, 1000, np.inf], dtype)
    sigmoid = neo.expr("C[i] = sigmoid(A[i])")
    np.testing.assert_allclose(sigmoid(x), [0, 0, 0, .5, 1, 1, 1], atol=1e-9)
    np.testing.assert_allclose(sigmoid.vjp((x,), np.ones_like(x))[0],
                               [0, 0, 0, .25, 0, 0, 0], atol=1e-9)


def refused(call, kind=neo.GradientError):
    with pytest.raises(kind) as caught:
        call()
    assert "test_grad.py:" in str(caught.value)
    return str(caught.value)


def test_integer_argument():
    n = np.arange(3)
    assert "'n' is i64[3], and integers have no gradient" in refused(
        lambda: neo.grad(lambda n: neo.sum(n * 1.0))(n))


def test_loss_that_is_no_scalar():
    assert "needs a float of rank 0" in refused(
        lambda: neo.grad(lambda x: x * x)(X))


def test_loss_that_is_an_integer():
    assert "returned i64[]" in refused(
        lambda: neo.grad(lambda x: neo.argmax(x))(X))


def test_loss_that_is_no_tensor():
    assert "returned a float" in refused(lambda: neo.grad(lambda x: 1.0)(X))


def test_argument_that_is_not_there():
    assert "argument 2" in refused(
        lambda: neo.grad(lambda x: neo.sum(x), argnums=2)(X))


def test_aux_that_is_missing():
    assert "returns a pair" in refused(lambda: neo.value_and_grad(
        lambda x: neo.sum(x), has_aux=True)(X), neo.UsageError)


def test_cotangent_of_another_shape():
    assert "cotangent has shape (2,)" in refused(
        lambda: linear.vjp((X, W), np.ones(2)), neo.ShapeError)


def test_vjp_of_an_integer_result():
    op = neo.expr("P[i] argmax= A[i,j]")
    assert "only float results" in refused(
        lambda: op.vjp((X,), np.zeros(6, np.int64)))


def test_vjp_without_float_operands():
    op = neo.expr("C[i] = N[i] * 0.5")
    assert "no operand has a float type" in refused(
        lambda: op.vjp((np.arange(3),), np.ones(3)))
