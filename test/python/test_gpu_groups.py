# test_gpu_groups.py - products of matrices in groups, on the stand-in for a GPU
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Operators whose output loop an operand knows by its quotient alone: each group is a
product of matrices, with its epilogue and gradients, and costs no kernel more."""

import stand_in  # noqa: F401
import neo
import numpy as np
import pytest
from test_gpu import agree

random = np.random.default_rng(5)
#: Halves are summed in another order.
TOLERANCE = {"float16": 4e-3, "float32": 1e-5, "float64": 1e-13}

CONVOLUTION = neo.expr(
    "Y[b,k,p] += (X[b, k//8*4+c, p+r-1] if 0 <= p+r-1 < 19 else 0) * W[k,c,r]", p=19)
#: Four heads of queries share one of keys.
SCORES = neo.expr("S[h,i,j] += Q[h,i,d] * K[h//4,j,d]")


def draw(dtype: str, *shapes: tuple[int, ...]) -> list[np.ndarray]:
    return [random.standard_normal(shape).astype(dtype) for shape in shapes]


def kernels_of(function, *arrays: np.ndarray) -> str:
    return neo.canonical(
        neo.jit(function).ir(*arrays), "builtin.module(neo-optimize-for-gpu,"
        "neo-schedule-gpu,convert-neo-to-gpu)").split("gpu.module")[0]


def assert_tiled(launches: int, function, *arrays: np.ndarray) -> None:
    """So many kernels, each of which has windows in shared memory."""
    text = kernels_of(function, *arrays)
    assert text.count("neo.gpu_launch") == launches and "shared 0 " not in text


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_a_grouped_convolution_is_one_tiled_kernel(dtype: str):
    arrays = draw(dtype, (2, 12, 19), (24, 4, 3))
    agree(CONVOLUTION, *arrays, tolerance=TOLERANCE[dtype])
    assert_tiled(1, CONVOLUTION, *arrays)


def test_its_gradients_are_tiled():
    x, w, dy = draw("float32", (2, 12, 19), (24, 4, 3), (2, 24, 19))

    def gradients(x, w, dy):
        return CONVOLUTION.vjp((x, w), dy)

    agree(gradients, x, w, dy)
    assert_tiled(2, gradients, x, w, dy)


def test_what_follows_stays_an_epilogue():
    x, w, bias = draw("float32", (2, 12, 19), (24, 4, 3), (24,))

    def layer(x, w, bias):
        return neo.relu(CONVOLUTION(x, w) + bias[None, :, None])

    agree(layer, x, w, bias)
    assert kernels_of(layer, x, w, bias).count("neo.gpu_launch") == 1


@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_heads_of_one_query_share_keys(dtype: str):
    arrays = draw(dtype, (16, 1, 16), (4, 210, 16))
    agree(SCORES, *arrays, tolerance=TOLERANCE[dtype])
    assert_tiled(1, SCORES, *arrays)


def test_attention_of_shared_heads_is_three_kernels():
    # Scores of many queries have tiles as they are.
    def attention(q, k, v):
        weights = neo.softmax(SCORES(q, k))
        return neo.expr("O[h,i,d] += P[h,i,j] * V[h//4,j,d]")(weights, v)

    arrays = draw("float32", (8, 17, 16), (2, 21, 16), (2, 21, 16))
    agree(attention, *arrays)
    assert kernels_of(attention, *arrays).count("neo.gpu_launch") == 3


@pytest.mark.parametrize("normalise", [
    neo.softmax, neo.log_softmax, lambda y: y / neo.sqrt((y * y).mean(axis=2)[:, :, None])])
def test_what_reads_a_result_twice_stays_one_kernel(normalise):
    x, w = draw("float32", (2, 12, 19), (24, 4, 3))

    def layer(x, w):
        return normalise(CONVOLUTION(x, w))

    agree(layer, x, w)
    assert kernels_of(layer, x, w).count("neo.gpu_launch") == 2


def test_a_result_that_others_read_is_the_same_buffer():
    x, w = draw("float32", (2, 12, 19), (24, 4, 3))

    def both(x, w):
        y = CONVOLUTION(x, w)
        return y, neo.sum(y, axis=1)

    agree(both, x, w)
    assert kernels_of(both, x, w).count("neo.gpu_launch") == 2
