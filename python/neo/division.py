# division.py - // and % of integers and floats
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The quotient that is rounded down, and what it leaves, as Python and NumPy have them.

    -7 // 2 = -4         -7 % 2 = 1         a = (a // b) * b + a % b
    -7.5 // 2 = -4.0     -7.5 % 2 = 0.5     the remainder has the sign of b

Of integers a constant divisor is one operation. A divisor that varies may be 0, or -1
beside the least integer, for which a processor stops the process: magnitudes are divided
instead, as unsigned numbers, by 1 at least, and signs come afterwards. By 0 both are 0,
as in NumPy.

Of floats the remainder is exact, as fmod is: a - b * floor(a / b) has lost all digits
where a / b is large. The quotient follows from it. Whole numbers divided by a power of
two are exact, so there the short formula is right. Halves are divided as f32, as NumPy
divides them. Derivatives follow from these operations: the
quotient has none, the remainder that of a - b * q with a constant q.
"""

from __future__ import annotations

import math

from neo.affine import Linear
from neo.scalars import Code, Meaningless, Operand, Value
from neo.specs import FLOATS


def divided(code: Code, op: str, left: Operand, right: Operand) -> Value:
    """`left op right`, op one of // and %; one of both is no literal."""
    if isinstance(right, Linear) and right.is_constant:
        right = right.constant
    dtype = code.type_of(left, right)
    if dtype in ("i1", "index"):
        dtype = "i64"
    if dtype in FLOATS:
        kept = "f32" if dtype in ("f16", "bf16") else dtype
        a, b = (code.convert(code.cast(each, dtype), kept) for each in (left, right))
        short = _is_power_of_two(right)
        found = (_by_power_of_two if short else _of_floats)(code, op, a, b)
        return code.convert(found, dtype)
    if right == 0:
        raise Meaningless(f"'{op}' divides integers by zero: the divisor is an "
                          "integer other than 0, or one that varies")
    return _of_integers(code, op, code.cast(left, dtype), code.cast(right, dtype),
                        by_constant=isinstance(right, int))


def _of_integers(code: Code, op: str, a: Value, b: Value, by_constant: bool) -> Value:
    quotient = code.binary("arith.floordivsi", a, b) if by_constant else \
        _of_magnitudes(code, a, b)
    found = quotient if op == "//" else \
        code.binary("arith.subi", a, code.binary("arith.muli", quotient, b))
    if by_constant:
        return found
    zero = code.constant(0, a.dtype)
    return code.select(code.compare("eq", b, zero), zero, found)


def _of_magnitudes(code: Code, a: Value, b: Value) -> Value:
    """a // b for a divisor of unknown sign, which is taken for 1 where it is 0."""
    zero, one = code.constant(0, a.dtype), code.constant(1, a.dtype)
    size, divisor = (code.select(code.compare("slt", each, zero),
                                 code.binary("arith.subi", zero, each), each)
                     for each in (a, b))
    by = code.binary("arith.maxui", divisor, one)
    quotient = code.binary("arith.divui", size, by)
    whole = code.compare("eq", code.binary("arith.muli", quotient, by), size)
    up = code.select(whole, quotient, code.binary("arith.addi", quotient, one))
    differ = code.compare("slt", code.binary("arith.xori", a, b), zero)
    return code.select(differ, code.binary("arith.subi", zero, up), quotient)


def _of_floats(code: Code, op: str, a: Value, b: Value) -> Value:
    zero, one = code.constant(0, a.dtype), code.constant(1, a.dtype)
    towards = code.binary("arith.remf", a, b)  # Of the sign of a.
    signs = code.binary("arith.xori", code.compare("olt", towards, zero),
                        code.compare("olt", b, zero))
    differ = code.binary("arith.andi", signs, code.compare("une", towards, zero))
    if op == "%":  # Adding zero makes -0 of an exact quotient 0.
        return code.select(differ, code.binary("arith.addf", towards, b),
                           code.binary("arith.addf", towards, zero))
    near = code.binary("arith.divf", code.binary("arith.subf", a, towards), b)
    near = code.select(differ, code.binary("arith.subf", near, one), near)
    infinite = code.unary("math.floor", code.binary("arith.divf", a, b))
    return code.select(code.compare("oeq", b, zero), infinite,
                       code.unary("math.roundeven", near))


def _is_power_of_two(number: Operand) -> bool:
    return isinstance(number, (int, float)) and math.isfinite(number) and \
        number >= 1 and math.frexp(number)[0] == 0.5


def _by_power_of_two(code: Code, op: str, a: Value, b: Value) -> Value:
    # Rounded down first: a quotient of the least numbers would be 0.
    whole = code.binary("arith.divf", code.unary("math.floor", a), b)
    quotient = code.unary("math.floor", whole)
    if op == "%":
        return code.binary("arith.subf", a, code.binary("arith.mulf", quotient, b))
    unbounded = code.compare("oeq", code.unary("math.absf", a),
                             code.constant(math.inf, a.dtype))
    return code.select(unbounded, code.constant(math.nan, a.dtype), quotient)


__all__ = ["divided"]
