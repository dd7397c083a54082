# test_reduced_joins.py - reductions of joined and padded tensors
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Loops of reductions are split at the bounds of what they read. Bounds lie between
vectors and within them, pieces are shorter than a vector, or empty, and the loop is
that of the lanes, or another."""

import numpy as np
import pytest

import neo

PIECES = {"whole vectors": (64, 32, 16), "within vectors": (37, 50, 3, 41),
          "short": (3, 0, 5, 2, 7), "long": (300, 1, 211)}
KINDS = ("sum", "max", "argmin", "prod")


def pieces(name: str, axis: int, dtype=np.float32) -> list[np.ndarray]:
    rng = np.random.default_rng(len(name))
    shapes = [(n, 23) if axis == 0 else (23, n) for n in PIECES[name]]
    return [rng.integers(-2, 3, shape).astype(dtype) for shape in shapes]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("reduced", [0, 1, None])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("name", PIECES)
def test_reductions(name: str, axis: int, reduced: int | None, kind: str):
    joined = pieces(name, axis)

    @neo.jit
    def reduce(*x):
        return getattr(neo, kind)(neo.concatenate(x, axis=axis), axis=reduced)

    whole = np.concatenate(joined, axis=axis).astype(np.float64)
    np.testing.assert_allclose(reduce(*joined), getattr(np, kind)(whole, axis=reduced),
                               rtol=1e-5)


@pytest.mark.parametrize("dtype", [np.float64, np.float16, np.int32])
def test_types(dtype):
    joined = pieces("within vectors", 1, dtype)
    found = neo.jit(lambda *x: neo.max(neo.concatenate(x, axis=1), axis=1))(*joined)
    np.testing.assert_array_equal(found, np.concatenate(joined, axis=1).max(axis=1))


@pytest.mark.parametrize("before, behind", [(0, 5), (3, 0), (17, 40), (1, 1)])
@pytest.mark.parametrize("axis", [0, 1])
def test_padded(axis: int, before: int, behind: int):
    x = np.random.default_rng(3).standard_normal((70, 53))
    widths = [(0, 0), (0, 0)]
    widths[axis] = (before, behind)
    found = neo.jit(lambda x: neo.min(neo.pad(x, widths, constant_values=-1.0),
                                      axis=axis))(x)
    np.testing.assert_array_equal(
        found, np.pad(x, widths, constant_values=-1.0).min(axis=axis))


def test_numbers_that_are_not_numbers():
    x, y = np.zeros((4, 40)), np.ones((4, 31))
    x[1, 39] = y[2, 0] = np.nan
    found = neo.jit(lambda x, y: neo.max(neo.concatenate([x, y], axis=1), axis=1))(x, y)
    np.testing.assert_array_equal(found, [1, np.nan, np.nan, 1])


def test_a_weighted_sum_of_two_joins():
    """Each has bounds of its own."""
    rng = np.random.default_rng(4)
    a, b, c, d = (rng.standard_normal((19, n)) for n in (40, 60, 33, 67))
    found = neo.jit(lambda a, b, c, d: neo.sum(
        neo.concatenate([a, b], axis=1) * neo.concatenate([c, d], axis=1),
        axis=1))(a, b, c, d)
    want = np.sum(np.hstack([a, b]) * np.hstack([c, d]), axis=1)
    np.testing.assert_allclose(found, want, rtol=1e-12)
