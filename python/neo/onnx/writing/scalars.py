# scalars.py - the operations of a body as operators of ONNX
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""One record for each scalar operation: the ONNX operators for tensors that broadcast.

    @scalar("log2")
    def binary_logarithm(at, x):
        return at("Div", at("Log", x), at.number(math.log(2), x))

Most have an operator of ONNX, of the same meaning; some are composed, so that they are
as exact as neo's. An operation without a record is refused. Those of integers alone
are in integers.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from neo.onnx.writing.graph import Graph, Made, broadcast

Record = Callable[..., Made]
RECORDS: dict[str, Record] = {}

# Operations that are one operator of ONNX on the same operands.
_SAME = {
    "Add": "addf addi", "Sub": "subf subi", "Mul": "mulf muli", "Div": "divf",
    "Neg": "negf", "Max": "maximumf maxsi", "Min": "minimumf minsi",
    "Exp": "exp", "Log": "log", "Sqrt": "sqrt", "Erf": "erf", "Sin": "sin", "Cos": "cos",
    "Tan": "tan", "Asin": "asin", "Acos": "acos", "Atan": "atan", "Sinh": "sinh",
    "Cosh": "cosh", "Tanh": "tanh", "Asinh": "asinh", "Acosh": "acosh",
    "Atanh": "atanh", "Abs": "absf absi", "Ceil": "ceil", "Floor": "floor",
    "Round": "roundeven", "Pow": "powf fpowi",
}
_COMPARISONS = {
    "oeq ueq": "Equal", "olt ult": "Less", "ole ule": "LessOrEqual",
    "ogt ugt": "Greater", "oge uge": "GreaterOrEqual", "one une": "Equal",
}


class At:
    """Adds operators whose results have the shape that their operands broadcast to."""

    def __init__(self, graph: Graph):
        self.graph = graph

    def __call__(self, operator: str, *inputs: Made, dtype: str = "",
                 **attributes: Any) -> Made:
        shape = broadcast(*(i.shape for i in inputs))
        return self.graph.node(operator, inputs, shape, dtype or inputs[-1].dtype,
                               **attributes)

    def number(self, value: int | float, like: Made) -> Made:
        """A number of the element type of `like`."""
        return self.graph.constant(value, like.dtype)


def scalar(*names: str) -> Callable[[Record], Record]:
    """Registers the decorated function for operations of arith or math."""
    def add(record: Record) -> Record:
        RECORDS.update(dict.fromkeys(names, record))
        return record

    return add


def _same(operator: str) -> Record:
    def record(at: At, *operands: Made) -> Made:
        return at(operator, *operands, dtype=operands[0].dtype)

    return record


for _operator, _names in _SAME.items():
    scalar(*_names.split())(_same(_operator))


@scalar("maximumf")
def maximum(at: At, a: Made, b: Made) -> Made:
    """A maximum with 0 is a Relu."""
    for x, other in ((a, b), (b, a)):
        number = at.graph.number_of(other)
        if number == 0 and broadcast(x.shape, other.shape) == x.shape:
            return at("Relu", x)
    return at("Max", a, b)


@scalar("cmpf")
def compare(at: At, a: Made, b: Made, said: str) -> Made:
    operator = next((o for names, o in _COMPARISONS.items() if said in names.split()),
                    None)
    if operator is None:
        raise NotImplementedError(f"no operator of ONNX compares by '{said}'")
    found = at(operator, a, b, dtype="i1")
    if said == "une":
        return at("Not", found)
    if said not in ("one", "ueq", "ult", "ule", "ugt", "uge"):
        return found
    either = at("Or", at("IsNaN", a, dtype="i1"), at("IsNaN", b, dtype="i1"))
    if said == "one":
        return at("Not", at("Or", found, either))
    return at("Or", found, either)


@scalar("select")
def select(at: At, condition: Made, yes: Made, no: Made) -> Made:
    if yes.dtype == "i1":
        return at("Or", at("And", condition, yes), at("And", at("Not", condition), no))
    return at("Where", condition, yes, no)


def _logic(on_flags: str, on_bits: str) -> Record:
    def record(at: At, a: Made, b: Made) -> Made:
        return at(on_flags if a.dtype == "i1" else on_bits, a, b)

    return record


scalar("andi")(_logic("And", "BitwiseAnd"))
scalar("ori")(_logic("Or", "BitwiseOr"))
scalar("xori")(_logic("Xor", "BitwiseXor"))


@scalar("rsqrt")
def reciprocal_root(at: At, x: Made) -> Made:
    return at("Reciprocal", at("Sqrt", x))


@scalar("exp2")
def power_of_two(at: At, x: Made) -> Made:
    return at("Pow", at.number(2, x), x)


@scalar("log1p")
def log_of_one_more(at: At, x: Made) -> Made:
    """log(u) * x / (u - 1) of u = 1 + x: the error of u is in both and cancels.

    Source: Higham, Accuracy and Stability of Numerical Algorithms, section 1.14.1.
    """
    one = at.number(1, x)
    u = at("Add", x, one)
    apart = at("Sub", u, one)
    whole = at("Or", at("Equal", u, one, dtype="i1"), at("IsInf", u, dtype="i1"))
    found = at("Mul", at("Log", u), at("Div", x, apart))
    return at("Where", whole, x, found)


@scalar("expm1")
def exp_less_one(at: At, x: Made) -> Made:
    """(u - 1) * x / log(u) of u = exp(x), by the same rule."""
    one = at.number(1, x)
    u = at("Exp", x)
    less, log = at("Sub", u, one), at("Log", u)
    near = at("Less", at("Abs", less), one, dtype="i1")
    found = at("Mul", less, at("Div", x, log))
    found = at("Where", at("Equal", u, one, dtype="i1"), x, found)
    return at("Where", near, found, less)


def _logarithm(base: int) -> Record:
    def record(at: At, x: Made) -> Made:
        return at("Div", at("Log", x), at.number(math.log(base), x))

    return record


scalar("log2")(_logarithm(2))
scalar("log10")(_logarithm(10))


@scalar("fma")
def multiply_add(at: At, a: Made, b: Made, c: Made) -> Made:
    return at("Add", at("Mul", a, b), c)


@scalar("trunc")
def truncated(at: At, x: Made) -> Made:
    negative = at("Less", x, at.number(0, x), dtype="i1")
    return at("Where", negative, at("Ceil", x), at("Floor", x))


@scalar("isnan")
def is_nan(at: At, x: Made) -> Made:
    return at("IsNaN", x, dtype="i1")


@scalar("isinf")
def is_infinite(at: At, x: Made) -> Made:
    return at("IsInf", x, dtype="i1")


@scalar("isfinite")
def is_finite(at: At, x: Made) -> Made:
    return at("Not", at("Or", at("IsNaN", x, dtype="i1"), at("IsInf", x, dtype="i1")))


@scalar("remf")
def remainder(at: At, a: Made, b: Made) -> Made:
    """With the sign of the dividend."""
    return at("Mod", a, b, fmod=1)


CONVERSIONS: set[str] = set()


def converted(*names: str) -> Callable[[Record], Record]:
    """Registers the decorated function, which takes the new type, too."""
    CONVERSIONS.update(names)
    return scalar(*names)


@converted("extf", "truncf", "extsi", "trunci", "sitofp", "fptosi", "index_cast")
def cast(at: At, x: Made, dtype: str) -> Made:
    return at.graph.cast(x, dtype)
