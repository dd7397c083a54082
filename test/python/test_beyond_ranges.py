# test_beyond_ranges.py - conversions and shifts whose results no processor agrees on
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Floats beyond an integer type become the nearest integer, NaN 0, and a shift by the
width or more gives 0: compiled code, constants and the interpreter agree."""

import numpy as np
import pytest

import neo
from neo import _core
from neo.specs import numpy_type

INF, NAN = np.inf, np.nan
FLOATS = [NAN, INF, -INF, 3e9, -3e9, 2147483648.0, -2147483649.0, 1e30, -1e30, 1.9, -1.9]
BOUNDS = {"int32": (-2**31, 2**31 - 1), "int64": (-2**63, 2**63 - 1)}


def nearest(x: float, name: str) -> int:
    low, high = BOUNDS[name]
    return 0 if np.isnan(x) else low if x < low else high if x > high else int(x)


@pytest.mark.parametrize("count", [len(FLOATS), 64])
@pytest.mark.parametrize("source", ["float16", "float32", "float64"])
@pytest.mark.parametrize("name", BOUNDS)
def test_data(name, source, count):
    with np.errstate(over="ignore"):
        x = np.resize(np.array(FLOATS).astype(source), count)
    convert = neo.expr(f"Y[i] = {name}(X[i])")
    expected = [nearest(float(v), name) for v in x]
    assert convert(x).tolist() == expected
    assert neo.interpret(convert, x)[0].tolist() == expected


@pytest.mark.parametrize("value", FLOATS)
def test_constants(value):
    x = np.zeros(20, np.int32)
    traced = neo.jit(lambda x: x + neo.asarray(value).astype(np.int32))
    assert set(traced(x).tolist()) == {nearest(value, "int32")}
    text = str(value)
    assert set(neo.expr(f"Y[i] = X[i] + int32({text})")(x).tolist()) \
        == {nearest(value, "int32")}


def test_a_constant_stays_inside_a_clip():
    f = neo.jit(lambda x: neo.clip(
        x.astype(np.int32) + neo.asarray(-1e10).astype(np.int32), -5, 5))
    assert set(f(np.zeros(20, np.float32)).tolist()) == {-5}


SHIFTS = """
func.func @main(%a: tensor<40x{t}>, %n: tensor<40x{t}>)
    -> (tensor<40x{t}>, tensor<40x{t}>) {{
  %0 = neo.compute [i: 40] %a[i], %n[i]
      : (tensor<40x{t}>, tensor<40x{t}>) -> tensor<40x{t}> {{
  ^bb0(%x: {t}, %y: {t}):
    %s = arith.{op} %x, %y : {t}
    neo.yield %s : {t}
  }}
  %1 = neo.compute [i: 40] %a[i] : (tensor<40x{t}>) -> tensor<40x{t}> {{
  ^bb0(%x: {t}):
    %c = arith.constant {width} : {t}
    %s = arith.{op} %x, %c : {t}
    neo.yield %s : {t}
  }}
  return %0, %1 : tensor<40x{t}>, tensor<40x{t}>
}}
"""


@pytest.mark.parametrize("op", ["shli", "shrsi", "shrui"])
@pytest.mark.parametrize("width", [8, 32, 64])
def test_shifts(op, width):
    text = SHIFTS.format(t=f"i{width}", op=op, width=width)
    dtype = np.dtype(f"int{width}")
    a = np.arange(-20, 20).astype(dtype)
    n = (np.arange(40) * 3).astype(dtype)
    found = _core.Program(text, "main", 1).run([a, n])
    expected = _core.interpret(text, "main", [a, n])
    np.testing.assert_array_equal(found[0], expected[0])
    assert not np.any(found[1]) and not np.any(found[0][n >= width])


@pytest.mark.parametrize("source", ["f16", "bf16", "f32", "f64"])
@pytest.mark.parametrize("target", ["i1", "i8", "i32", "i64"])
@pytest.mark.parametrize("op", ["fptosi", "fptoui"])
def test_every_type(op, source, target):
    text = f"""
func.func @main(%a: tensor<40x{source}>) -> tensor<40x{target}> {{
  %0 = neo.compute [i: 40] %a[i] : (tensor<40x{source}>) -> tensor<40x{target}> {{
  ^bb0(%x: {source}):
    %i = arith.{op} %x : {source} to {target}
    neo.yield %i : {target}
  }}
  return %0 : tensor<40x{target}>
}}"""
    numbers = [*FLOATS, 0.0, 0.9, -0.9, 1.0, -1.0, 127.0, 128.0, -128.5, -129.0, 255.0,
               256.0, 2.0**32, 2.0**63, 2.0**64, -2.0**63, -2.0**64]
    with np.errstate(over="ignore"):
        a = np.resize(np.array(numbers).astype(numpy_type(source)), 40)
    found = _core.Program(text, "main", 1).run([a])[0]
    np.testing.assert_array_equal(found, _core.interpret(text, "main", [a])[0])
