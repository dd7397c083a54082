# test_onnx_save_integers.py - the operations of integers in saved models
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Each operation as the operators of ONNX that stand for it, run by ONNX's evaluator and
by ONNX Runtime, beside the numbers of Python: small ones and the ends of the range."""

import itertools
import math

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="pip install onnx, as in requirements.txt")
pytest.importorskip("neo._core")

from onnx_saved import by_reference, by_runtime, check

from neo.onnx.writing.file import model_of
from neo.onnx.writing.graph import Graph, Made
from neo.onnx.writing.scalars import CONVERSIONS, RECORDS, At

TYPES = {"i8": np.int8, "i32": np.int32, "i64": np.int64}


def truncated(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


SIGNED = {"divsi": truncated, "remsi": lambda a, b: a - truncated(a, b) * b,
          "floordivsi": lambda a, b: a // b, "ceildivsi": lambda a, b: -(-a // b)}
UNSIGNED = {"divui": lambda a, b: a // b, "remui": lambda a, b: a % b,
            "ceildivui": lambda a, b: -(-a // b), "maxui": max, "minui": min}
ORDER = {"lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "gt": lambda a, b: a > b,
         "ge": lambda a, b: a >= b, "eq": lambda a, b: a == b, "ne": lambda a, b: a != b}


def pairs(dtype):
    """Numbers beside each other; no division by 0, and none that overflows."""
    least, most = np.iinfo(TYPES[dtype]).min, np.iinfo(TYPES[dtype]).max
    rng = np.random.default_rng(0)
    numbers = [least, least + 1, -7, -2, -1, 0, 1, 2, 3, 7, most - 1, most,
               *map(int, rng.integers(least, most, 6, TYPES[dtype]))]
    return [(a, b) for a, b in itertools.product(numbers, repeat=2)
            if b != 0 and (a, b) != (least, -1)]


def found(name, dtype, columns, *more, result=None):
    """What each runtime makes of one operation."""
    graph, count = Graph(), len(columns[0])
    inputs = [Made(graph.fresh(f"x{n}"), (count,), dtype) for n in range(len(columns))]
    made = RECORDS[name](At(graph), *inputs, *more)
    assert made.dtype == (result or dtype)
    output = graph.output(made, "y")
    model = model_of(graph, "operation", inputs, [output])
    model.graph.initializer.extend(onnx.numpy_helper.from_array(array, each)
                                   for each, array in graph.initialisers.items())
    onnx.checker.check_model(model, full_check=True)
    feeds = {i.name: np.array(c, TYPES[dtype]) for i, c in zip(inputs, columns)}
    yield by_reference(model, feeds)[0]
    if (by := by_runtime(model.SerializeToString(), feeds)) is not None:
        yield by[0]


def without_sign(number, dtype):
    return number % 2**(8 * np.dtype(TYPES[dtype]).itemsize)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", SIGNED)
def test_with_a_sign(name, dtype):
    cases = pairs(dtype)
    wanted = [SIGNED[name](a, b) for a, b in cases]
    for got in found(name, dtype, list(zip(*cases))):
        np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", UNSIGNED)
def test_without_a_sign(name, dtype):
    cases = pairs(dtype)
    wanted = [UNSIGNED[name](without_sign(a, dtype), without_sign(b, dtype))
              for a, b in cases]
    for got in found(name, dtype, list(zip(*cases))):
        assert [without_sign(int(g), dtype) for g in got] == wanted


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("said", [s + o for o in ORDER for s in "su" if o[0] not in "en"
                                  ] + ["eq", "ne"])
def test_comparisons(said, dtype):
    cases = pairs(dtype)
    order, unsigned = ORDER[said[-2:]], said[0] == "u"
    wanted = [order(*(without_sign(n, dtype) if unsigned else n for n in pair))
              for pair in cases]
    for got in found("cmpi", dtype, list(zip(*cases)), said, result="i1"):
        np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("dtype", TYPES)
def test_conversions_without_a_sign(dtype):
    numbers = [a for a, _ in pairs(dtype)]
    wanted = [without_sign(a, dtype) for a in numbers]
    assert {"extui", "uitofp"} <= CONVERSIONS
    for got in found("uitofp", dtype, [numbers], "f64", result="f64"):
        np.testing.assert_array_equal(got, list(map(float, wanted)))
    if dtype != "i64":
        for got in found("extui", dtype, [numbers], "i64", result="i64"):
            np.testing.assert_array_equal(got, wanted)


def test_a_top_bit_is_rounded_once():
    """2**63 + 2**39 + 1 lies above the middle of two f32."""
    number = 2**63 + 2**39 + 1
    for got in found("uitofp", "i64", [[number - 2**64]], "f32", result="f32"):
        assert got[0] == np.float32(2**63 + 2**40) and math.isfinite(got[0])


@pytest.mark.parametrize("dtype", TYPES)
def test_quotients_of_tensors(dtype):
    """As written in Python: by 0 both are 0."""
    cases = [*pairs(dtype), (5, 0), (-5, 0)]
    a, b = (np.array(column, TYPES[dtype]) for column in zip(*cases))
    check(lambda a, b: (a // b, a % b), a, b)
    check(lambda a: (a // -3, a % 3, a // -1, a % -1), a)
