# test_gpu_scatter.py - sums at indices that are data, on the stand-in driver
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Gradients of reads at indices that are data: the points of a row are a list, which two
kernels link; in the order of the points, so that sums are those of the CPU."""

import stand_in  # noqa: F401
import neo
import numpy as np
import pytest

random = np.random.default_rng(23)


def agree(read, source, *indices: np.ndarray, dtype: str = "float32", kernels: int = 3):
    """The gradient of a read, whose sums are made by so many kernels."""
    source = source.astype(dtype)
    y = random.standard_normal(read(source, *indices).shape).astype(dtype)

    def gradient(a, y, *indices):
        return neo.vjp(lambda a: read(a, *indices), a)[1](y)[0]

    found = neo.jit(gradient, device="cuda")(source, y, *indices)
    expected = neo.jit(gradient)(source, y, *indices)
    np.testing.assert_allclose(found, expected, rtol=0, atol=4e-3 * (dtype == "float16"))
    text = neo.ptx(neo.jit(gradient).ir(source, y, *indices))
    assert text.count(".entry") == kernels


def drawn(*shape: int) -> np.ndarray:
    return random.standard_normal(shape)


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
@pytest.mark.parametrize("shape", [(40,), (5, 8)], ids=str)
def test_rows_of_an_embedding(shape: tuple[int, ...], dtype: str):
    rows = random.integers(0, 300, shape)
    rows.flat[[5, 9, 30, 31]] = rows.flat[3]  # Some rows have several points.
    agree(lambda a, i: neo.take(a, i, 0), drawn(300, 16) * 9, rows, dtype=dtype)


def test_all_points_in_one_row():
    agree(lambda a, i: neo.take(a, i, 0), drawn(200, 16), np.full(70, 7))


def test_a_list_for_each_item_of_a_batch():
    agree(neo.expr("Y[b,t,d] = A[b,I[b,t],d]"), drawn(3, 50, 32),
          random.integers(0, 50, (3, 40)))


def test_points_under_a_guard():
    agree(neo.expr("Y[t,d] = (A[I[t-2],d] if t >= 2 and t < 40 else 0)", t=45),
          drawn(60, 32), random.integers(0, 60, 43), kernels=5)  # Two shift indices.


def test_rows_of_two_indices():
    agree(neo.expr("Y[t,d] = A[I[t],J[t],d]"), drawn(9, 7, 24),
          random.integers(0, 9, 50), random.integers(0, 7, 50))


def test_few_points_are_searched_by_each_element():
    agree(lambda a, i: neo.take(a, i, 0), drawn(300, 16), np.array([3, 299, 3]), kernels=1)
