# test_gpu_epilogue.py - what follows a contraction runs on its accumulators
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Bias, activation, residual and scale in the kernel of the product or convolution that
they follow, on the stand-in driver, beside the CPU."""

import re

import stand_in  # noqa: F401
import neo
import numpy as np
import pytest
from neo import _core
from test_gpu import agree, draw

pytestmark = pytest.mark.extended

LAUNCHES = "builtin.module(neo-optimize-for-gpu,neo-schedule-gpu,convert-neo-to-gpu)"


def count_launches(function, *arrays: np.ndarray) -> int:
    text = neo.canonical(neo.jit(function).ir(*arrays), LAUNCHES)
    return len(re.findall("neo.gpu_launch", text))


def layer(x, w, bias, residual):
    return neo.relu(x @ w + bias) * 2 + residual


@pytest.mark.parametrize("dtype, tolerance", [
    ("float64", 1e-12), ("float32", 1e-4), ("float16", 4e-3), ("bfloat16", 3e-2)])
@pytest.mark.parametrize("m, n, k", [(64, 64, 64), (65, 33, 17), (130, 70, 40)])
def test_layers_are_one_kernel(dtype: str, tolerance: float, m: int, n: int, k: int):
    cast = neo.jit(lambda x: x.astype(dtype))
    arrays = [cast(draw(*shape)) for shape in ((m, k), (k, n), (n,), (m, n))]
    assert count_launches(layer, *arrays) == 1
    agree(layer, *arrays, tolerance=tolerance)


def test_products_that_others_read_are_stored_too():
    def both(x, w):
        product = x @ w
        return product, neo.tanh(product)

    arrays = draw(70, 50), draw(50, 90)
    assert count_launches(both, *arrays) == 1
    agree(both, *arrays, tolerance=1e-4)


def waves(x, w):
    product = x @ w
    sine, cosine = neo.sin(product), neo.cos(product)
    return sine, cosine, sine * cosine


@pytest.mark.parametrize("dtype, tolerance", [("float64", 1e-12), ("float16", 4e-3)])
@pytest.mark.parametrize("m, n", [(64, 64), (65, 33)])
def test_several_results_of_an_epilogue(dtype: str, tolerance: float, m: int, n: int):
    cast = neo.jit(lambda x: x.astype(dtype))
    arrays = cast(draw(m, 40) / 8), cast(draw(40, n) / 8)
    assert count_launches(waves, *arrays) == 1
    agree(waves, *arrays, tolerance=tolerance)


def test_results_whose_windows_overlap_are_serialised():
    cast = neo.jit(lambda x: x.astype("float16"))
    arrays = cast(draw(64, 40) / 8), cast(draw(40, 48) / 8)
    text = neo.canonical(neo.jit(waves).ir(*arrays), LAUNCHES.replace(
        ",convert-neo-to-gpu", ""))
    edited, windows = re.subn(r"\] at \d+ (apart \d+ copies 1 )", r"] at 0 \1", text)
    assert edited != text and windows >= 3
    for found, expected in zip(_core.DeviceProgram(edited, "main").run(arrays),
                               neo.jit(waves)(*arrays)):
        np.testing.assert_allclose(found, expected, rtol=4e-3, atol=4e-3)


@pytest.mark.parametrize("batch", [1, 3])
@pytest.mark.parametrize("dtype, tolerance", [("float32", 1e-4), ("float16", 4e-3)])
def test_convolutions_take_what_follows(batch: int, dtype: str, tolerance: float):
    conv = neo.expr(
        "C[b,k,p,q] += (A[b,c,p+r-1,q+s-1] if 0 <= p+r-1 < 9 and 0 <= q+s-1 < 9 else 0)"
        " * W[k,c,r,s]; Y[b,k,p,q] = relu(C[b,k,p,q] + D[k])", p=9, q=9)
    cast = neo.jit(lambda x: x.astype(dtype))
    arrays = cast(draw(batch, 6, 9, 9)), cast(draw(10, 6, 3, 3)), cast(draw(10))
    assert count_launches(conv, *arrays) == 1
    agree(conv, *arrays, tolerance=tolerance)


def test_long_rows_take_what_follows():
    def norm(x):
        return neo.sqrt((x * x).sum(axis=1)) + 1

    x = draw(300, 3000)
    assert count_launches(norm, x) == 1
    agree(norm, x, tolerance=1e-4)


def test_batches_of_products_take_what_follows():
    def attend(q, k, scale):
        return neo.tanh(q @ k.transpose(0, 2, 1) * 0.5) + scale

    arrays = draw(3, 20, 16), draw(3, 24, 16), draw(24)
    assert count_launches(attend, *arrays) == 1
    agree(attend, *arrays, tolerance=1e-4)


def test_gradients_of_layers():
    def loss(x, w, bias):
        return (neo.tanh(x @ w + bias) ** 2).sum()

    agree(neo.grad(loss, argnums=(0, 1, 2)), draw(40, 30), draw(30, 20), draw(20),
          tolerance=1e-4)
