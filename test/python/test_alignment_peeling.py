# test_alignment_peeling.py - rows that begin inside of cache lines
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Loops over large rows that are no whole lines are peeled
(lib/Conversion/NeoToVector/AlignmentPeeling.h), those over a few rows are not: both give
the same bits."""

import numpy as np
import pytest

import neo
from neo.native import core

pytestmark = pytest.mark.skipif(
    "avx512" not in core().best_target() and "znver" not in core().best_target(),
    reason="a vector is a cache line with AVX-512 only")

SOFTMAX = neo.expr("M[i] max= X[i,j]; E[i,j] = exp(X[i,j] - M[i]); "
                   "S[i] += E[i,j]; Y[i,j] = E[i,j] / S[i]")
FEW = 40


def gradient(x):
    y, pullback = neo.vjp(SOFTMAX, x)
    return pullback(y * x)[0]


FUNCTIONS = {
    "a vector beside": lambda x: x + x[0],
    "a number for each row": lambda x: x * x[:, :1],
    "the column's number": neo.expr("Y[i,j] = X[i,j] * j"),
    "shifted columns": neo.expr("Y[i,j] = X[i,j] + (X[i,j-1] if j > 0 else 0)"),
    "reversed columns": lambda x: x[:, ::-1] - x[:, :1],
    "pairs of columns": neo.expr("Y[i,j] = X[i,j//2] + X[i,j]"),
    "seven columns again": neo.expr("Y[i,j] = X[i,j%7] * X[i,j]"),
    "columns under a guard": neo.expr("Y[i,j] = X[i,j] + (X[i,j] if j % 5 < 3 else 1)"),
    "softmax": SOFTMAX,
    "its gradient": gradient,
}


def numbers(rows, columns, dtype=np.float32):
    generator = np.random.default_rng(rows)
    return generator.standard_normal((rows, columns)).astype(dtype)


#: Those whose vectors may not begin anywhere.
FIXED = ("the column's number", "shifted columns", "reversed columns",
         "pairs of columns", "seven columns again",
         "columns under a guard")


@pytest.fixture
def check(monkeypatch, tmp_path):
    """Compares rows, and tells whether a loop over them is peeled."""
    monkeypatch.setenv("NEO_CACHE", "0")

    def checked(function, x, threads=1):
        compiled = neo.jit(function, threads=threads)
        before = set(tmp_path.iterdir())
        with monkeypatch.context() as patch:
            patch.setenv("NEO_DUMP", str(tmp_path))
            whole = np.asarray(compiled(x))
        compare(function, x, whole)
        made, = set(tmp_path.iterdir()) - before
        return "vector.create_mask" in (made / "3-vector.mlir").read_text()

    return checked


def compare(function, x, whole):
    for rows in (slice(FEW), slice(-FEW, None)):
        known = neo.jit(function, threads=1)(np.concatenate([x[:1], x[rows]]))
        assert np.array_equal(whole[rows], np.asarray(known)[1:])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_rows_are_those_of_fewer(name, check):
    assert check(FUNCTIONS[name], numbers(3001, 1001)) == (name not in FIXED)


@pytest.mark.parametrize("columns", [255, 256 + 17, 1999, 9001, 50257])
def test_rows_of_any_length(columns, check):
    """The shortest that is peeled has 256 elements; tiles have all remainders."""
    x = numbers((9 << 20) // 4 // columns | 1, columns)
    for function in (FUNCTIONS["a vector beside"], SOFTMAX):
        assert check(function, x) == (columns >= 256)


@pytest.mark.parametrize("dtype", [np.float64, np.float16, np.int64, np.int32])
def test_elements_of_any_size(dtype, check):
    """A vector of float16 is half of a line."""
    x = (numbers(5003, 1001) * 4).astype(dtype)
    assert check(lambda x: x + x[0], x) == (dtype != np.float16)


@pytest.mark.parametrize("name", ["a vector beside", "softmax"])
def test_rows_shared_by_threads(name, check):
    assert check(FUNCTIONS[name], numbers(3001, 1001), threads=2)


def test_results_that_begin_inside_of_a_line():
    """A scan stacks what its steps give, one behind the other, and keeps its carry."""
    x, b = numbers(2101, 1001), numbers(1, 1001)[0]
    assert x.nbytes % 64 != 0

    def step(carry, _):
        following = carry * 0.5 + b
        return following, following

    last, stacked = neo.jit(
        lambda x, steps: neo.scan(step, x, steps))(x, np.zeros(3, np.float32))
    wanted = x
    for found in stacked:
        wanted = wanted * np.float32(0.5) + b
        np.testing.assert_allclose(found, wanted, rtol=1e-6, atol=1e-6)
    assert np.array_equal(last, stacked[-1])
