# scalars.py - the body's operations on scalars
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Typed scalar code, one line per operation, equal lines only once.

A value is an SSA name with a type, a literal that takes the type of what it
meets, or an affine form of the loops that is only materialised when used.
"""

from __future__ import annotations

import math

from dataclasses import dataclass

from neo.affine import Divided, Linear
from neo.specs import FLOATS, bounds_of


class Meaningless(Exception):
    """The refusal as a message; the caller adds the place."""


@dataclass(frozen=True)
class Value:
    """`name` of type `dtype` ('index' for loop values)."""

    name: str
    dtype: str


# A literal, a loop form, or a computed value.
Operand = int | float | Linear | Value

_INTEGER_RANK = {"i1": 0, "i32": 1, "i64": 2}
_INTEGER_BITS = {"i8": 8, "i32": 32, "i64": 64}
_FLOAT_BITS = {"f64": 64, "f32": 32, "f16": 16, "bf16": 16}
_SPECIAL = {  # inf, nan: sign-less bit patterns per type
    "f64": (0x7FF0000000000000, 0x7FF8000000000000, 64),
    "f32": (0x7F800000, 0x7FC00000, 32),
    "f16": (0x7C00, 0x7E00, 16),
    "bf16": (0x7F80, 0x7FC0, 16),
}


def literal(value: int | float, dtype: str) -> str:
    """A number as MLIR writes it in this element type."""
    if dtype == "i1":
        return "true" if value else "false"
    if dtype not in FLOATS:
        return str(int(value))
    value = float(value)
    if value != value or value in (float("inf"), float("-inf")):
        infinity, nan, width = _SPECIAL[dtype]
        bits = nan if value != value else infinity
        bits |= (value < 0) << (width - 1)
        return f"0x{bits:0{width // 4}X}"
    text = repr(value)
    if "e" in text and "." not in text:
        text = text.replace("e", ".0e")
    return text


def pad_literal(value: int | float, dtype: str) -> str:
    """A pad as a neo.compute writes it: special values by name."""
    if dtype in FLOATS and not math.isfinite(value):
        return str(float(value))
    return literal(value, dtype)


def _whole(number: float, dtype: str) -> int:
    """The integer of a type that a float becomes; i8 by way of i32, whose high bits it
    loses."""
    low, high = bounds_of("i32" if dtype == "i8" else dtype)
    if math.isnan(number):
        return 0
    whole = low if number < low else high if number > high else int(number)
    return (whole + 128) % 256 - 128 if dtype == "i8" else whole


class Code:
    """The lines of a body under construction."""

    def __init__(self, loops: dict[str, int], float_type: str, integer_type: str):
        """`float_type` is that of functions; `integer_type` that of integers where
        nothing else has a type."""
        self.loops = loops
        self.float_type = float_type
        self.integer_type = integer_type
        self.lines: list[str] = []
        self._known: dict[str, str] = {}

    def emit(self, operation: str, dtype: str) -> Value:
        """The value of `operation`, reusing an equal earlier line."""
        if operation not in self._known:
            self._known[operation] = f"%{len(self._known)}"
            self.lines.append(f"{self._known[operation]} = {operation}")
        return Value(self._known[operation], dtype)

    def constant(self, value: int | float, dtype: str) -> Value:
        if dtype == "i32" and not -2**31 <= value < 2**31:
            raise Meaningless(f"{value} does not fit an i32: convert the "
                              "operand to int64 with .astype")
        if dtype == "i8" and not -2**7 <= value < 2**7:
            raise Meaningless(f"{value} does not fit an i8: those are -128 to 127")
        if dtype in ("i64", "index") and not -2**63 <= value < 2**63:
            raise Meaningless(f"{value} does not fit an i64: write it as a "
                              "float")
        try:
            text = literal(value, dtype)
        except OverflowError:
            raise Meaningless("an integer is too large for a float: write "
                              "inf, or scale the operands") from None
        suffix = "" if dtype == "i1" else f" : {dtype}"
        return self.emit(f"arith.constant {text}{suffix}", dtype)

    def binary(self, op: str, left: Value, right: Value) -> Value:
        return self.emit(f"{op} {left.name}, {right.name} : {left.dtype}",
                         left.dtype)

    def unary(self, op: str, value: Value) -> Value:
        return self.emit(f"{op} {value.name} : {value.dtype}", value.dtype)

    def compare(self, op: str, left: Value, right: Value) -> Value:
        kind = "cmpf" if left.dtype in FLOATS else "cmpi"
        return self.emit(f"arith.{kind} {op}, {left.name}, {right.name} : "
                         f"{left.dtype}", "i1")

    def select(self, condition: Value, yes: Value, no: Value) -> Value:
        return self.emit(f"arith.select {condition.name}, {yes.name}, "
                         f"{no.name} : {yes.dtype}", yes.dtype)

    # Types

    def type_of(self, *operands: Operand) -> str:
        """The common type; that of numbers when all are literals."""
        kinds = {o.dtype for o in operands if isinstance(o, Value)}
        kinds |= {"index" for o in operands if isinstance(o, Linear)}
        floats = [k for k in kinds if k in FLOATS]
        if floats:
            return floats[0]
        if any(isinstance(o, float) for o in operands):
            return self.float_type
        if not kinds:
            return self.integer_type
        integers = [k for k in kinds if k in _INTEGER_RANK]
        if kinds == {"i1"} and any(type(o) is int and o not in (0, 1)
                                   for o in operands):
            return "i64"  # No truth value is -1 or 5.
        # Bytes are computed with as i64, but beside i32 as that.
        if "i8" in kinds and set(integers) <= {"i1"}:
            return "i64"
        return max(integers, key=_INTEGER_RANK.__getitem__, default="index")

    def type_of_choice(self, *operands: Operand) -> str:
        """The type of what is one of the operands: bytes stay bytes, beside truth values
        and numbers that are bytes, too."""
        kinds = {o.dtype if isinstance(o, Value) else type(o) for o in operands}
        fits = all(-2**7 <= o < 2**7 for o in operands if isinstance(o, int))
        return "i8" if "i8" in kinds and kinds <= {"i8", "i1", int, bool} and fits else \
            self.type_of(*operands)

    def cast(self, operand: Operand, dtype: str) -> Value:
        """`operand` in element type `dtype`."""
        if isinstance(operand, (int, float)):
            return self.constant(operand, dtype)
        if isinstance(operand, Linear):
            if operand.is_constant:
                return self.constant(operand.constant, dtype)
            operand = self.loop_value(operand)
        if operand.dtype == dtype:
            return operand
        if dtype == "i1":
            return self.truth(operand)
        return self._cast_up(operand, dtype)

    def _cast_up(self, value: Value, dtype: str) -> Value:
        if value.dtype == "index":
            width = dtype if dtype == "i32" else "i64"
            value = self._cast("arith.index_cast", value, width)
            return self.cast(value, dtype)
        if dtype == "index":
            whole = self.cast(value, "i64")
            return self._cast("arith.index_cast", whole, dtype)
        unsigned = value.dtype == "i1"
        if dtype in FLOATS:
            op = "arith.uitofp" if unsigned else "arith.sitofp"
        else:
            op = "arith.extui" if unsigned else "arith.extsi"
        return self._cast(op, value, dtype)

    def _cast(self, op: str, value: Value, dtype: str) -> Value:
        return self.emit(f"{op} {value.name} : {value.dtype} to {dtype}", dtype)

    def convert(self, operand: Operand, dtype: str) -> Value:
        """`operand` in element type `dtype`, as NumPy's astype does: floats
        lose their fraction, integers their high bits. Floats beyond the integers
        become the nearest one, NaN 0."""
        if isinstance(operand, float) and dtype not in (*FLOATS, "i1"):
            operand = _whole(operand, dtype)
        if isinstance(operand, Linear) and dtype == "i8":
            operand = self.cast(operand, "i64")
        if not isinstance(operand, Value) or dtype == "i1":
            return self.cast(operand, dtype)
        source = operand.dtype
        if source not in FLOATS:
            narrows = _INTEGER_BITS.get(source, 0) > \
                _INTEGER_BITS.get(dtype, 64)
            return self._cast("arith.trunci", operand, dtype) if narrows \
                else self.cast(operand, dtype)
        if dtype == "i8":  # What lies outside wraps, as in NumPy: i8 itself would not.
            return self._cast("arith.trunci", self.convert(operand, "i32"), dtype)
        if dtype not in FLOATS:
            return self._cast("arith.fptosi", operand, dtype)
        if source == dtype:
            return operand
        if _FLOAT_BITS[source] == _FLOAT_BITS[dtype]:  # The halves.
            operand = self._cast("arith.extf", operand, "f32")
            return self._cast("arith.truncf", operand, dtype)
        wider = _FLOAT_BITS[source] < _FLOAT_BITS[dtype]
        return self._cast("arith.extf" if wider else "arith.truncf", operand,
                          dtype)

    def truth(self, operand: Operand) -> Value:
        """`operand` as a condition: itself, or operand != 0."""
        if isinstance(operand, (int, float)):
            return self.constant(bool(operand), "i1")
        value = self.loop_value(operand) if isinstance(operand, Linear) \
            else operand
        if value.dtype == "i1":
            return value
        op = "une" if value.dtype in FLOATS else "ne"
        return self.compare(op, value, self.constant(0, value.dtype))

    def loop_value(self, form: Linear) -> Value:
        """The value of an affine form, of type index."""
        total: Value | None = None
        for atom, factor in form.terms:
            value = self._atom(atom)
            if factor != 1:
                value = self.binary("arith.muli", value,
                                    self.constant(factor, "index"))
            total = value if total is None else \
                self.binary("arith.addi", total, value)
        if total is None:
            return self.constant(form.constant, "index")
        if form.constant:
            total = self.binary("arith.addi", total,
                                self.constant(form.constant, "index"))
        return total

    def _atom(self, atom: str | Divided) -> Value:
        if isinstance(atom, str):
            return self.emit(f"neo.index {self.loops[atom]} : index", "index")
        value = self.loop_value(atom.form)
        divisor = self.constant(atom.divisor, "index")
        quotient = self.binary("arith.floordivsi", value, divisor)
        if atom.op == "//":
            return quotient
        return self.binary("arith.subi", value,
                           self.binary("arith.muli", quotient, divisor))
