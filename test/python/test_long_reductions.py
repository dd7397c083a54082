# test_long_reductions.py - reductions in blocks, against NumPy
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Contractions so long that they run in blocks, whose partial sums wait in the
result. The interpreter would take minutes for them; NumPy is the judge."""

import numpy as np
import pytest
from kernel_programs import DTYPES, made_up_inputs, matmul

core = pytest.importorskip("neo._core")

SHAPES = [(17, 512, 4096), (250, 250, 1024), (64, 64, 4096)]


def run(text, threads=1):
    inputs = made_up_inputs(text, 3)
    result, = core.Program(text, "main", threads).run(inputs)
    return *inputs, result


def test_some_of_these_run_in_blocks():
    kernels = [core.canonical(matmul(*shape), "builtin.module(neo-to-vector)")
               for shape in SHAPES]
    assert any(" block [" in kernel for kernel in kernels)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("element", ["f32", "f64", "i32"])
@pytest.mark.parametrize("transposed", ["", "b"])
def test_sum(shape, element, transposed):
    for threads in (1, 2):
        a, b, c = run(matmul(*shape, element, transposed), threads)
        b = b.T if transposed else b
        # Multiples of a quarter: every sum is exact.
        want = (a.astype(np.float64) @ b.astype(np.float64)).astype(
            DTYPES[element])
        np.testing.assert_array_equal(c, want)


@pytest.mark.parametrize("shape", SHAPES)
def test_sum_under_a_guard(shape):
    where = " where (k <= 9 * i + 100)"
    text = matmul(*shape).replace("\n     :", f"{where}\n     :")
    a, b, c = run(text)
    i, k = np.indices(a.shape)
    np.testing.assert_array_equal(c, np.where(k <= 9 * i + 100, a, 0) @ b)


@pytest.mark.parametrize("shape", SHAPES)
def test_maximum(shape):
    text = matmul(*shape).replace("] sum [", "] max [").replace("mulf", "addf")
    a, b, c = run(text)
    want = np.stack([(row[:, None] + b).max(0) for row in a])
    np.testing.assert_array_equal(c, want)


@pytest.mark.parametrize("length", [4095, 4096, 100003])
@pytest.mark.parametrize("kind,function", [("sum", np.sum), ("max", np.max)])
def test_one_long_row(length, kind, function):
    text = matmul(1, 1, length).replace("] sum [", f"] {kind} [")
    a, b, c = run(text, 2)
    assert c[0, 0] == function(a[0] * b[:, 0])
