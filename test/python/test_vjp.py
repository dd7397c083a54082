# test_vjp.py - cotangents of any outputs: neo.vjp
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

import neo

RANDOM = np.random.default_rng(12)
X, W = RANDOM.standard_normal((6, 4)), RANDOM.standard_normal((4, 3))
U = RANDOM.standard_normal((6, 3))
linear = neo.expr("Y[n,o] += X[n,i] * W[i,o]")


def close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-11)


def test_one_output():
    y, pullback = neo.vjp(linear, X, W)
    close(y, X @ W)
    for u in (U, 2 * U):
        dx, dw = pullback(u)
        close(dx, u @ W.T)
        close(dw, X.T @ u)


def test_several_losses():
    def losses(x):
        return {"square": neo.sum(x * x), "cube": neo.sum(x * x * x)}
    found, pullback = neo.vjp(losses, X)
    close(found["square"], np.sum(X**2))
    close(found["cube"], np.sum(X**3))
    close(pullback({"square": 1.0, "cube": 0.0})[0], 2 * X)
    close(pullback({"square": 2.0, "cube": -1.0})[0], 4 * X - 3 * X * X)


def test_containers_and_integers():
    def model(params, labels):
        y = linear(params["x"], params["w"][0])
        return [y, neo.argmax(y, 1), y, labels, 7, None]
    labels = np.arange(3)
    found, pullback = neo.vjp(model, {"x": X, "w": [W]}, labels)
    np.testing.assert_array_equal(found[1], (X @ W).argmax(1))
    assert found[4:] == [7, None]
    params, none = pullback([U, None, 2 * U, None, None, None])
    close(params["x"], 3 * U @ W.T)
    close(params["w"][0], X.T @ U * 3)
    assert none is None


def test_inside_jit():
    @neo.jit
    def f(x, w, u):
        y, pullback = neo.vjp(lambda v: neo.tanh(linear(x, v)), w)
        return y, pullback(u)[0], pullback(y)[0]
    y, first, second = f(X, W, U)
    close(y, np.tanh(X @ W))
    close(first, X.T @ (U * (1 - y * y)))
    close(second, X.T @ (y * (1 - y * y)))


def test_the_arguments_are_taken_by_value():
    x = X.copy()
    _, pullback = neo.vjp(lambda v: v * v, x)
    x[:] = 0
    close(pullback(np.ones_like(X))[0], 2 * X)


def test_vjp_of_a_function_with_a_gradient():
    def slope(x):
        return neo.grad(lambda v: neo.sum(v * v * v))(x)
    u = RANDOM.standard_normal(X.shape)
    close(neo.vjp(slope, X)[1](u)[0], 6 * X * u)


def test_pullback_of_a_pullback():
    def pulled(x, u):
        return neo.vjp(lambda v: v * v, x)[1](u)[0]
    u = RANDOM.standard_normal(X.shape)
    dx, du = neo.vjp(pulled, X, u)[1](np.ones_like(X))
    close(dx, 2 * u)
    close(du, 2 * X)


def test_pullback_inside_a_gradient():
    @neo.jit
    def f(x):
        y, pullback = neo.vjp(lambda v: v * v * v, x)
        return neo.grad(lambda u: neo.sum(pullback(u)[0] * u))(y)
    close(f(X), 6 * X * X * X**3)


def test_pullback_after_its_jit():
    kept = []

    @neo.jit
    def f(x):
        kept.append(neo.vjp(lambda v: v * v, x)[1])
        return x
    f(X)
    with pytest.raises(neo.Error, match="inside a function given to neo.jit"):
        kept[0](X)
    with pytest.raises(neo.UsageError, match="outside the function"):
        neo.jit(lambda x: kept[0](x)[0])(X)


def test_an_argument_is_named_as_in_the_function():
    def f(weights):
        return neo.sum(weights)
    with pytest.raises(neo.DtypeError, match="'weights': .*complex128"):
        neo.vjp(f, np.ones(3, complex))


def test_no_arguments_of_a_float_type():
    with pytest.raises(neo.GradientError, match="no argument has a float"):
        neo.vjp(lambda n: n * 2, np.arange(3))


def test_no_results_of_a_float_type():
    with pytest.raises(neo.GradientError, match="nothing to pull back"):
        neo.vjp(lambda x: neo.argmax(x, 0), X)


@pytest.mark.parametrize("cotangents, error, message", [
    (U, neo.UsageError, "containers of the outputs"),
    ((U, U), neo.UsageError, "with None where there is no float tensor"),
    ((U[:2], None), neo.ShapeError, "has shape (2, 3)"),
    ((U.astype(np.float32), None), neo.DtypeError, "is f32"),
])
def test_cotangents_that_do_not_fit(cotangents, error, message):
    def f(x):
        y = linear(x, W)
        return y, neo.argmax(y, 1)
    _, pullback = neo.vjp(f, X)
    with pytest.raises(error) as refusal:
        pullback(cotangents)
    assert message in str(refusal.value)


@pytest.mark.parametrize("function", [
    lambda x: (neo.sum(x), neo.sum(x * x)), lambda x: x,
    lambda x: {"loss": neo.sum(x)}])
def test_grad_of_something_else_names_vjp(function):
    with pytest.raises(neo.GradientError, match="neo.vjp"):
        neo.grad(function)(X)


def test_grad_with_auxiliary_results():
    def f(x):
        return neo.sum(x * x), {"twice": x * 2, "n": 7}
    found, aux = neo.grad(f, has_aux=True)(X)
    close(found, 2 * X)
    close(aux["twice"], 2 * X)
    assert aux["n"] == 7


def test_what_a_function_uses_is_the_same_in_its_pullback():
    scale = np.ones(3)
    value, pullback = neo.vjp(lambda w: (neo.sum(w * scale), 3), np.ones(3))
    scale[:] = 100
    assert value[0] == 3
    np.testing.assert_array_equal(pullback((1.0, None))[0], np.ones(3))
    np.testing.assert_array_equal(pullback((np.float64(2), None))[0], 2 * np.ones(3))


@pytest.mark.parametrize("other", [np.ones(3), 2.5, np.float64(3), 7, None])
def test_outputs_that_do_not_depend_on_arguments(other):
    (value, _), pullback = neo.vjp(lambda w: (w * 2, other), np.arange(3.0))
    np.testing.assert_array_equal(value, [0, 2, 4])
    np.testing.assert_array_equal(pullback((np.ones(3), None))[0], 2 * np.ones(3))
