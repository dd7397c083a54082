# test_periodic.py - indices that wrap around
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Circular windows, circulants and their gradients, against NumPy and the interpreter."""

import random

import neo
import numpy as np
import pytest


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16, np.int32])
@pytest.mark.parametrize("seed", range(12))
def test_circular_windows(seed, dtype):
    """Strides, dilations and directions, of periods that fill vectors and do not."""
    choice = random.Random(seed)
    n, taps = choice.choice([16, 37, 64, 70]), choice.randint(1, 6)
    operator = neo.expr(
        f"Y[b,i] += X[b,({choice.choice([-2, -1, 1, 2, 3])}*i "
        f"+ {choice.choice([-3, -1, 1, 2])}*k + {choice.randint(-n, n)}) % {n}] * W[k,b]",
        i=choice.choice([n, 19]))
    x = np.arange(5 * n).reshape(5, n) % 11 - 5
    w = np.arange(5 * taps).reshape(taps, 5) % 7 - 3
    x, w = x.astype(dtype), w.astype(dtype)
    expected = neo.interpret(operator.ir(x, w), x, w)[0]
    np.testing.assert_array_equal(neo.jit(operator)(x, w), expected)


@pytest.mark.parametrize("n", [8, 31, 64])
def test_gradients_of_a_circulant_matrix(n):
    operator = neo.expr(f"Y[b,i] += W[(i-j+{n})%{n}] * X[b,j]", i=n)
    draw = np.random.default_rng(n)
    w, x, d = (draw.standard_normal(s) for s in [(n,), (9, n), (9, n)])
    matrix = w[(np.arange(n)[:, None] - np.arange(n)) % n]
    y, dw, dx = neo.jit(lambda w, x, d: (operator(w, x), *neo.vjp(operator, w, x)[1](d)))(
        w, x, d)
    np.testing.assert_allclose(y, x @ matrix.T, atol=1e-12)
    np.testing.assert_allclose(dx, d @ matrix, atol=1e-12)
    found = [sum(d[:, i] @ x[:, (i - m) % n] for i in range(n)) for m in range(n)]
    np.testing.assert_allclose(dw, found, atol=1e-12)


def test_two_dimensions_of_a_picture_wrap_around():
    operator = neo.expr("Y[k,p,q] += A[c,(p+r-1)%9,(q+s-1)%17] * W[k,c,r,s]", p=9, q=17)
    draw = np.random.default_rng(1)
    a, w = draw.standard_normal((3, 9, 17)), draw.standard_normal((5, 3, 3, 3))
    around = np.pad(a, ((0, 0), (1, 1), (1, 1)), mode="wrap")
    windows = np.lib.stride_tricks.sliding_window_view(around, (3, 3), axis=(1, 2))
    np.testing.assert_allclose(neo.jit(operator)(a, w),
                               np.einsum("cpqrs,kcrs->kpq", windows, w), atol=1e-12)


def test_items_of_a_batch_of_any_size_wrap_around():
    operator = neo.expr("Y[b,i] += X[b,(i+k)%20] * W[k]", i=20)
    compiled = neo.jit(lambda x, w: operator(x, w), batch={"x": 0})
    w = np.linspace(-1, 1, 5)
    for items in (1, 3, 200):
        x = np.linspace(-1, 1, items * 20).reshape(items, 20)
        expected = sum(np.roll(x, -k, 1) * w[k] for k in range(5))
        np.testing.assert_allclose(compiled(x, w), expected, atol=1e-12)
