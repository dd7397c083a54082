# test_fixed_operands.py - what a function closes over is computed with once
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Weights that a neo.jit function closes over, against the same as arguments."""

import subprocess
import sys

import numpy as np
import pytest

import neo

pytest.importorskip("neo._core")

CONVOLUTION = "Y[k,p,q] += X[c,p+r,q+s] * W[k,c,r,s]"


def numbers(*shape: int) -> np.ndarray:
    return np.random.default_rng(3).standard_normal(shape, np.float32)


def closed_over(expression, weights, **options):
    return neo.jit(lambda x: expression(x, weights), **options)


def convolution(side: int):
    """Of pictures with an edge of one pixel."""
    return neo.expr(CONVOLUTION, p=side, q=side)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("filters, channels, side", [
    (512, 64, 7), (64, 128, 14), (48, 32, 9), (43, 16, 12), (3, 5, 6)])
def test_convolutions_are_as_with_arguments(filters, channels, side, threads):
    expression = convolution(side)
    w = numbers(filters, channels, 3, 3)
    inference = closed_over(expression, w, threads=threads)
    for seed in range(3):
        x = numbers(channels, side + 2, side + 2) * (seed + 1)
        np.testing.assert_allclose(inference(x), neo.jit(expression)(x, w),
                                   1e-4, 1e-4)


def test_weights_are_packed_in_the_program():
    w = numbers(512, 512, 3, 3)
    x = numbers(512, 9, 9)
    text = closed_over(convolution(7), w).ir(x)
    assert "{neo.fixed}" in text
    optimised = neo.canonical(text, "builtin.module(neo-optimize)")
    assert optimised.count("neo.compute") == 2


def test_what_is_changed_later_does_not_count():
    w = numbers(8, 8)
    kept = w.copy()
    inference = neo.jit(lambda x: x @ neo.exp(w))
    x = numbers(4, 8)
    first = inference(x)
    w[:] = 0
    np.testing.assert_array_equal(inference(x), first)
    np.testing.assert_allclose(first, x @ np.exp(kept), 1e-4)


def test_functions_of_one_text_have_weights_of_their_own():
    x = numbers(4, 8)
    weights = [numbers(8, 8) * n for n in range(3)]
    closed = [neo.jit(lambda x, n=n: x @ neo.tanh(weights[n]))
              for n in range(3)]
    assert len({f.ir(x) for f in closed}) == 1
    for _ in range(2):
        for function, w in zip(closed, weights):
            np.testing.assert_allclose(function(x), x @ np.tanh(w), 1e-4, 1e-5)


def test_functions_made_on_the_spot_keep_nothing():
    x = numbers(4, 8)
    for n in range(3):
        w = numbers(8, 8) * n
        value, pull = neo.vjp(lambda x: x @ neo.tanh(w), x)
        np.testing.assert_allclose(value, x @ np.tanh(w), 1e-4, 1e-5)
        np.testing.assert_allclose(pull(np.ones((4, 8), np.float32))[0],
                                   np.ones((4, 8)) @ np.tanh(w).T, 1e-4, 1e-4)


def test_what_is_returned_is_new_in_every_call():
    w = numbers(8, 8)
    both = neo.jit(lambda x: (neo.exp(w), x @ neo.exp(w), w))
    x = numbers(4, 8)
    for _ in range(2):
        kept, product, same = both(x)
        np.testing.assert_allclose(kept, np.exp(w), 1e-5)
        np.testing.assert_allclose(product, x @ np.exp(w), 1e-4)
        np.testing.assert_array_equal(same, w)
        kept[:] = same[:] = 0


def test_any_batch():
    w = numbers(64, 48)
    layer = neo.jit(lambda x: neo.tanh(x @ neo.exp(w)), batch="x")
    for items in (5, 1, 33, 5):
        x = numbers(items, 64) / 64
        np.testing.assert_allclose(layer(x), np.tanh(x @ np.exp(w)), 1e-4, 1e-5)


def test_gradients_of_what_is_computed_with_weights():
    w = numbers(64, 64)
    step = neo.jit(lambda x: neo.grad(
        lambda x: neo.sum((x @ neo.exp(w / 8)) ** 2))(x))
    x = numbers(16, 64)
    e = np.exp(w / 8)
    for _ in range(2):
        np.testing.assert_allclose(step(x), 2 * (x @ e) @ e.T, 1e-3, 1e-2)


def test_weights_used_in_a_scan():
    w = numbers(8, 8) / 8
    run = neo.jit(lambda h, x: neo.scan(
        lambda h, x: (neo.tanh(h @ neo.exp(w) + x),) * 2, h, x))
    h, x = numbers(8), numbers(5, 8)
    for _ in range(2):
        last, _ = run(h, x)
        state = h
        for row in x:
            state = np.tanh(state @ np.exp(w) + row)
        np.testing.assert_allclose(last, state, 1e-4, 1e-5)


PROGRAM = """
import numpy as np, neo
w = np.random.default_rng(3).standard_normal((512, 64, 3, 3), np.float32)
x = np.random.default_rng(4).standard_normal((64, 9, 9), np.float32)
e = neo.expr("Y[k,p,q] += X[c,p+r,q+s] * W[k,c,r,s]", p=7, q=7)
f = neo.jit(lambda x: e(x, w))
print(f(x).sum(), f(x).sum())
"""


def test_a_program_from_the_cache_prepares_too(tmp_path, monkeypatch):
    monkeypatch.setenv("NEO_CACHE_DIR", str(tmp_path))
    said = [subprocess.run([sys.executable, "-c", PROGRAM], text=True,
                           capture_output=True, check=True).stdout.split()
            for _ in range(2)]
    assert len({number for line in said for number in line}) == 1
