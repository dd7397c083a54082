# test_column_sums.py - rows added up a few at a time
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Sums and maxima of columns of tensors that do not stay in the caches: in blocks of
a few rows, which begin with the sums of the blocks before while the next rows are
asked for. NumPy is the judge."""

import numpy as np
import pytest
from kernel_programs import DTYPES

core = pytest.importorskip("neo._core")

# From 8 MB on; the last ones end within a vector, a tile or a block.
SHAPES = [(4096, 768), (4096, 1056), (2176, 1001), (4099, 600), (30, 100000)]
KINDS = {"sum": np.sum, "max": np.max}


def program(kind, element, rows, columns, body="%x"):
    return f"""
func.func @main(%X: tensor<{rows}x{columns}x{element}>) -> tensor<{columns}x{element}> {{
  %y = neo.compute [j: {columns}] {kind} [i: {rows}] %X[i, j]
     : (tensor<{rows}x{columns}x{element}>) -> tensor<{columns}x{element}> {{
  ^bb0(%x: {element}):
    neo.yield {body} : {element}
  }}
  return %y : tensor<{columns}x{element}>
}}"""


def matrix(rows, columns, element):
    numbers = np.random.default_rng(rows).integers(-8, 9, (rows, columns))
    return numbers.astype(DTYPES[element])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("element", ["f32", "f64", "i32"])
@pytest.mark.parametrize("kind", KINDS)
def test_columns(shape, element, kind):
    x = matrix(*shape, element)
    for threads in (1, 2):
        result, = core.Program(program(kind, element, *shape), "main",
                               threads).run([x])
        np.testing.assert_array_equal(result, KINDS[kind](x, axis=0))


def test_operands_begin_anywhere():
    rows, columns = 2100, 1008
    text = program("sum", "f32", rows, columns)
    kernel = core.Program(text, "main", 1)
    room = np.zeros(rows * columns + 16, np.float32)
    for past in range(16):
        x = room[past:past + rows * columns].reshape(rows, columns)
        x[...] = matrix(rows, columns, "f32")
        np.testing.assert_array_equal(kernel.run([x])[0], x.sum(axis=0))


def test_nothing_is_taken_from_a_result_that_is_not_begun():
    # The pool gives the same memory again, in which the last result stands.
    x = matrix(4096, 768, "f32")
    kernel = core.Program(program("sum", "f32", *x.shape), "main", 1)
    for _ in range(3):
        np.testing.assert_array_equal(kernel.run([x])[0], x.sum(axis=0))
