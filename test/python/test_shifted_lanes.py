# test_shifted_lanes.py - channels that move by steps of their own
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Kernels and gradients against NumPy: pictures with and without room for columns
that slide, odd extents, lanes that end, steps to one side."""

import neo
import numpy as np
import pytest

# Height, width, channels; steps down and to the right, the first of each.
PICTURES = [(12, 12, 64, 3, 3, -1, -1), (9, 17, 64, 3, 3, -1, -1),
            (7, 9, 48, 3, 3, -1, -1), (33, 12, 32, 3, 3, 0, 0),
            (12, 12, 64, 3, 3, -2, -2), (11, 13, 64, 5, 5, -2, -2),
            (20, 9, 32, 2, 3, -1, 0), (8, 8, 256, 3, 3, -1, -1),
            (9, 30, 17, 3, 3, -1, -1), (2, 40, 64, 3, 3, -1, -1),
            (1, 40, 64, 3, 3, -1, -1), (13, 40, 64, 3, 1, -1, 0),
            (24, 8, 32, 3, 3, -1, 1)]


def moved(x, down, right, y0, x0, sign):
    height, width, channels = x.shape
    y = np.zeros_like(x)
    for c in range(channels):
        a = sign * (c % (down * right) // right + y0)
        b = sign * (c % right + x0)
        rows = slice(max(0, -a), min(height, height - a))
        columns = slice(max(0, -b), min(width, width - b))
        if rows.start < rows.stop and columns.start < columns.stop:
            y[rows, columns, c] = x[rows.start + a:rows.stop + a,
                                    columns.start + b:columns.stop + b, c]
    return y


@pytest.mark.parametrize("scale", ["", " * 2"])
@pytest.mark.parametrize("picture", PICTURES, ids=str)
def test_shift(picture, scale):
    height, width, channels, down, right, y0, x0 = picture
    p = f"p + c % {down * right} // {right} + ({y0})"
    q = f"q + c % {right} + ({x0})"
    expression = neo.expr(
        f"Y[p,q,c] = (X[{p},{q},c] if 0 <= {p} < {height} and 0 <= {q} < {width} "
        f"else 0){scale}", p=height, q=width)
    random = np.random.default_rng(3)
    x, d = random.standard_normal((2, height, width, channels), np.float32)
    both = neo.jit(lambda d, x: (expression(x), *expression.vjp([x], d)))
    y, dx = both(d, x)
    factor = 2 if scale else 1
    steps = (down, right, y0, x0)
    np.testing.assert_array_equal(y, factor * moved(x, *steps, 1))
    np.testing.assert_array_equal(dx, factor * moved(d, *steps, -1))
