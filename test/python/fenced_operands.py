# fenced_operands.py - arrays with forbidden memory on both sides
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Runs kernels on arrays that end, or begin, where memory may not be read.

A kernel that reads outside of an operand stops this program; the last line it
printed names the program. `python fenced_operands.py` runs them all.
"""

import ctypes
import mmap

import numpy as np
from kernel_programs import (convolution, depthwise, made_up_inputs, matmul,
                             operator, reduction)

import neo._core as core

KEPT = []  # Maps stay for as long as the arrays in them.


def fenced(array, at_end):
    """A copy of `array` that ends at forbidden memory, or begins behind it."""
    if array.size == 0:
        return array
    page = mmap.PAGESIZE
    pages = -(-array.nbytes // page)
    memory = mmap.mmap(-1, (pages + 2) * page)
    KEPT.append(memory)
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    protect = ctypes.CDLL(None, use_errno=True).mprotect
    protect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    for fence in (start, start + (pages + 1) * page):
        if protect(fence, page, 0):
            raise OSError(ctypes.get_errno(), "mprotect failed")
    offset = page + (pages * page - array.nbytes if at_end else 0)
    copy = np.frombuffer(memory, array.dtype, array.size, offset)
    copy = copy.reshape(array.shape)
    copy[...] = array
    return copy


def programs():
    for n in (1, 7, 16, 17, 33):
        for transposed in ("", "a", "b", "ab"):
            yield matmul(n, n, n, "f32", transposed)
        yield operator(f"[i: {n}, j: 33]", [("[j, i]", (33, n))], (n, 33),
                       body="%r = arith.negf %x0 : {1}")
        yield depthwise(2, n)
        for axis in (0, 1):
            yield reduction("sum", (3, n), axis)
            yield reduction("argmax", (n, 5), axis)
    for stride, padding in ((1, 1), (2, 0), (2, 2)):
        yield convolution((3, 17), 9, 3, stride, 1, padding)
    for size in (3, 5, 7):
        for stride in (1, 2):
            yield depthwise(5, stride * size, stride=stride)
    # Lanes past the end of j would read %a0[11].
    yield operator("[i: 100, j: 21]",
                   [("[i] if (j >= 2 * i) else 1.5", (11,)),
                    ("[i, j]", (100, 21))], (100, 21))


if __name__ == "__main__":
    for text in programs():
        print(text, flush=True)
        program = core.Program(text, "main", 1)
        for at_end in (True, False):
            program.run([fenced(x, at_end) for x in made_up_inputs(text, 1)])
