# test_gpu_rows.py - operators on rows, as one kernel of a GPU
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Norms and pairs of pointwise results on the emulator, at widths that fill vectors,
warps and blocks, and such that do not; how often they read is counted."""

import re

import stand_in  # noqa: F401
import neo
import numpy as np
import pytest

pytestmark = pytest.mark.extended


def layer_norm(x, g, h):
    mean = x.mean(axis=1, keepdims=True)
    variance = ((x - mean) ** 2).mean(axis=1, keepdims=True)
    return (x - mean) * neo.rsqrt(variance + 1e-5) * g + h


def with_gradients(x, g, h, d):
    return (layer_norm(x, g, h), *neo.grad(
        lambda x, g, h: (layer_norm(x, g, h) * d).sum(), argnums=(0, 1, 2))(x, g, h))


def pair(x, y):
    return neo.exp(x) * y, neo.exp(x) + y


def arrays(*shapes: tuple[int, ...]) -> list[np.ndarray]:
    random = np.random.default_rng(5)
    return [random.standard_normal(shape).astype("float32") for shape in shapes]


def agree(function, *given: np.ndarray) -> None:
    found = neo.jit(function, device="cuda")(*given)
    for one, other in zip(found, neo.jit(function)(*given), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-4)


def kernels_of(function, *given: np.ndarray) -> list[str]:
    return neo.ptx(neo.jit(function).ir(*given)).split(".visible .entry")[1:]


@pytest.mark.parametrize("rows, columns", [(3, 1), (7, 33), (5, 700), (2, 4100)])
def test_layer_norm_and_its_gradients(rows: int, columns: int):
    agree(with_gradients, *arrays((rows, columns), (columns,), (columns,),
                                  (rows, columns)))


def test_layer_norm_reads_its_rows_once():
    kernel, = kernels_of(layer_norm, *arrays((64, 4096), (4096,), (4096,)))
    # Four vectors of x, g and h in each of 256 threads.
    assert len(re.findall(r"ld\.global\S*v4", kernel)) == 12


def test_gradients_of_layer_norm_read_their_rows_once():
    kernels = kernels_of(with_gradients,
                         *arrays((64, 4096), (4096,), (4096,), (64, 4096)))
    rows, = (kernel for kernel in kernels if "shfl" in kernel and "st.global.v4" in kernel)
    # Two vectors of x, d, g and h.
    assert len(re.findall(r"ld\.global\S*v4", rows)) == 8


@pytest.mark.parametrize("rows, columns", [(3, 1), (5, 31), (9, 260), (2, 5001)])
def test_pairs_of_pointwise_results(rows: int, columns: int):
    agree(pair, *arrays((rows, columns), (rows, columns)))


def test_pairs_of_pointwise_results_hold_one_vector():
    kernel, = kernels_of(pair, *arrays((64, 4096), (64, 4096)))
    assert len(re.findall(r"ld\.global\S*v4", kernel)) == 2
