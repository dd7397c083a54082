# test_unrolled_steps.py - slices of one tensor in unrolled loops
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Steps that read x[0], x[1], ... share a kernel, which reads at an address in x."""

import numpy as np
import pytest

import neo

STEPS = 5


def recurrent(w, u, x):
    h = x[0] * 0
    for t in range(STEPS):
        h = neo.tanh(x[t] @ w + h @ u)
    return h


def arrays(dtype, hidden: int = 16) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(hidden)
    shapes = (hidden, hidden), (hidden, hidden), (STEPS, 4, hidden)
    return tuple((rng.standard_normal(shape) / 4).astype(dtype) for shape in shapes)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("hidden", [16, 5])  # whole lines of the cache, and not
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_gradients(dtype, hidden: int, threads: int):
    def gradients(w, u, x):
        return neo.grad(lambda *a: neo.sum(recurrent(*a) ** 2), argnums=(0, 1, 2))(w, u, x)

    operands = arrays(dtype, hidden)
    found = neo.jit(gradients, threads=threads)(*operands)
    for one, want in zip(found, neo.interpret(neo.jit(gradients), *operands), strict=True):
        np.testing.assert_allclose(one, want, rtol=1e-4, atol=1e-5)


def test_one_kernel():
    """All steps behind the first run the code of one."""
    x = arrays(np.float32)[2]
    f = neo.jit(lambda x: [neo.sum(neo.exp(x[t]), axis=1) for t in range(STEPS)])
    text = neo.canonical(f.ir(x), "builtin.module(neo-optimize,neo-to-vector)")
    assert text.count("neo.launch @") == STEPS
    assert text.count("func.func private @") == 1
    for t, one in enumerate(f(x)):
        np.testing.assert_allclose(one, np.exp(x[t]).sum(1), rtol=1e-6)


def test_slices_of_what_was_computed():
    def f(x):
        y = neo.cumsum(x, axis=0)
        return sum(neo.sin(y[t, 3] * y[0, t]) for t in range(STEPS))

    x = np.random.default_rng(1).standard_normal((STEPS, 8, 32))
    np.testing.assert_allclose(neo.jit(f)(x), neo.interpret(neo.jit(f), x)[0], rtol=1e-10)


def test_slices_of_what_never_changes():
    """Their kernels run before the first call."""
    w = np.random.default_rng(2).standard_normal((STEPS, 16, 16))
    f = neo.jit(lambda x: x @ neo.tanh(w[2]) + x @ neo.tanh(w[4]))
    x = np.ones((3, 16))
    np.testing.assert_allclose(f(x), x @ np.tanh(w[2]) + x @ np.tanh(w[4]), rtol=1e-12)


def test_views_that_are_not_aligned():
    """The tensor begins in the middle of a line."""
    memory = np.arange(1 + STEPS * 64, dtype=np.float32)
    x = memory[1:].reshape(STEPS, 64)
    found = neo.jit(lambda x: [x[t] * 2 for t in range(STEPS)])(x)
    np.testing.assert_array_equal(np.stack(found), 2 * x)


@pytest.mark.parametrize("step", [
    lambda h, x: (neo.tanh(h + x[1]), None),
    lambda h, x: (neo.tanh(h + x[0] * x[2]), h * x[1]),
    lambda h, x: (neo.sin(h + neo.sum(neo.tanh(x + h)[1])), neo.exp(h)[None][0])])
def test_positions_in_slices_of_a_scan(step):
    """They move with the slice."""
    h, x = np.zeros(16), np.random.default_rng(3).standard_normal((4, 3, 16))

    def gradients(h, x):
        return neo.grad(lambda h, x: neo.sum(neo.scan(step, h, x)[0]), argnums=(0, 1))(h, x)

    for f in (lambda h, x: [neo.scan(step, h, x)[0]], gradients):
        for one, want in zip(neo.jit(f)(h, x), neo.interpret(neo.jit(f), h, x),
                             strict=True):
            np.testing.assert_allclose(one, want, rtol=1e-6)


def test_a_row_of_what_a_step_gives():
    def step(h, x):
        following = neo.tanh(h + x)
        return following, neo.exp(following[1]) * following[0]

    h, x = np.zeros((2, 16)), np.random.default_rng(4).standard_normal((5, 2, 16))
    last, rows = neo.jit(lambda h, x: neo.scan(step, h, x))(h, x)
    state = h
    for each, row in zip(x, rows):
        state = np.tanh(state + each)
        np.testing.assert_allclose(row, np.exp(state[1]) * state[0], rtol=1e-6)
    np.testing.assert_allclose(last, state, rtol=1e-6)
