# test_kernels.py - compiled kernels against the interpreter
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What a program computes when compiled is what the interpreter computes.

Extents lie around the widths of vectors, where tiles, masks and remainders
begin and end. A failure names its seed and shows the program.
"""

import numpy as np
import pytest
from kernel_programs import (DTYPES, capsule_convolution, convolution,
                             depthwise, made_up_inputs, make_wide_program,
                             matmul, operator, reduction)
from random_programs import make_program

core = pytest.importorskip("neo._core")

WIDTHS = [1, 2, 7, 8, 15, 16, 17, 31, 33, 64, 65]
FLOATS = ["f64", "f32", "f16"]
INTEGERS = ["i64", "i32"]
TOLERANCE = {np.dtype(np.float16): 2e-2, np.dtype(np.float32): 1e-5,
             np.dtype(np.float64): 1e-12}


def compare(text, inputs, threads=1):
    expected = core.interpret(text, "main", inputs)
    results = core.Program(text, "main", threads).run(inputs)
    for want, got in zip(expected, results, strict=True):
        if want.dtype.kind in "ib":
            np.testing.assert_array_equal(got, want, err_msg=text)
        else:
            limit = TOLERANCE[want.dtype]
            np.testing.assert_allclose(got, want, rtol=limit, atol=limit,
                                       err_msg=text)


def check(text, seed=1, threads=1):
    compare(text, made_up_inputs(text, seed), threads)


@pytest.mark.parametrize("seed", range(60))
def test_random_programs(seed):
    check(make_program(1000 + seed), seed)


@pytest.mark.parametrize("seed", range(60))
def test_random_programs_of_wide_extents(seed):
    check(make_wide_program(seed), seed, threads=1 + seed % 2)


@pytest.mark.parametrize("n", WIDTHS)
def test_matmul_of_every_width(n):
    for text in (matmul(5, n, 7), matmul(n, 5, 7), matmul(5, 7, n),
                 matmul(n, n, n, "f64")):
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
    for shape in ((3, 17, 2), (2, 3, 33)):
        for axis in (0, 1, 2):
            check(reduction(kind, shape, axis, element))
    check(reduction(kind, (5, 7), None, element))
