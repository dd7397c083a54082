# test_kernels.py - compiled kernels against the interpreter
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What a program computes when compiled is what the interpreter computes.

Extents lie around the widths of vectors, where tiles, masks and remainders
begin and end. A failure names its seed and shows the program.
"""

import pathlib
import subprocess
import sys

import numpy as np
import pytest
from kernel_programs import (DTYPES, capsule_convolution, convolution,
                             depthwise, grouped, made_up_inputs, make_wide_program,
                             matmul, operator, reduction, shift)
from random_programs import make_program

core = pytest.importorskip("neo._core")

WIDTHS = [1, 2, 7, 8, 15, 16, 17, 31, 33, 64, 65]
FLOATS = ["f64", "f32", "f16"]
INTEGERS = ["i64", "i32"]
TOLERANCE = {np.dtype(np.float16): 2e-2, np.dtype(np.float32): 1e-5,
             np.dtype(np.float64): 1e-12}


def compare(text, *several, threads=1):
    """Runs @main on each list of inputs, compiled once."""
    program = core.Program(text, "main", threads)
    pairs = [pair for inputs in several
             for pair in zip(core.interpret(text, "main", inputs),
                             program.run(inputs), strict=True)]
    for want, got in pairs:
        if want.dtype.kind in "ib":
            np.testing.assert_array_equal(got, want, err_msg=text)
        else:
            limit = TOLERANCE[want.dtype]
            np.testing.assert_allclose(got, want, rtol=limit, atol=limit,
                                       err_msg=text)


def check(text, seed=1, threads=1):
    compare(text, made_up_inputs(text, seed), threads=threads)


@pytest.mark.parametrize("seed", range(40))
def test_random_programs(seed):
    check(make_program(1000 + seed), seed)


@pytest.mark.parametrize("seed", range(40))
def test_random_programs_of_wide_extents(seed):
    check(make_wide_program(seed), seed, threads=1 + seed % 2)


@pytest.mark.parametrize("n", WIDTHS)
def test_matmul_of_every_width(n):
    for text in (matmul(5, n, 7), matmul(n, 5, 7), matmul(n, n, n, "f64")):
        check(text)


@pytest.mark.parametrize("n", WIDTHS)
@pytest.mark.parametrize("transposed", ["a", "b", "ab"])
def test_matmul_of_transposed_operands(n, transposed):
    for text in (matmul(9, n, 6, "f32", transposed),
                 matmul(n, 3, n, "f64", transposed)):
        check(text)


@pytest.mark.parametrize("element", [*FLOATS, *INTEGERS])
def test_matmul_of_every_type(element):
    for n in (3, 16, 33):
        check(matmul(n, n, n, element))


@pytest.mark.parametrize("transposed", ["", "b"])
def test_matmul_in_panels_and_blocks(transposed):
    check(matmul(64, 64, 256, "f32", transposed), threads=2)


@pytest.mark.parametrize("stride", [1, 2, 3])
@pytest.mark.parametrize("dilation", [1, 2])
@pytest.mark.parametrize("padding", [0, 1, 2])
def test_convolution(stride, dilation, padding):
    check(convolution((3, 17), 9, 3, stride, dilation, padding))
    check(convolution((2, 5), 19, 3, stride, dilation, padding), threads=2)


@pytest.mark.parametrize("element", ["f64", "f16", *INTEGERS])
def test_convolution_of_every_type(element):
    check(convolution((3, 8), 10, 3, 2, 1, 1, element))


@pytest.mark.parametrize("n", WIDTHS)
def test_depthwise_convolution(n):
    check(depthwise(3, n) if n < 33 else depthwise(1, n))
    check(depthwise(n, 5))


@pytest.mark.parametrize("stride", [2, 3, 4])
@pytest.mark.parametrize("size", [7, 15, 32, 33, 66])
def test_strided_depthwise_convolution(size, stride):
    check(depthwise(2, size, "f32", stride))
    check(depthwise(2, size, "f64", stride))


@pytest.mark.sampled(7)
@pytest.mark.parametrize("stride,dilation,padding",
                         [(1, 1, 1), (1, 2, 2), (2, 1, 1), (1, 1, 2)])
@pytest.mark.parametrize("channels", [(5, 16), (3, 32), (2, 64), (4, 40)])
def test_convolution_with_channels_in_lanes(channels, stride, dilation,
                                            padding):
    for size in (7, 13, 15, 24):
        check(convolution(channels, size, 3, stride, dilation, padding))
    check(convolution(channels, 9, 5, stride, dilation, padding, "f64"))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("padding", [0, 1])
@pytest.mark.parametrize("groups", [2, 3])
def test_grouped_convolution(groups, padding):
    for channels in ((3, 5), (4, 16), (2, 32)):
        for size in (7, 14, 17):
            check(grouped(groups, channels, size, padding))


@pytest.mark.parametrize("pose", [1, 2, 4, 8])
def test_capsule_convolution(pose):
    check(capsule_convolution((2, 3), pose))


def kinds_of(element):
    common = ["sum", "prod", "max", "min", "argmax", "argmin"]
    return ["and", "or"] if element == "i1" else \
        common + ["and", "or"] * (element in INTEGERS)


def reductions():
    return [(kind, element) for element in DTYPES for kind in kinds_of(element)]


@pytest.mark.parametrize("kind,element", reductions())
def test_reductions_along_every_axis(kind, element):
    for axis in (0, 1, 2):
        check(reduction(kind, (3, 17, 2), axis, element))
    check(reduction(kind, (3, 33), 1, element))
    check(reduction(kind, (5, 7), None, element))


SPECIAL = [0.0, -0.0, 1.0, 2.0, -1.0, np.nan, np.inf, -np.inf]


@pytest.mark.parametrize("kind", ["sum", "max", "argmax"])
@pytest.mark.parametrize("axis", [0, 1])
def test_reductions_of_what_no_cache_holds(kind, axis):
    check(reduction(kind, (640, 307), axis), threads=2)


@pytest.mark.parametrize("element", FLOATS)
@pytest.mark.parametrize("kind", ["max", "min", "argmax", "argmin"])
def test_extrema_of_ties_infinities_and_nan(kind, element):
    rng = np.random.default_rng(7)
    for shape in ((5, 40), (40, 5)):
        for axis in (0, 1):
            text = reduction(kind, shape, axis, element)
            # Ties alone, ties and NaN, infinities as well.
            inputs = [rng.choice(SPECIAL[:few], shape) for few in (3, 6, 8)]
            inputs += [np.full(shape, np.inf), np.full(shape, -np.inf)]
            compare(text, *([x.astype(DTYPES[element])] for x in inputs))


@pytest.mark.parametrize("n", [7, 16, 33])
@pytest.mark.parametrize("kind,pad", [("max", "-inf"), ("min", "inf"),
                                      ("max", "nan"), ("sum", "1.5")])
def test_pooling_with_any_pad(n, kind, pad):
    window = (f"[p + r - 1, q + s - 1] if (p + r - 1 >= 0, p + r - 1 < {n}, "
              f"q + s - 1 >= 0, q + s - 1 < {n}) else {pad}")
    check(operator(f"[p: {n}, q: {n}] {kind} [r: 3, s: 3]", [(window, (n, n))],
                   (n, n), body="%r = arith.addf %x0, %x0 : {1}"))


@pytest.mark.parametrize("channels", [8, 15, 16, 17, 33, 64, 100])
@pytest.mark.parametrize("period", [2, 3, 5])
@pytest.mark.parametrize("guard", ["if", "where"])
def test_lanes_shifted_by_remainders(channels, period, guard):
    for rows, element in ((1, "f32"), (2, "f64"), (7, "f32"), (4, "f16")):
        check(shift(rows, channels, period, guard, element))


CONDITIONS = ["k <= i", "k == i", "i + k < 5", "k mod 3 == 0",
              "i floordiv 4 == k floordiv 4", "k > 100"]


@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize("n", [7, 33])
def test_where(condition, n):
    guard = f"where ({condition})"
    for kind in ("sum", "max"):
        check(operator(f"[i: {n}] {kind} [k: {n}]", [("[i, k]", (n, n))], (n,),
                       "f32", "%r = arith.negf %x0 : {1}", guard))
        check(operator(f"[i: {n}] {kind} [k: {n}]", [("[k, i]", (n, n))], (n,),
                       "i32", "%r = arith.muli %x0, %x0 : {1}", guard))


@pytest.mark.parametrize("m,n,k", [(0, 3, 4), (3, 0, 4), (3, 17, 0), (0, 0, 0),
                                   (1, 1, 1), (1, 33, 1), (33, 1, 1)])
@pytest.mark.parametrize("element", ["f32", "f16", "i64"])
def test_extents_of_zero_and_one(m, n, k, element):
    check(matmul(m, n, k, element))


@pytest.mark.parametrize("element,pad", [("f32", "1.5"), ("i64", "3"),
                                         ("i1", "1")])
def test_an_empty_operand_is_only_pad(element, pad):
    add = "%r = arith.add{0} %x0, %x0 : {1}"
    check(operator("[i: 33]", [(f"[i] if (i < 0) else {pad}", (0,))], (33,),
                   element, add))


@pytest.mark.extended
def test_nothing_outside_the_operands_is_read():
    script = pathlib.Path(__file__).with_name("fenced_operands.py")
    done = subprocess.run([sys.executable, str(script)], capture_output=True,
                          text=True, timeout=120)
    assert done.returncode == 0, (
        f"{done.stderr}\nthe last of these:\n{done.stdout[-2000:]}")
