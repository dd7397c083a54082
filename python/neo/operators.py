# operators.py - Python's operators on what is traced
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`a * b + 1` on tensors records one neo.compute per operator; fusing them is the
compiler's business. The same operators serve the scalars of `neo.compute`.

Either kind says in `combined` what an operator on it is. Where both meet, as in
`A[i] + total` with a tensor `total` of rank 0, the kind of the higher precedence
decides, as NumPy's `__array_priority__` does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import numpy as np

from neo.errors import UsageError, describe
from neo.pointwise import Build
from neo.syntax import Apply, Binary, Compare, Logic, Node


def combine(build: Build, *operands: Any) -> Any:
    """One operator applied to operands, of which one at least has `Operators`."""
    kinds = [type(o) for o in operands if isinstance(o, Operators)]
    return max(kinds, key=lambda kind: kind.precedence).combined(build, operands)


def _binary(op: str) -> tuple[Callable, Callable]:
    def build(nodes: Sequence[Node]) -> Node:
        return Binary(op, *nodes)
    return (lambda self, other: combine(build, self, other),
            lambda self, other: combine(build, other, self))


def _without_modulus(power: Callable) -> Callable:
    """The method of `**`; Python calls it for pow(a, b, modulus) as well."""
    def method(self: Any, other: Any, modulus: Any = None) -> Any:
        if modulus is not None:
            raise UsageError(describe(
                f"pow of a tensor takes no modulus, here {modulus!r}: write "
                "a ** b % modulus"))
        return power(self, other)

    return method


def _compare(op: str) -> Callable:
    return lambda self, other: combine(
        lambda nodes: Compare((op,), tuple(nodes)), self, other)


def _logic(op: str, sign: str) -> tuple[Callable, Callable]:
    def build(nodes: Sequence[Node]) -> Node:
        return Logic(op, tuple(nodes))

    def of(left: Any, right: Any) -> Any:
        _require_truth(sign, left, right)
        return combine(build, left, right)

    return of, lambda self, other: of(other, self)


def _not(operand: Any) -> Any:
    _require_truth("~", operand)
    return _applied("not")(operand)


def _require_truth(sign: str, *operands: Any) -> None:
    """Refuses numbers: NumPy combines their bits, which are no truth values."""
    for operand in operands:
        if isinstance(operand, (int, float)):
            operand = np.asarray(operand)
        dtype = getattr(operand, "dtype", np.bool_)
        if dtype != np.bool_:
            remedy = "write x == 0, or -x - 1 for its bits" if sign == "~" else \
                f"compare first, (a > 0) {sign} (b > 0)"
            raise UsageError(describe(
                f"'{sign}' takes truth values, not {dtype}: {remedy}"))


def _no_shift(self: Any, other: Any) -> NoReturn:
    raise UsageError(describe(
        "'<<' and '>>' shift no bits here: write x * 2**n, or x // 2**n of integers"))


def _no_power(self: Any, other: Any) -> NoReturn:
    raise UsageError(describe(
        "'^' is no power: write ** for one, or != where one of two truth values holds"))


def _applied(name: str) -> Callable:
    return lambda self: combine(lambda nodes: Apply(name, tuple(nodes)), self)


class Operators:
    """Python's operators for tensors and for scalars of `neo.compute`."""

    #: Where kinds of operands meet, the greatest computes.
    precedence = 0

    @classmethod
    def combined(cls, build: Build, operands: Sequence[Any]) -> Any:
        """The operator that `build` writes, applied to operands of any kind."""
        raise NotImplementedError

    __hash__ = object.__hash__
    __add__, __radd__ = _binary("+")
    __sub__, __rsub__ = _binary("-")
    __mul__, __rmul__ = _binary("*")
    __truediv__, __rtruediv__ = _binary("/")
    __floordiv__, __rfloordiv__ = _binary("//")
    __mod__, __rmod__ = _binary("%")
    __pow__, __rpow__ = map(_without_modulus, _binary("**"))
    __and__, __rand__ = _logic("and", "&")
    __or__, __ror__ = _logic("or", "|")
    __xor__, __rxor__ = _no_power, _no_power
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = _no_shift
    __lt__, __le__ = _compare("<"), _compare("<=")
    __gt__, __ge__ = _compare(">"), _compare(">=")
    __eq__, __ne__ = _compare("=="), _compare("!=")  # type: ignore[assignment]
    __neg__ = _applied("neg")
    __invert__ = _not
    __abs__ = _applied("abs")

    def __pos__(self) -> Any:
        return self

    def __divmod__(self, other: Any) -> tuple[Any, Any]:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> tuple[Any, Any]:
        return other // self, other % self
