# reads.py - expressions with reads become operands and scalar code
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The walk over a right-hand side.

A guarded read becomes a guarded operand. A guard around anything else guards
every read inside it, with pad 0; where that alone does not give the number
after `else`, a select on the loops does:

    (A[i] * B[j]) if i < j else 0   ->  both guarded, 0 * 0 = 0
    exp(A[i])     if i < j else 0   ->  A guarded, select(i < j, exp, 0)
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial, reduce
from math import copysign

from neo import arithmetic
from neo.affine import NotAffine, of_variable
from neo.compute import Argument, Guard, Operand
from neo.indices import Piece, Refused, guards, pieces, simplified
from neo.scalars import Code, Meaningless, Operand as Scalar, Value
from neo.specs import FLOATS, spec
from neo.syntax import (Apply, Binary, Compare, Guarded, Logic, Name, Node,
                        Number, Read)

MAX_PIECES = 64


class Body:
    """Scalar code of one right-hand side and the operands it needs."""

    def __init__(self, code: Code, specs: Mapping[str, spec],
                 loops: Sequence[str]):
        self.code = code
        self.specs = specs
        self.loops = loops
        self.operands: dict[Operand, Argument] = {}

    def value(self, node: Node, context: tuple[Guard, ...] = ()) -> Scalar:
        """The value of `node` where the guards of `context` hold."""
        try:
            return self._value(node, context)
        except (Meaningless, NotAffine) as refusal:
            raise Refused(str(refusal), node) from None

    def _value(self, node: Node, context: tuple[Guard, ...]) -> Scalar:
        if isinstance(node, Number):
            return node.value
        if isinstance(node, Name):
            return of_variable(node.name)
        if isinstance(node, Read):
            return self.read(node, context, 0)
        if isinstance(node, Guarded):
            return self.guarded(node, context)
        parts = [self.value(child, context) for child in node.children()]
        if isinstance(node, Binary):
            return arithmetic.binary(self.code, node.op, *parts)
        if isinstance(node, Compare):
            return self.chain(node, parts)
        if isinstance(node, Logic):
            op = "arith.andi" if node.op == "and" else "arith.ori"
            return self.joined(op, parts)
        if isinstance(node, Apply) and node.function == "where":
            return arithmetic.where(self.code, *parts)
        assert isinstance(node, Apply)
        return arithmetic.function(self.code, node.function, parts)

    def chain(self, node: Compare, parts: list[Scalar]) -> Scalar:
        pairs = zip(node.ops, parts, parts[1:])
        return self.joined("arith.andi", [
            arithmetic.compare(self.code, op, a, b) for op, a, b in pairs])

    def joined(self, op: str, parts: list[Scalar]) -> Value:
        total = self.code.truth(parts[0])
        for part in parts[1:]:
            total = self.code.binary(op, total, self.code.truth(part))
        return total

    # Reads

    def read(self, node: Read, context: tuple[Guard, ...],
             pad: int | float) -> Value:
        """The sum of the read's pieces, of which one is not its pad.

        Floats are added to -0.0, the only pad that changes none of them: not
        even -0.0, which 0.0 would turn into 0.0.
        """
        found = self.split(node, context)
        if len(found) > 1 and self.specs[node.tensor].dtype in FLOATS:
            pad = -0.0
        values = [self.operand(node.tensor, index, kept, pad)
                  for index, kept in found]
        if not values:
            return self.code.constant(pad, self.specs[node.tensor].dtype)
        dtype = values[0].dtype
        add = "arith.addf" if dtype in FLOATS else \
            "arith.ori" if dtype == "i1" else "arith.addi"
        return reduce(partial(self.code.binary, add), values)

    def split(self, node: Read, context: tuple[Guard, ...]
              ) -> list[tuple[tuple, tuple[Guard, ...]]]:
        """All combinations of the pieces of the read's dimensions."""
        found: list[tuple[tuple, tuple[Guard, ...]]] = [((), context)]
        for index in node.index:
            found = [(forms + (form,), kept)
                     for forms, outer in found
                     for form, inner in self.pieces(index)
                     if (kept := simplified(outer + inner)) is not None]
        if len(found) > MAX_PIECES:
            raise Refused(f"clamping splits this read into {len(found)} parts, "
                          f"more than {MAX_PIECES}: clamp in several "
                          "statements", node)
        return found

    def pieces(self, index: Node) -> list[Piece]:
        return pieces(index, self.loops)

    def operand(self, tensor: str, index: tuple, kept: tuple[Guard, ...],
                pad: int | float) -> Value:
        dtype = self.specs[tensor].dtype
        key = Operand(tensor, index, kept, pad if kept else 0)
        if key not in self.operands:
            # The dot keeps body arguments apart from the function's tensors.
            name = f"%{tensor}.{len(self.operands)}"
            self.operands[key] = Argument(name, dtype)
        return Value(self.operands[key].name, dtype)

    def guarded(self, node: Guarded, context: tuple[Guard, ...]) -> Scalar:
        inner = guards(node.condition, self.loops)
        kept = simplified(context + inner)
        if kept is None or simplified(inner) is None:
            return self.never(node, context + inner)
        if isinstance(node.value, Read):
            found = self.split(node.value, kept)
            if len(found) == 1 and not found[0][1][len(kept):]:
                self.check_pad(node, node.value)
                return self.read(node.value, kept, node.otherwise)
        value = self.value(node.value, kept)
        outside = self.value_of_pads(node.value)
        if outside is not None and _same(outside, node.otherwise):
            return value
        condition = self.value(node.condition)
        return arithmetic.where(self.code, condition, value, node.otherwise)

    def never(self, node: Guarded, contradiction: tuple[Guard, ...]) -> Scalar:
        """What is after 'else', in the type that the guarded value has."""
        if isinstance(node.value, Read):
            self.check_pad(node, node.value)
        value = self.value(node.value, contradiction)
        false = self.code.constant(0, "i1")
        return arithmetic.where(self.code, false, value, node.otherwise)

    def check_pad(self, node: Guarded, read: Read) -> None:
        dtype = self.specs[read.tensor].dtype
        if dtype not in FLOATS and isinstance(node.otherwise, float):
            raise Refused(f"'{read.tensor}' is {dtype}, so the number after "
                          "'else' must be an integer", node)
        low, high = {"i32": (-2**31, 2**31), "i8": (-2**7, 2**7), "i1": (0, 2)}.get(
            dtype, (-math.inf, math.inf))
        if dtype not in FLOATS and not low <= node.otherwise < high:
            raise Refused(f"'{read.tensor}' is {dtype}, which cannot hold the "
                          "number after 'else': convert it, (int64(T[...]) if ... "
                          f"else {node.otherwise})", node)

    def value_of_pads(self, node: Node) -> float | None:
        """What + - * of reads gives when every read gives its pad of 0."""
        if isinstance(node, Read):
            return -0.0 if len(self.split(node, ())) > 1 else 0.0
        if isinstance(node, Number):
            return float(node.value)
        if isinstance(node, Guarded) and isinstance(node.value, Read):
            return 0.0 if _same(0.0, node.otherwise) else None
        if isinstance(node, Apply) and node.function == "neg":
            inner = self.value_of_pads(node.arguments[0])
            return None if inner is None else -inner
        if isinstance(node, Binary) and node.op in "+-*":
            left = self.value_of_pads(node.left)
            right = self.value_of_pads(node.right)
            if left is not None and right is not None:
                return {"+": left + right, "-": left - right,
                        "*": left * right}[node.op]
        return None


def _same(a: float, b: int | float) -> bool:
    """Equal numbers, of equal signs where they are zero."""
    return a == b and copysign(1, a) == copysign(1, b)
