# test_packed_operands.py - panels and blocks inside compute the same
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Schedules that pack an operand in the kernel, or whose blocks run inside loops of
the result, against the interpreter."""

import numpy as np
import pytest
from kernel_programs import convolution, grouped, made_up_inputs, matmul, operator

import neo

core = pytest.importorskip("neo._core")

_LANES = "vector [j: 16] tile [i: 7, j: 2]"
_PIXELS = "vector [k: 16] tile [k: 2, x: 5]"
#: The gradient of a convolution's operand: lanes nine elements apart.
_ACROSS = operator("[c: 32, x: 12] sum [k: 8, r: 3]",
                   [("[k, c, r]", (8, 32, 3)), ("[k, x + r]", (8, 14))], (32, 12))

#: The gradient of its weights: tiles with a few taps of each filter.
_WEIGHTS = operator("[k: 32, c: 32, r: 3] sum [p: 7]",
                    [("[c, p + r]", (32, 9)), ("[k, p]", (32, 7))], (32, 32, 3))

#: 43 filters: two vectors, and eleven lanes of a third.
_FILTERS = operator("[k: 43, c: 32, r: 3] sum [p: 7]",
                    [("[c, p + r]", (32, 9)), ("[k, p]", (43, 7))], (43, 32, 3))

CASES = {
    "whole": (matmul(57, 64, 40, "f32", "b"), f"{_LANES} order [j, i] pack [1]"),
    "blocks inside": (matmul(57, 64, 48), f"{_LANES} order [j, k, i] block [k: 16]"),
    "run with a rest": (matmul(57, 64, 40, "f32", "b"),
                        f"{_LANES} order [j, k, i] block [k: 20] pack [1]"),
    "blocks outside": (matmul(57, 64, 48, "f32", "b"),
                       f"{_LANES} order [j, i] block [k: 16] pack [1]"),
    "lanes end inside a tile": (matmul(57, 70, 40, "f32", "b"),
                                f"{_LANES} order [j, i] pack [1]"),
    "rows end inside a tile": (matmul(57, 71, 48),
                               f"{_LANES} order [j, k, i] block [k: 16] pack [1]"),
    "last block shorter": (matmul(57, 64, 50, "f32", "b"),
                           f"{_LANES} order [j, k, i] block [k: 20] pack [1]"),
    "last block outside shorter": (matmul(57, 70, 50),
                                   f"{_LANES} order [j, i] block [k: 16] pack [1]"),
    "rows copied": (matmul(57, 64, 48),
                    f"{_LANES} order [j, k, i] block [k: 16] pack [1]"),
    "f64": (matmul(57, 64, 40, "f64", "b"),
            "vector [j: 8] tile [i: 4, j: 2] order [j, k, i] block [k: 20] pack [1]"),
    "i32": (matmul(9, 64, 40, "i32", "b"),
            "vector [j: 16] order [j, i] pack [1]"),
    "written back": (_WEIGHTS, "vector [k: 16] tile [k: 2, c: 2, r: 3] order [k, c, r] "
                          "unroll [p] writeback [c: 16] pack [1]"),
    "written back with a rest": (_WEIGHTS, "vector [k: 16] tile [c: 4] order [k, c, r] "
                                      "writeback [c: 8]"),
    "written back, lanes end inside a tile": (_FILTERS, "vector [k: 16] tile [k: 2, c: 4] "
                                         "order [k, c, r] writeback [c: 8] pack [1]"),
    "written back whole": (_WEIGHTS, "vector [k: 16] order [k, c, r] writeback [r: 3]"),
    "written back, all lanes at once": (_WEIGHTS, "vector [k: 16] tile [k: 2, c: 2] "
                                             "order [c, k, r] parallel 0 writeback [c: 8]"),
    "written back, fewer lanes than a tile": (_FILTERS, "vector [k: 16] tile [k: 3, c: 2] "
                                                   "order [c, k, r] parallel 0 writeback [c: 8]"),
    "lanes in runs of three": (_ACROSS,
                               "vector [c: 16] tile [x: 6] order [c, k, x] "
                               "block [k: 4] pack [0]"),
}


def scheduled(text, schedule):
    """`text` as it stands, its only neo.compute with `schedule`."""
    marked = text.replace("\n     : (", f' {{neo.schedule = "{schedule}"}}\n     : (')
    return f"module attributes {{neo.scheduled}} {{\n{marked}}}\n"


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("threads", [1, 2])
def test_packed_schedules_compute_the_same(name, threads):
    text, schedule = CASES[name]
    inputs = made_up_inputs(text, 3)
    want, = core.interpret(text, "main", inputs)
    got, = core.Program(scheduled(text, schedule), "main", threads).run(inputs)
    np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5)


#: Runs of 64 elements and more, as they are when a panel may begin earlier.
_EARLIER = {
    "f32": (matmul(9, 64, 128, "f32", "b"),
            f"{_LANES} order [j, k, i] block [k: 64] pack [1]"),
    "whole": (matmul(9, 64, 80, "f32", "b"), f"{_LANES} order [j, i] pack [1]"),
    "f64": (matmul(9, 32, 64, "f64", "b"),
            "vector [j: 8] tile [i: 4, j: 2] order [j, k, i] block [k: 32] pack [1]"),
}


def _displaced(array, by):
    """A copy that begins `by` elements past a cache line."""
    room = np.full(array.size + 64, np.nan, array.dtype)
    begin = -room.ctypes.data % 64 // array.itemsize + by
    copy = room[begin:begin + array.size].reshape(array.shape)
    copy[...] = array
    return copy


@pytest.mark.parametrize("name", _EARLIER)
@pytest.mark.parametrize("by", [0, 1, 4, 15])
def test_packed_operands_begin_anywhere_in_a_line(name, by):
    text, schedule = _EARLIER[name]
    inputs = made_up_inputs(text, 7)
    want, = core.interpret(text, "main", inputs)
    inputs[1] = _displaced(inputs[1], by)
    got, = core.Program(scheduled(text, schedule), "main", 1).run(inputs)
    np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5)


def _schedule_for_avx512(text, monkeypatch):
    """What is chosen for one and the same processor, wherever this runs."""
    with monkeypatch.context() as patch:
        patch.setenv("NEO_TARGET", "avx512")
        optimised = neo.canonical(text, "builtin.module(neo-optimize)")
        return neo.canonical(optimised, "builtin.module(neo-schedule)")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("text", [
    convolution((128, 256), 7, 3, 1, 1, 1), convolution((64, 256), 7, 3, 2, 1, 1),
    grouped(4, (64, 64), 8, 1)], ids=["7x7", "strided", "grouped"])
def test_weights_used_by_few_pixels_are_packed_in_the_kernel(text, monkeypatch):
    assert "pack [1]" in _schedule_for_avx512(text, monkeypatch)
    inputs = [a.astype(np.float32) for a in made_up_inputs(text, 5)]
    want, = core.interpret(text, "main", inputs)
    got, = core.Program(text, "main", 2).run(inputs)
    np.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-4)


def test_gradients_of_weights_leave_in_whole_lines(monkeypatch):
    text = operator("[k: 128, c: 64, r: 3, s: 3] sum [p: 5, q: 5]",
                    [("[c, p + r, q + s]", (64, 7, 7)), ("[k, p, q]", (128, 5, 5))],
                    (128, 64, 3, 3))
    assert "writeback [c: 16]" in _schedule_for_avx512(text, monkeypatch)
    inputs = made_up_inputs(text, 5)
    want, = core.interpret(text, "main", inputs)
    got, = core.Program(text, "main", 2).run(inputs)
    np.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-4)
