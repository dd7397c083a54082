# arithmetic.py - operators and functions on scalars
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What + - * / and the functions mean for each element type.

Literals fold, affine forms of the loops stay affine as long as they can, and
the rest becomes one arith or math operation after casting to the common type.
Division and the functions of analysis are done in floats, as in NumPy.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable

from neo.affine import Linear, of_constant
from neo.division import divided
from neo.scalars import Code, Meaningless, Operand, Value
from neo.specs import FLOATS, element_type
from neo.syntax import CONVERSIONS

_FLOAT_OPS = {"+": "arith.addf", "-": "arith.subf", "*": "arith.mulf",
              "/": "arith.divf", "max": "arith.maximumf",
              "min": "arith.minimumf"}
_INTEGER_OPS = {"+": "arith.addi", "-": "arith.subi", "*": "arith.muli",
                "max": "arith.maxsi", "min": "arith.minsi"}
_FOLDS: dict[str, Callable] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul,
    "/": operator.truediv, "//": operator.floordiv, "%": operator.mod,
    "max": max, "min": min,
}
_UNARY = {"exp": "math.exp", "log": "math.log", "sqrt": "math.sqrt",
          "rsqrt": "math.rsqrt", "tanh": "math.tanh", "erf": "math.erf",
          "sin": "math.sin", "cos": "math.cos", "floor": "math.floor",
          "ceil": "math.ceil", "log1p": "math.log1p", "expm1": "math.expm1",
          "round": "math.roundeven", "trunc": "math.trunc", "log2": "math.log2",
          "log10": "math.log10", "exp2": "math.exp2", "tan": "math.tan",
          "asin": "math.asin", "acos": "math.acos", "atan": "math.atan",
          "sinh": "math.sinh", "cosh": "math.cosh", "asinh": "math.asinh",
          "acosh": "math.acosh", "atanh": "math.atanh"}
# What whole numbers are, whatever they are rounded to.
_ROUNDINGS = ("floor", "ceil", "round", "trunc")
_PREDICATES = {  # float, integer
    "<": ("olt", "slt"), "<=": ("ole", "sle"), ">": ("ogt", "sgt"),
    ">=": ("oge", "sge"), "==": ("oeq", "eq"), "!=": ("une", "ne"),
}
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==",
             "!=": "!="}


def binary(code: Code, op: str, left: Operand, right: Operand) -> Operand:
    """`left op right`, op one of + - * / // % ** max min."""
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return _folded(op, left, right)
    if op == "**":
        return power(code, left, right)
    form = _affine(op, left, right)
    if form is not None:
        return form
    if op in ("//", "%"):
        return divided(code, op, left, right)
    dtype = code.type_of_choice(left, right) if op in ("max", "min") else \
        code.type_of(left, right)
    if dtype == "i1" and op not in ("max", "min"):
        dtype = "i64"
    if op == "/" and dtype not in FLOATS:
        dtype = code.float_type
    a, b = code.cast(left, dtype), code.cast(right, dtype)
    if dtype == "i1":  # As signed numbers true would be less than false.
        return code.binary("arith.ori" if op == "max" else "arith.andi", a, b)
    table = _FLOAT_OPS if dtype in FLOATS else _INTEGER_OPS
    return code.binary(table[op], a, b)


def _folded(op: str, left: int | float, right: int | float) -> int | float:
    try:
        if op == "**":
            return float(math.pow(left, right))
        return _FOLDS[op](left, right)
    except ZeroDivisionError:
        raise Meaningless(f"'{left} {op} {right}' divides by zero") from None
    except (OverflowError, ValueError):
        raise Meaningless(
            f"'{left} {op} {right}' has no finite value") from None


def _affine(op: str, left: Operand, right: Operand) -> Linear | None:
    """The result as a form of the loops, where it is one."""
    if not (isinstance(left, (int, Linear)) and
            isinstance(right, (int, Linear))):
        return None
    a = left if isinstance(left, Linear) else of_constant(left)
    b = right if isinstance(right, Linear) else of_constant(right)
    if op == "+":
        return a + b
    if op == "-":
        return a - b
    if op == "*" and (a.is_constant or b.is_constant):
        return b * a.constant if a.is_constant else a * b.constant
    if op in ("//", "%") and b.is_constant and b.constant > 0:
        return a.divided(op, b.constant)
    return None


def negated(code: Code, operand: Operand) -> Operand:
    if isinstance(operand, (int, float)):
        return -operand
    if isinstance(operand, Linear):
        return operand * -1
    if operand.dtype in FLOATS:
        return code.unary("arith.negf", operand)
    return binary(code, "-", 0, operand)


def power(code: Code, base: Operand, exponent: Operand) -> Operand:
    """Whole exponents of integers give integers, small ones multiply; the rest is
    math.powf."""
    is_whole = type(exponent) is int and exponent >= 0 and \
        isinstance(base, Value) and base.dtype not in FLOATS
    if isinstance(exponent, float) and exponent.is_integer():
        exponent = int(exponent)
    if isinstance(exponent, int) and 1 <= exponent <= 4:
        result = base
        for _ in range(exponent - 1):
            result = binary(code, "*", result, base)
        return result
    if is_whole:
        dtype = "i64" if base.dtype == "i1" else base.dtype
        return code.binary("math.ipowi", code.cast(base, dtype),
                           code.constant(exponent, dtype))
    a, b = as_float(code, base), as_float(code, exponent)
    return code.binary("math.powf", a, b)


def as_float(code: Code, operand: Operand) -> Value:
    if isinstance(operand, Value) and operand.dtype in FLOATS:
        return operand
    return code.cast(operand, code.float_type)


def function(code: Code, name: str, arguments: list[Operand]) -> Operand:
    """A call of one of `syntax.FUNCTIONS` but where."""
    if name == "neg":
        return negated(code, arguments[0])
    if name in CONVERSIONS:
        return code.convert(arguments[0], element_type(name))
    if name in ("bitxor", "shiftright"):
        return _on_bits(code, name, *arguments)
    if name == "pow":
        return binary(code, "**", *arguments)
    if name in ("max", "min"):
        return binary(code, name, *arguments)
    if name == "not":
        return code.binary("arith.xori", code.truth(arguments[0]),
                           code.constant(1, "i1"))
    if name in (*_ROUNDINGS, "abs") and code.type_of(*arguments) == "i1" or \
            name in _ROUNDINGS and code.type_of(*arguments) not in FLOATS:
        return arguments[0]
    if name == "atan2":
        dtype = code.type_of(*arguments)
        dtype = dtype if dtype in FLOATS else code.float_type
        return code.binary("math.atan2", *(code.cast(a, dtype) for a in arguments))
    if name == "abs" and code.type_of(*arguments) in ("i32", "i64", "index"):
        dtype = code.type_of(*arguments)
        whole = code.cast(arguments[0], "i64" if dtype == "index" else dtype)
        return code.unary("math.absi", whole)
    if name == "relu":
        return binary(code, "max", _number(code, arguments[0]), 0)
    value = as_float(code, arguments[0])
    if name == "abs":
        return code.unary("math.absf", value)
    if name == "sigmoid":
        return _sigmoid(code, value)
    return code.unary(_UNARY[name], value)


def _on_bits(code: Code, name: str, left: Operand, right: Operand) -> Value:
    """Of integers; a shift brings in zeros, and goes by a number."""
    dtype = code.type_of(left) if name == "shiftright" else \
        code.type_of(left, right)
    if dtype == "index":
        dtype = "i64"
    if dtype not in ("i32", "i64"):
        raise Meaningless(f"'{name}' is for integers, but the operands are "
                          f"{dtype}")
    if name == "shiftright" and not (
            isinstance(right, int) and 0 <= right < int(dtype[1:])):
        raise Meaningless(f"'shiftright' goes by a number from 0 to "
                          f"{int(dtype[1:]) - 1}")
    op = "arith.xori" if name == "bitxor" else "arith.shrui"
    return code.binary(op, code.cast(left, dtype), code.cast(right, dtype))


def _number(code: Code, operand: Operand) -> Operand:
    if isinstance(operand, Value) and operand.dtype == "i1":
        return code.cast(operand, "i64")
    return operand


def _sigmoid(code: Code, value: Value) -> Value:
    """1 / (1 + exp(-x)) without an exp that overflows.

    With e = exp(-|x|) it is 1 / (1 + e) for x >= 0, else e / (1 + e): the
    derivative of exp(-x) itself would be inf / inf = NaN for large -x.
    """
    one = code.constant(1, value.dtype)
    right = code.compare("oge", value, code.constant(0, value.dtype))
    fall = code.select(right, code.unary("arith.negf", value), value)
    e = code.unary("math.exp", fall)
    return code.binary("arith.divf", code.select(right, one, e),
                       code.binary("arith.addf", one, e))


def compare(code: Code, op: str, left: Operand, right: Operand) -> Value:
    """`left op right` as i1."""
    if isinstance(left, (int, float)) and not isinstance(right, (int, float)):
        op, left, right = _MIRRORED[op], right, left
    dtype = code.type_of(left, right)
    if dtype == "i1":
        dtype = "i64"
    a, b = code.cast(left, dtype), code.cast(right, dtype)
    predicate = _PREDICATES[op][dtype not in FLOATS]
    return code.compare(predicate, a, b)


def where(code: Code, condition: Operand, yes: Operand, no: Operand) -> Operand:
    """`yes` where the condition holds, else `no`."""
    dtype = code.type_of_choice(yes, no)
    if dtype == "index":
        dtype = "i64"
    return code.select(code.truth(condition), code.cast(yes, dtype),
                       code.cast(no, dtype))
