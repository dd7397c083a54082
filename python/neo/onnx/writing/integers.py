# integers.py - the operations of integers as operators of ONNX
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Division, order and shifts of integers, with a sign and without.

ONNX divides towards zero and has no bits of a number without its sign, so the other
roundings follow from what a division leaves, and unsigned numbers are those of i64:

    a floordivsi b      q = Div(a, b), less 1 where a - q * b is of another sign than b
    a ult b, of i32     Less(a & 0xffffffff, b & 0xffffffff), both in i64
    a ult b, of i64     Less(a ^ 2**63, b ^ 2**63), of which the sign is the top bit
    a divui b, of i64   twice the quotient of a's half, and 1 where that leaves b or more

Source: Warren, Hacker's Delight, sections 2-12 and 9-3.
"""

from __future__ import annotations

from collections.abc import Callable

from neo.onnx.writing.graph import Made
from neo.onnx.writing.scalars import At, Record, converted, scalar

_ORDER = {"lt": "Less", "le": "LessOrEqual", "gt": "Greater", "ge": "GreaterOrEqual"}
_BITS = {"i1": 1, "i8": 8, "i32": 32, "i64": 64}
_LEAST = -2**63


def _rest(at: At, a: Made, b: Made, quotient: Made) -> Made:
    return at("Sub", a, at("Mul", quotient, b))


def _step(at: At, condition: Made, like: Made) -> Made:
    """1 where `condition` holds, else 0."""
    return at.graph.cast(condition, like.dtype)


def _negative(at: At, a: Made) -> Made:
    return at("Sub", at.number(0, a), a)


def _zero(at: At, a: Made) -> Made:
    return at("Sub", a, a)


def _signed(by_minus_one: Callable[[At, Made], Made]) -> Callable[[Record], Record]:
    """A division as runtimes can do it: not all divide bytes, which are words then; and
    the least integer by -1 ends a process that leaves it to the processor."""
    def guard(record: Record) -> Record:
        def guarded(at: At, a: Made, b: Made) -> Made:
            if at.graph.number_of(b) == -1:
                return by_minus_one(at, a)
            if a.dtype != "i8":
                return record(at, a, b)
            wide = (at.graph.cast(each, "i32") for each in (a, b))
            return at.graph.cast(record(at, *wide), "i8")

        return guarded

    return guard


@scalar("divsi")
@_signed(_negative)
def division(at: At, a: Made, b: Made) -> Made:
    return at("Div", a, b)


@scalar("remsi")
@_signed(_zero)
def remainder(at: At, a: Made, b: Made) -> Made:
    """With the sign of the dividend."""
    return _rest(at, a, b, at("Div", a, b))


def _rounded(differ: bool, by: str) -> Record:
    """The quotient, corrected by 1 where it was rounded the other way: where the signs
    of what is left and of the divisor do `differ`, or where they do not."""
    def record(at: At, a: Made, b: Made) -> Made:
        quotient, zero = at("Div", a, b), at.number(0, a)
        rest = _rest(at, a, b, quotient)
        signs = at("Xor", at("Less", rest, zero, dtype="i1"),
                   at("Less", b, zero, dtype="i1"))
        left = at("Not", at("Equal", rest, zero, dtype="i1"))
        wrong = at("And", left, signs if differ else at("Not", signs))
        return at(by, quotient, _step(at, wrong, quotient))

    return _signed(_negative)(record)


floor_division = scalar("floordivsi")(_rounded(differ=True, by="Sub"))
scalar("ceildivsi")(_rounded(differ=False, by="Add"))


def _extended(at: At, x: Made) -> Made:
    """An unsigned number in i64."""
    wide = at.graph.cast(x, "i64")
    if x.dtype in ("i1", "i64"):
        return wide
    return at("BitwiseAnd", wide, at.number(2**_BITS[x.dtype] - 1, wide))


def _ordered(at: At, x: Made) -> Made:
    """A number of i64 that is ordered with its sign as `x` without."""
    x_wide = _extended(at, x)
    if x.dtype != "i64":
        return x_wide
    return at("BitwiseXor", x_wide, at.number(_LEAST, x_wide))


def _reaches(at: At, a: Made, b: Made) -> Made:
    """a >= b, without signs."""
    return at("GreaterOrEqual", _ordered(at, a), _ordered(at, b), dtype="i1")


@scalar("cmpi")
def compare(at: At, a: Made, b: Made, said: str) -> Made:
    if said in ("eq", "ne"):
        equal = at("Equal", a, b, dtype="i1")
        return equal if said == "eq" else at("Not", equal)
    if said.startswith("u"):
        a, b = _ordered(at, a), _ordered(at, b)
    elif a.dtype == "i1":  # As signed numbers true is -1.
        a, b = at.graph.cast(b, "i32"), at.graph.cast(a, "i32")
    return at(_ORDER[said[1:]], a, b, dtype="i1")


def _unsigned(*names: str) -> Callable[[Record], Record]:
    """Registers a record for operands of i64; narrower ones are extended to it."""
    def add(record: Record) -> Record:
        def extended(at: At, a: Made, b: Made) -> Made:
            wide = record(at, _extended(at, a), _extended(at, b))
            return at.graph.cast(wide, a.dtype)

        return scalar(*names)(extended)

    return add


@_unsigned("maxui")
def greater(at: At, a: Made, b: Made) -> Made:
    return at("Where", _reaches(at, a, b), a, b)


@_unsigned("minui")
def less(at: At, a: Made, b: Made) -> Made:
    return at("Where", _reaches(at, a, b), b, a)


def _half(at: At, x: Made) -> Made:
    """x floordiv 2, without its sign."""
    found = floor_division(at, x, at.number(2, x))
    return at("BitwiseAnd", found, at.number(-_LEAST - 1, found))


def _quotient(at: At, a: Made, b: Made) -> Made:
    """Divisors that need all bits are in `a` once or not at all; for these, and for 0,
    what is divided by is 1."""
    one = at.number(1, b)
    positive = at("Greater", b, at.number(0, b), dtype="i1")
    halves = at("Div", _half(at, a), at("Where", positive, b, one))
    twice = at("Mul", halves, at.number(2, halves))
    more = _reaches(at, _rest(at, a, b, twice), b)
    whole = at("Add", twice, _step(at, more, twice))
    return at("Where", positive, whole, _step(at, _reaches(at, a, b), whole))


@_unsigned("divui")
def unsigned_division(at: At, a: Made, b: Made) -> Made:
    return _quotient(at, a, b)


@_unsigned("remui")
def unsigned_remainder(at: At, a: Made, b: Made) -> Made:
    return _rest(at, a, b, _quotient(at, a, b))


@_unsigned("ceildivui")
def unsigned_ceiling(at: At, a: Made, b: Made) -> Made:
    quotient = _quotient(at, a, b)
    rest = _rest(at, a, b, quotient)
    exact = at("Equal", rest, at.number(0, rest), dtype="i1")
    return at("Add", quotient, _step(at, at("Not", exact), quotient))


def _shift(at: At, x: Made, by: Made) -> tuple[Made, int]:
    """The number of bits of a constant shift, and a power of two of it."""
    bits = at.graph.number_of(by)
    most = 31 if x.dtype == "i32" else 63
    if bits is None or x.dtype not in ("i32", "i64") or not 0 <= bits < most:
        raise NotImplementedError("ONNX shifts no numbers that have a sign, and by a "
                                  "constant alone it is a division")
    return at.number(2**int(bits), x), int(bits)


@scalar("shli")
def shift_left(at: At, x: Made, by: Made) -> Made:
    return at("Mul", x, _shift(at, x, by)[0])


@scalar("shrsi")
def shift_right(at: At, x: Made, by: Made) -> Made:
    return floor_division(at, x, _shift(at, x, by)[0])


@scalar("shrui")
def shift_right_without_sign(at: At, x: Made, by: Made) -> Made:
    """The bits that come in on the left are zeros."""
    divisor, bits = _shift(at, x, by)
    if not bits:
        return x
    mask = 2**(_BITS[x.dtype] - bits) - 1
    return at("BitwiseAnd", floor_division(at, x, divisor), at.number(mask, x))


@converted("extui")
def extend(at: At, x: Made, dtype: str) -> Made:
    return at.graph.cast(_extended(at, x), dtype)


@converted("uitofp")
def to_float(at: At, x: Made, dtype: str) -> Made:
    """Numbers with the top bit set are halved, their last bit kept for the rounding."""
    if x.dtype != "i64":
        return at.graph.cast(_extended(at, x), dtype)
    last = at("BitwiseAnd", x, at.number(1, x))
    halved = at.graph.cast(at("BitwiseOr", _half(at, x), last), dtype)
    negative = at("Less", x, at.number(0, x), dtype="i1")
    return at("Where", negative, at("Mul", halved, at.number(2, halved)),
              at.graph.cast(x, dtype))
