# pointwise.py - operators on traced tensors
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Elementwise operators with NumPy's broadcasting.

`a * b + 1` on tensors records one neo.compute per operator; fusing them is the
compiler's business. The same operators serve the scalars of `neo.compute`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import numpy as np

from neo.errors import ShapeError, UsageError, describe
from neo.indices import Refused
from neo.specs import numpy_type
from neo.syntax import (Apply, Binary, Compare, Logic, Name, Node, Number,
                        Read, Statement)

Build = Callable[[Sequence[Node]], Node]


def combine(build: Build, *operands: Any) -> Any:
    """One scalar operator applied to scalars or, pointwise, to tensors."""
    from neo.builder import Scalar, as_node
    if any(isinstance(o, Scalar) for o in operands):
        return Scalar(build([as_node(o) for o in operands]))
    return _on_tensors(build, operands)


def _on_tensors(build: Build, operands: Sequence[Any]) -> Any:
    from neo.arrays import is_number
    from neo.tensor import Tensor, lifted
    names = [f"x{n}" for n in range(len(operands))]
    arrays = [o for o in operands if not is_number(o)]
    kept = [n for n, o in zip(names, operands) if not is_number(o)]
    values = lifted(arrays, kept)
    shape = broadcast([v.spec.shape for v in values])
    bound = dict(zip(kept, values))
    loops = tuple(f"d{n}" for n in range(len(shape)))
    nodes = [Number(o) if is_number(o) else
             Read(n, aligned(bound[n].spec.shape, loops))
             for n, o in zip(names, operands)]
    statement = Statement("t", loops, "=", build(nodes))
    return Tensor(recorded(statement, bound, dict(zip(loops, shape))))


def recorded(statement: Statement, bound: dict, extents: dict) -> Any:
    """Records a statement that neo itself built."""
    from neo.program import TOO_DEEP, record
    from neo.trace import require_trace
    floats = [v for v in bound.values() if v.spec.is_float]
    weak = all(v.weak for v in floats)
    try:
        record(require_trace("an operator"), statement, bound, extents)
    except Refused as refusal:
        from neo.shapes import Mismatch
        from neo.unparse import unparse
        kind = ShapeError if isinstance(refusal, Mismatch) else UsageError
        raise kind(describe(str(refusal), unparse(statement))) from None
    except RecursionError:
        raise UsageError(describe(TOO_DEEP)) from None
    result = bound[statement.result]
    result.weak = weak and result.spec.is_float
    return result


def converted(value: Any, dtype: str) -> Any:
    """The graph's tensor `value` in element type `dtype`."""
    loops = tuple(f"d{n}" for n in range(value.spec.ndim))
    read = Read("x", tuple(map(Name, loops)))
    node = Apply(np.dtype(numpy_type(dtype)).name, (read,))
    extents = dict(zip(loops, value.spec.shape))
    result = recorded(Statement("t", loops, "=", node), {"x": value}, extents)
    result.weak = False
    return result


def broadcast(shapes: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The shape that NumPy broadcasts `shapes` to."""
    result: list[int] = []
    for shape in shapes:
        result = [1] * (len(shape) - len(result)) + result
        for axis in range(1, len(shape) + 1):
            if result[-axis] == 1:
                result[-axis] = shape[-axis]
            elif shape[-axis] not in (1, result[-axis]):
                raise ShapeError(describe(
                    "shapes " + " and ".join(map(str, shapes)) + " do not "
                    "broadcast: dimensions must be equal or 1"))
    return tuple(result)


def aligned(shape: tuple[int, ...], loops: Sequence[str]) -> tuple[Node, ...]:
    """The index that reads a tensor of `shape` in the last of `loops`."""
    ours = loops[len(loops) - len(shape):]
    return tuple(Name(v) if size != 1 else Number(0)
                 for v, size in zip(ours, shape))


def _binary(op: str) -> tuple[Callable, Callable]:
    def build(nodes: Sequence[Node]) -> Node:
        return Binary(op, *nodes)
    return (lambda self, other: combine(build, self, other),
            lambda self, other: combine(build, other, self))


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
    return apply("not")(operand)


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


def apply(name: str) -> Callable:
    return lambda *operands: combine(
        lambda nodes: Apply(name, tuple(nodes)), *operands)


class Operators:
    """Python's operators for tensors and for scalars of `neo.compute`."""

    __hash__ = object.__hash__
    __add__, __radd__ = _binary("+")
    __sub__, __rsub__ = _binary("-")
    __mul__, __rmul__ = _binary("*")
    __truediv__, __rtruediv__ = _binary("/")
    __floordiv__, __rfloordiv__ = _binary("//")
    __mod__, __rmod__ = _binary("%")
    __pow__, __rpow__ = _binary("**")
    __and__, __rand__ = _logic("and", "&")
    __or__, __ror__ = _logic("or", "|")
    __xor__, __rxor__ = _no_power, _no_power
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = _no_shift
    __lt__, __le__ = _compare("<"), _compare("<=")
    __gt__, __ge__ = _compare(">"), _compare(">=")
    __eq__, __ne__ = _compare("=="), _compare("!=")  # type: ignore[assignment]
    __neg__ = apply("neg")
    __invert__ = _not
    __abs__ = apply("abs")

    def __pos__(self) -> Any:
        return self

    def __divmod__(self, other: Any) -> tuple[Any, Any]:
        return self // other, self % other
