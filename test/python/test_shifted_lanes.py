# test_shifted_lanes.py - channels that move by steps of their own
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Kernels and gradients against NumPy: pictures with and without room for columns
that slide, odd extents, lanes that end, steps to one side, operands that begin
anywhere in a cache line."""

import ctypes
import mmap

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


def between_guards(x, words):
    """`x`, some words past the begin of a page, with pages around that nobody may
    touch."""
    page = mmap.PAGESIZE
    room = -(-(x.nbytes + 4 * words) // page) * page
    memory = mmap.mmap(-1, room + 2 * page)
    begin = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    libc = ctypes.CDLL(None)
    for guard in (begin, begin + page + room):
        assert libc.mprotect(ctypes.c_void_p(guard), ctypes.c_size_t(page), 0) == 0
    y = np.frombuffer(memory, x.dtype, x.size, page + 4 * words).reshape(x.shape)
    y[:] = x
    return y


def to_the_guard(x, words):
    """`x` again, that many words before a page that nobody may touch."""
    return between_guards(x, (-x.nbytes // 4 - words) % (mmap.PAGESIZE // 4))


def of_nine(height, width):
    p, q = "p + c % 9 // 3 - 1", "q + c % 3 - 1"
    return neo.expr(f"Y[p,q,c] = X[{p},{q},c] if 0 <= {p} < {height} and "
                    f"0 <= {q} < {width} else 0", p=height, q=width)


# The pictures end with the last line of a page, but for the words.
@pytest.mark.parametrize("picture, dtype", [
    ((11, 31, 48), np.float32), ((5, 17, 48), np.float64), ((5, 17, 48), np.int32)],
    ids=str)
def test_begin_in_line(picture, dtype):
    height, width, channels = picture
    shift = neo.jit(of_nine(height, width))
    x = (np.arange(height * width * channels) * 1000 / 7).reshape(picture).astype(dtype)
    wanted = moved(x, 3, 3, -1, -1, 1)
    for words in range(0, 16, x.itemsize // 4):
        np.testing.assert_array_equal(shift(between_guards(x, words)), wanted)


def check_nine(picture, words):
    height, width, channels = picture
    shift = neo.jit(of_nine(height, width))
    x = np.arange(height * width * channels, dtype=np.float32).reshape(picture)
    wanted = moved(x, 3, 3, -1, -1, 1)
    for word in range(words):
        np.testing.assert_array_equal(shift(to_the_guard(x, word)), wanted)


# These end with a page, but for the words.
@pytest.mark.parametrize("picture", [(8, 16, 64), (7, 11, 48), (5, 8, 128)], ids=str)
def test_end_in_line(picture):
    check_nine(picture, 16)


# Vectors of these lie anywhere in a line, so that lines are not read.
@pytest.mark.parametrize("picture", [(9, 11, 20), (7, 9, 50), (9, 30, 17)], ids=str)
def test_channels_that_are_no_lines(picture):
    check_nine(picture, 4)


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
