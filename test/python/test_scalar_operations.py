# test_scalar_operations.py - every operation a body may hold, compiled
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Compiled bodies compute what the interpreter's table of operations says.

The table is `lib/Dialect/Interpreter/Scalar*.cpp`; `test_the_table_is_covered`
fails when a row has no test here.
"""

import pathlib
import re

import numpy as np
import pytest
from kernel_programs import DTYPES, operator

core = pytest.importorskip("neo._core")

ROOT = pathlib.Path(__file__).resolve().parents[2]
FLOATS = ["f64", "f32", "f16"]
INTEGERS = ["i64", "i32"]
EXTENTS = [1, 37]
TOLERANCE = {"f64": 1e-12, "f32": 3e-6, "f16": 5e-3}

UNARY = """exp exp2 expm1 log log2 log10 log1p sqrt rsqrt cbrt erf erfc sin cos
tan asin acos atan sinh cosh tanh asinh acosh atanh absf ceil floor round
roundeven trunc""".split()
BINARY = """math.powf math.atan2 math.copysign arith.addf arith.subf arith.mulf
arith.divf arith.remf arith.maximumf arith.minimumf arith.maxnumf
arith.minnumf""".split()
TERNARY = ["math.fma", "math.clampf"]
PREDICATES = {"f": "oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno",
              "i": "eq ne slt sle sgt sge ult ule ugt uge"}
TESTS = ["isnan", "isinf", "isfinite"]
INTEGER_BINARY = """arith.addi arith.subi arith.muli arith.andi arith.ori
arith.xori arith.maxsi arith.minsi arith.maxui arith.minui math.ipowi""".split()
INTEGER_UNARY = ["absi", "ctlz", "cttz", "ctpop"]
BY_CONSTANT = """divsi divui remsi remui floordivsi ceildivsi ceildivui shli
shrsi shrui""".split()
CASTS = """extf truncf extsi extui trunci sitofp uitofp fptosi fptoui
    bitcast""".split()
OTHERS = ["arith.negf", "arith.cmpf", "arith.cmpi", "arith.select",
          "math.fpowi", "arith.index_cast", "arith.index_castui"]


def check(body, arrays, element, result=None):
    n = arrays[0].size
    text = operator(f"[i: {n}]", [("[i]", (n,))] * len(arrays),
                    f"tensor<{n}x{result or element}>", element, body)
    want, = core.interpret(text, "main", arrays)
    got, = core.Program(text, "main", 1).run(arrays)
    if want.dtype.kind in "ib":
        np.testing.assert_array_equal(got, want, err_msg=text)
    else:
        limit = max(TOLERANCE.get(type_, 0) for type_ in (element, result))
        np.testing.assert_allclose(got, want, rtol=limit, atol=limit,
                                   err_msg=text)


def fractions(n, element, seed, shift=0.0):
    values = np.random.default_rng(seed).random(n) * 0.9 + 0.05 + shift
    return values.astype(DTYPES[element])


def integers(n, element, seed, low=-99, high=99):
    values = np.random.default_rng(seed).integers(low, high, n)
    return values.astype(DTYPES[element])


def special(n, element, seed):
    values = [0.0, -0.0, 1.0, -1.5, np.nan, np.inf, -np.inf]
    return np.random.default_rng(seed).choice(values, n).astype(DTYPES[element])


@pytest.mark.parametrize("element", FLOATS)
@pytest.mark.parametrize("name", UNARY)
def test_function(name, element):
    shift = 1.0 if name == "acosh" else 0.0
    check(f"%r = math.{name} %x0 : {{1}}", [fractions(37, element, 1, shift)],
          element)


FAR = {"exp": 80, "exp2": 100, "expm1": 80, "tanh": 50, "erf": 8, "erfc": 5,
       "atan": 1e5, "asinh": 1e5, "sinh": 80, "cosh": 80, "sin": 1e5,
       "cos": 1e5, "cbrt": 1e30}
FAR_POSITIVE = {"log": 1e30, "log2": 1e30, "log10": 1e30, "log1p": 1e30,
                "sqrt": 1e30, "rsqrt": 1e30}


@pytest.mark.parametrize("element", ["f64", "f32"])
@pytest.mark.parametrize("name,far", [*FAR.items(), *FAR_POSITIVE.items()])
def test_function_far_from_zero(name, far, element):
    x = np.geomspace(1e-6, 1, 37) * far
    if name in FAR:
        x[::2] *= -1
    check(f"%r = math.{name} %x0 : {{1}}", [x.astype(DTYPES[element])], element)


@pytest.mark.parametrize("element", ["f64", "f32"])
@pytest.mark.parametrize("name", ["exp", "exp2", "expm1", "log", "log2",
                                  "log1p", "sqrt", "tanh", "erf", "sin", "cos",
                                  "atan"])
def test_function_of_special_values(name, element):
    x = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e30, -1e30])
    check(f"%r = math.{name} %x0 : {{1}}", [x.astype(DTYPES[element])], element)


@pytest.mark.parametrize("element", INTEGERS)
def test_loop_value(element):
    zeros = [np.zeros(37, DTYPES[element])]
    for name in ("index_cast", "index_castui"):
        check("%i = neo.index 0 : index\n%c = arith.constant 3 : index\n"
              "%m = arith.remui %i, %c : index\n"
              f"%r = arith.{name} %m : index to {{1}}", zeros, element)


@pytest.mark.parametrize("element", FLOATS)
@pytest.mark.parametrize("name", BINARY)
def test_function_of_two(name, element):
    check(f"%r = {name} %x0, %x1 : {{1}}",
          [fractions(37, element, 1), fractions(37, element, 2)], element)


@pytest.mark.parametrize("element", FLOATS)
@pytest.mark.parametrize("n", EXTENTS)
def test_other_functions(element, n):
    low, x, high = (fractions(n, element, i, shift)
                    for i, shift in enumerate((-0.2, 0.0, 0.3)))
    check("%r = math.fma %x0, %x1, %x2 : {1}", [x, low, high], element)
    check("%r = math.clampf %x0 to [%x1, %x2] : {1}", [x, low, high], element)
    check("%r = arith.negf %x0 : {1}", [special(n, element, 1)], element)
    for name in TESTS:
        check(f"%r = math.{name} %x0 : {{1}}", [special(n, element, 1)],
              element, "i1")


@pytest.mark.parametrize("element", FLOATS)
@pytest.mark.parametrize("exponent", [-3, 0, 1, 2, 5])
def test_integer_power_of_a_float(element, exponent):
    x = fractions(37, element, 1, 0.5)
    check(f"%c = arith.constant {exponent} : i32\n"
          "%r = math.fpowi %x0, %c : {1}, i32", [x], element)
    check("%i = neo.index 0 : index\n%c = arith.constant 9 : i32\n"
          "%e = arith.index_cast %i : index to i32\n"
          "%s = arith.remsi %e, %c : i32\n"
          "%r = math.fpowi %x0, %s : {1}, i32", [-x], element)


@pytest.mark.parametrize("element", [*FLOATS, *INTEGERS])
def test_comparison_and_select(element):
    letter, n = element[0], 37
    arrays = [special(n, element, seed) if letter == "f"
              else integers(n, element, seed, -2, 3) for seed in (1, 2)]
    for predicate in PREDICATES[letter].split():
        compare = f"arith.cmp{letter} {predicate}, %x0, %x1 : {{1}}"
        check(f"%r = {compare}", arrays, element, "i1")
    check(f"%t = {compare}\n%r = arith.select %t, %x0, %x1 : {{1}}", arrays,
          element)


@pytest.mark.parametrize("element", INTEGERS)
@pytest.mark.parametrize("name", INTEGER_BINARY)
def test_integer_operation(name, element):
    check(f"%r = {name} %x0, %x1 : {{1}}",
          [integers(37, element, 1, -9, 10), integers(37, element, 2, -9, 10)],
          element)


@pytest.mark.parametrize("element", INTEGERS)
@pytest.mark.parametrize("name", BY_CONSTANT)
def test_integer_operation_by_a_constant(name, element):
    for constant in (3, 5):
        check(f"%c = arith.constant {constant} : {{1}}\n"
              f"%r = arith.{name} %x0, %c : {{1}}", [integers(37, element, 1)],
              element)


@pytest.mark.parametrize("element", INTEGERS)
@pytest.mark.parametrize("name", INTEGER_UNARY)
def test_integer_function(name, element):
    check(f"%r = math.{name} %x0 : {{1}}", [integers(37, element, 1)], element)


def casts():
    sizes = {"f64": 64, "f32": 32, "f16": 16, "i64": 64, "i32": 32, "i1": 1}
    for a in sizes:
        for b in sizes:
            if a[0] == b[0] and a != b:
                kind = "f" if a[0] == "f" else "i"
                names = (["truncf"] if kind == "f" else ["trunci"]) \
                    if sizes[a] > sizes[b] else \
                    ["extf"] if kind == "f" else ["extsi", "extui"]
            elif a[0] == "i" and b[0] == "f":
                names = ["sitofp", "uitofp"]
            elif a[0] == "f" and b in INTEGERS:
                names = ["fptosi", "fptoui"]
            else:
                names = []
            if a[0] != b[0] and sizes[a] == sizes[b]:
                names.append("bitcast")
            yield from ((name, a, b) for name in names)


@pytest.mark.parametrize("name,source,target", list(casts()))
def test_cast(name, source, target):
    low = 0 if name in ("uitofp", "fptoui") else -20
    values = integers(37, "i64", 1, *((0, 2) if source == "i1" else (low, 20)))
    values = values / 4 if source[0] == "f" else values
    check(f"%r = arith.{name} %x0 : {source} to {target}",
          [values.astype(DTYPES[source])], source, target)


@pytest.mark.parametrize("element", FLOATS[:2])
def test_bfloat16_inside_a_body(element):
    check("%h = arith.truncf %x0 : {1} to bf16\n%s = arith.addf %h, %h : bf16\n"
          "%r = arith.extf %s : bf16 to {1}", [fractions(37, element, 1)],
          element)


def table() -> set[str]:
    """The operations that a body may hold."""
    folder = ROOT / "lib" / "Dialect" / "Interpreter"
    row = re.compile(r'"((?:arith|math)\.\w+)"')
    return {name for file in folder.glob("Scalar*.cpp")
            for name in row.findall(file.read_text())}


def test_the_table_is_covered():
    tested = {f"math.{name}" for name in UNARY + TESTS + INTEGER_UNARY}
    tested |= {f"arith.{name}" for name in BY_CONSTANT + CASTS}
    tested |= {*BINARY, *TERNARY, *INTEGER_BINARY, *OTHERS}
    assert table() - tested == set()


def test_every_operation_goes_through_stock_mlir():
    """Each row has its line in test/Conversion/NeoToLinalg/run_*.mlir."""
    folder = ROOT / "test" / "Conversion" / "NeoToLinalg"
    text = "\n".join(f.read_text() for f in folder.glob("run_*.mlir"))
    missing = {name for name in table() if f"{name} " not in text}
    assert missing == set()


def test_the_documentation_lists_the_table():
    text = (ROOT / "docs" / "Dialect.md").read_text()
    listed = text[text.index("## What a body may hold"):]
    listed = set(re.findall(r"\w+", listed[:listed.index("## Constraints")]))
    missing = {name for name in table() if name.split(".")[1] not in listed}
    assert missing == set()
