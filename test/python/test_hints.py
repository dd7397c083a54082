# test_hints.py - neo.stop_gradient and neo.checkpoint
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

import neo
from neo.native import compile_text

RANDOM = np.random.default_rng(13)
X = RANDOM.standard_normal((6, 4))
dense = neo.expr("Y[b,j] += X[b,i] * W[i,j]")


def close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-11)


# stop_gradient

def test_stop_gradient_in_both_modes():
    def f(x):
        return neo.sum(neo.stop_gradient(x * x) * x)
    close(neo.grad(f)(X), X * X)
    close(neo.jvp(f, (X,), (np.ones_like(X),))[1], np.sum(X * X))


def test_stop_gradient_in_the_second_derivative():
    def f(x):
        return neo.sum(neo.stop_gradient(x) * x * x)
    close(neo.grad(lambda x: neo.sum(neo.grad(f)(x)))(X), 2 * X)


def test_stop_gradient_of_containers():
    def f(params):
        stopped = neo.stop_gradient({"a": params["x"], "n": 3, "l": [None]})
        assert stopped["n"] == 3 and stopped["l"] == [None]
        return neo.sum(stopped["a"] * params["x"])
    close(neo.grad(f)({"x": X})["x"], X)


def test_stop_gradient_of_a_captured_tensor():
    @neo.jit
    def f(x):
        return neo.grad(lambda y: neo.sum(neo.stop_gradient(x) * y * y))(x)
    close(f(X), 2 * X * X)


def test_stop_gradient_is_the_identity_outside_jit():
    assert neo.stop_gradient(X) is X
    assert neo.stop_gradient(2.0) == 2.0


def test_stop_gradient_does_not_hold_operators_apart():
    def launches(f):
        return compile_text(neo.jit(f).ir(X)).stats["launches"]
    assert launches(lambda x: neo.stop_gradient(neo.exp(x)) * 2) == 1


def test_stop_gradient_of_an_element():
    @neo.jit
    def f(x):
        return neo.compute(6, lambda i: neo.stop_gradient(x[i, 0]))
    with pytest.raises(neo.UsageError, match="takes whole tensors"):
        f(X)


# checkpoint

def chain(layer, depth):
    def loss(weights, x):
        for n in range(depth):
            x = layer(weights[n], x)
        return neo.sum(x * x)
    return loss


def layer(w, x):
    return neo.tanh(neo.exp(dense(x, w) * 0.1))


def arguments(depth, width=64, rows=128):
    return ([RANDOM.standard_normal((width, width)) for _ in range(depth)],
            RANDOM.standard_normal((rows, width)))


def arena_bytes(loss, *args):
    step = neo.jit(neo.value_and_grad(loss))
    return compile_text(step.ir(*args)).stats["arena_bytes"]


def test_checkpoint_lowers_the_peak():
    depth, rows, width = 6, 128, 64
    args = arguments(depth, width, rows)
    kept = arena_bytes(chain(layer, depth), *args)
    again = arena_bytes(chain(neo.checkpoint(layer), depth), *args)
    activation = 8 * rows * width
    # Without: two tensors per layer. With: one per layer, and those of the
    # layer that is computed again, with a packed copy of its weights.
    weights = 8 * width * width
    assert kept >= 2 * depth * activation
    assert again <= (depth + 2) * activation + weights


def test_checkpoint_changes_no_bit():
    args = arguments(6)
    value, found = neo.value_and_grad(chain(layer, 6))(*args)
    again, forgot = neo.value_and_grad(
        chain(neo.checkpoint(layer), 6))(*args)
    assert value == again
    for one, other in zip(found, forgot, strict=True):
        np.testing.assert_array_equal(one, other)


def test_checkpoint_of_containers_and_closures():
    w, _ = arguments(1, 4)

    @neo.checkpoint
    def f(params, scale=1.0):
        h = neo.exp(dense(params["x"], w[0]))
        return {"y": h * scale, "best": neo.argmax(h, 1), "n": 7}

    def loss(x):
        found = f({"x": x}, scale=2.0)
        assert found["n"] == 7
        return neo.sum(found["y"] * found["y"])
    close(neo.grad(loss)(X), 8 * np.exp(2 * (X @ w[0])) @ w[0].T)


def test_checkpoint_in_checkpoint_and_second_order():
    inner = neo.checkpoint(lambda x: x * x * x)
    outer = neo.checkpoint(lambda x: inner(x) * x)

    def slope(x):
        return neo.sum(neo.grad(lambda v: neo.sum(outer(v)))(x))
    close(neo.grad(slope)(X), 12 * X * X)
    close(neo.jvp(neo.grad(lambda v: neo.sum(outer(v))), (X,), (X,))[1],
          12 * X**3)


def test_checkpoint_leaves_python_numbers_alone():
    @neo.checkpoint
    def f(x, axis, double=False):
        return neo.sum(neo.sum(x * x, axis) * (2 if double else 1))
    close(neo.grad(lambda x: f(x, 1, double=True))(X), 4 * X)


def test_a_wait_changes_no_value():
    program = compile_text("""
      func.func @main(%x: tensor<3xf32>, %g: tensor<f32>)
          -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
        %a = neo.compute [i: 3] %x[i] : (tensor<3xf32>) -> tensor<3xf32> {
        ^bb0(%s: f32):
          %0 = arith.addf %s, %s : f32
          neo.yield %0 : f32
        }
        %b:2 = neo.wait %x, %a for %g
             : tensor<3xf32>, tensor<3xf32> for tensor<f32>
        %c = neo.compute [i: 3] %b#0[i] : (tensor<3xf32>) -> tensor<3xf32> {
        ^bb0(%s: f32):
          %0 = arith.addf %s, %s : f32
          neo.yield %0 : f32
        }
        return %b#0, %b#1, %c : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
      }""")
    x = np.arange(3, dtype=np.float32)
    found = program.run([x, np.zeros((), np.float32)])
    for one, expected in zip(found, (x, 2 * x, 2 * x), strict=True):
        np.testing.assert_array_equal(one, expected)
    # Twice, although both compute the same from the same.
    assert program.stats["launches"] == 2


def test_checkpoint_outside_jit_is_the_function():
    assert neo.checkpoint(lambda x: x + 1)(2) == 3


def test_checkpoint_of_something_else():
    with pytest.raises(neo.UsageError, match="takes a function, not int"):
        neo.checkpoint(3)
