# test_gpu_layouts.py - operands of tensor cores in another order
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Convolutions of halves in NCHW, whose elements would be copied one by one, get operands
with channels, or images, innermost, where that saves more than the copies take."""

import stand_in  # noqa: F401
import neo
import numpy as np
import pytest
from test_gpu import agree

random = np.random.default_rng(11)

CONVOLUTION = neo.expr(
    "Y[b,k,p,q] += (X[b,c,p+r-1,q+s-1] if 0 <= p+r-1 < 14 and 0 <= q+s-1 < 14 else 0)"
    " * W[k,c,r,s]", p=14, q=14)


def draw(*shapes: tuple[int, ...]) -> list[np.ndarray]:
    return [(random.standard_normal(shape) / 4).astype("float16") for shape in shapes]


def optimized(function, *arrays: np.ndarray) -> str:
    return neo.canonical(neo.jit(function, device="cuda").ir(*arrays),
                         "builtin.module(neo-optimize-for-gpu)")


def test_channels_are_innermost():
    arrays = draw((32, 64, 14, 14), (64, 64, 3, 3))
    assert "sum [r: 3, s: 3, c: 64]" in optimized(CONVOLUTION, *arrays)
    agree(CONVOLUTION, *arrays, tolerance=4e-3)


def test_images_may_be():
    # 33 channels are no vectors.
    def gradient(x, w, dy):
        return CONVOLUTION.vjp((x, w), dy)[1]

    arrays = draw((64, 33, 14, 14), (33, 33, 3, 3), (64, 33, 14, 14))
    assert "sum [p: 14, q: 14, b: 64]" in optimized(gradient, *arrays)
    agree(gradient, *arrays, tolerance=8e-3)


def test_a_result_is_copied_back():
    # Three images are no vector, but each operand has channels of its own.
    odd = neo.expr("Y[b,k,p,q] += X[b,c,p+r,q+s] * W[k,c,r,s]", p=25, q=25)

    def gradient(x, w, dy):
        return odd.vjp((x, w), dy)[1]

    arrays = draw((3, 128, 27, 27), (128, 128, 3, 3), (3, 128, 25, 25))
    assert "[r: 3, s: 3, c: 128, k: 128] sum" in optimized(gradient, *arrays)
    agree(gradient, *arrays, tolerance=8e-3)


def test_a_gradient_takes_the_copies_that_there_are():
    def step(x, w, dy):
        y = CONVOLUTION(x, w)
        return y, *CONVOLUTION.vjp((x, w), dy * y)

    arrays = draw((32, 64, 14, 14), (64, 64, 3, 3), (32, 64, 14, 14))
    text = optimized(step, *arrays)
    # Copies of x, of w in two orders, and of its gradient; dy * y is made in both.
    assert text.count("i3: ") == 4 and "[r: 3, s: 3, c: 64, k: 64] sum" in text
    agree(step, *arrays, tolerance=2e-2)


@pytest.mark.parametrize("images, channels", [(1, 16), (32, 3)])
def test_small_or_odd_ones_stay(images: int, channels: int):
    arrays = draw((images, channels, 14, 14), (16, channels, 3, 3))
    assert f"sum [c: {channels}, r: 3, s: 3]" in optimized(CONVOLUTION, *arrays)


def test_layers_agree_with_what_is_between_them():
    def network(x, v, w, bias):
        hidden = neo.relu(CONVOLUTION(x, v) + bias[None, :, None, None])
        return neo.tanh(CONVOLUTION(hidden, w))

    arrays = draw((32, 64, 14, 14), (64, 64, 3, 3), (64, 64, 3, 3), (64,))
    assert optimized(network, *arrays).count("sum [r: 3, s: 3, c: 64]") == 2
    agree(network, *arrays, tolerance=2e-2)
