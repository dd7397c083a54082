# indices.py - from syntax to affine forms and guards
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Indices and conditions of reads.

An index becomes a list of *pieces*: a form and the guards under which it holds.
Without min and max there is one piece. A clamped index is split,

    A[max(i - 1, 0)]   ->   A[i - 1] if i - 1 >= 0   |   A[0] if i - 1 < 0

so that every piece is affine and exactly one of them holds at each point.
"""

from __future__ import annotations

from collections.abc import Collection

from neo.affine import Linear, NotAffine, of_constant, of_variable
from neo.compute import Guard
from neo.syntax import (Apply, Binary, Compare, Guarded, Logic, Name, Node,
                        Number, Read, Statement, walk)
from neo.unparse import unparse

Piece = tuple[Linear, tuple[Guard, ...]]
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}


class Refused(Exception):
    """A message and the node it is about; the caller adds the text."""

    def __init__(self, message: str, node: Node | Statement):
        super().__init__(message)
        self.node = node


def reads_data(index: Node) -> bool:
    """Whether an index depends on what a tensor holds."""
    return any(isinstance(node, Read) for node in walk(index))


def pieces(node: Node, loops: Collection[str]) -> list[Piece]:
    """The guarded forms of an index expression."""
    if isinstance(node, Apply) and node.function in ("min", "max"):
        op = "<=" if node.function == "min" else ">="
        left, right = (pieces(a, loops) for a in node.arguments)
        return _clamped(left, right, op)
    if isinstance(node, (Binary, Apply)):
        return _combined(node, loops)
    return [(linear(node, loops), ())]


def _clamped(lefts: list[Piece], rights: list[Piece], op: str) -> list[Piece]:
    found = []
    for left, ours in lefts:
        for right, theirs in rights:
            first = _guard(left, op, right)
            second = _guard(right, op[0], left)
            found.append((left, ours + theirs + (first,)))
            found.append((right, ours + theirs + (second,)))
    return [(form, kept) for form, guards in found
            if (kept := simplified(guards)) is not None]


def pieces_of(read: Read, index: Node, loops: Collection[str]) -> list[Piece]:
    """The same for one of a read's indices, which a refusal names."""
    try:
        return pieces(index, loops)
    except Refused as refusal:
        raise Refused(f"in index '{unparse(index)}' of '{read.tensor}', "
                      f"{refusal}", refusal.node) from None


_BUILT = "it is built from variables and integers by + - * // % min max"


def _combined(node: Binary | Apply, loops: Collection[str]) -> list[Piece]:
    parts = [pieces(child, loops) for child in node.children()]
    if isinstance(node, Apply) and node.function == "neg":
        return [(form * -1, guards) for form, guards in parts[0]]
    if isinstance(node, Apply):
        raise Refused(f"an index cannot contain '{node.function}': {_BUILT}", node)
    found = []
    for left, ours in parts[0]:
        for right, theirs in parts[1]:
            kept = simplified(ours + theirs)
            if kept is not None:
                found.append((_binary(node, left, right), kept))
    return found


def linear(node: Node, loops: Collection[str]) -> Linear:
    """The form of an index without min and max."""
    if isinstance(node, Number):
        if not isinstance(node.value, int):
            raise Refused(f"an index must be an integer, not {node.value}",
                          node)
        return of_constant(node.value)
    if isinstance(node, Name):
        if node.name not in loops:
            raise Refused(f"index uses '{node.name}', which is not a loop "
                          "variable of this statement", node)
        return of_variable(node.name)
    if isinstance(node, Read):
        raise Refused(f"a guard compares loop variables, but '{node.tensor}' "
                      "is a tensor: use where(c, a, b)", node)
    found = pieces(node, loops) if isinstance(node, (Binary, Apply)) else []
    if len(found) == 1 and not found[0][1]:
        return found[0][0]
    raise Refused("this is not an affine expression of the loop variables",
                  node)


def _binary(node: Binary, left: Linear, right: Linear) -> Linear:
    try:
        if node.op in "+-":
            return left + right if node.op == "+" else left - right
        if node.op == "*":
            if not (left.is_constant or right.is_constant):
                raise NotAffine("a product multiplies two loop variables: one "
                                "factor must be an integer, or a tensor of "
                                "integers hold the index, A[I[i,j]]")
            return right * left.constant if left.is_constant \
                else left * right.constant
        if node.op in ("//", "%"):
            if not right.is_constant or right.constant <= 0:
                raise NotAffine(f"the divisor of '{node.op}' must be a "
                                "positive integer")
            return left.divided(node.op, right.constant)
    except NotAffine as refusal:
        raise Refused(str(refusal), node) from None
    remedy = "use // for the quotient" if node.op == "/" else _BUILT
    raise Refused(f"an index cannot contain '{node.op}': {remedy}", node)


def guards_of(node: Guarded, loops: Collection[str]) -> tuple[Guard, ...]:
    """The guards of a read, or of what holds several, which a refusal names."""
    try:
        return guards(node.condition, loops)
    except Refused as refusal:
        raise Refused(f"in the guard of '{unparse(node.value)}', {refusal}",
                      refusal.node) from None


def guards(node: Node, loops: Collection[str]) -> tuple[Guard, ...]:
    """The comparisons of a condition, which must be a conjunction."""
    if isinstance(node, Logic) and node.op == "and":
        return tuple(g for item in node.items for g in guards(item, loops))
    if isinstance(node, Logic) or isinstance(node, Apply) and \
            node.function == "not":
        word = node.op if isinstance(node, Logic) else "not"
        raise Refused(f"a guard cannot contain '{word}': split the read into "
                      "two guarded reads and add them", node)
    if not isinstance(node, Compare):
        raise Refused("a guard is a comparison of loop variables, such as "
                      "0 <= i < 4", node)
    found = []
    for op, left, right in zip(node.ops, node.items, node.items[1:]):
        if op == "!=":
            raise Refused(f"'{unparse(node)}' is not convex ('!='): split the "
                          "read into two guarded reads, < and >", node)
        found.append(_comparison(op, left, right, loops))
    return tuple(found)


def _comparison(op: str, left: Node, right: Node, loops) -> Guard:
    return _guard(linear(left, loops), op, linear(right, loops))


def _guard(left: Linear, op: str, right: Linear) -> Guard:
    """`left op right`, with a constant on the right."""
    if left.is_constant and not right.is_constant:
        return Guard(right, _FLIPPED[op], left)
    return Guard(left, op, right)


def simplified(found: tuple[Guard, ...]) -> tuple[Guard, ...] | None:
    """Without repeated and constant guards; None when one never holds."""
    kept: dict[Guard, None] = {}
    for guard in found:
        form = guard.form
        if not form.is_constant:
            kept[guard] = None
        elif not holds(form.constant, guard.op, 0):
            return None
    return tuple(kept)


def holds(left: int, op: str, right: int) -> bool:
    """`left op right` on numbers."""
    return {"<": left < right, "<=": left <= right, ">": left > right,
            ">=": left >= right, "==": left == right}[op]
