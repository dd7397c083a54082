# einsums.py - einsum
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.einsum`: an index expression whose loops have names of one letter.

    "bij,bjk->bik"      t[b,i,k] += x0[b,i,j] * x1[b,j,k]

`...` stands for the dimensions that are left, which broadcast from the right as those
of operators do: they are loops e0, e1, ... of their own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce
from typing import Any

from neo.eager import eager
from neo.errors import ShapeError, UsageError, describe
from neo.pointwise import aligned, broadcast, recorded
from neo.syntax import Binary, Name, Node, Read, Statement
from neo.tensor import Tensor
from neo.traced import lifted

_TERM = r"[a-zA-Z]*(?:\.\.\.)?[a-zA-Z]*"


@eager
def einsum(subscripts: str, *operands: Any, optimize: Any = None) -> Any:
    """Sums of products of elements: "bij,bjk->bik", "...ij,...jk".

    The compiler chooses the order of products, whatever `optimize` says. Raises
    ShapeError, UsageError.
    """
    if not isinstance(subscripts, str):
        raise UsageError(describe(
            "neo.einsum takes the letters first, neo.einsum('ij,jk->ik', a, b)"))
    inputs, output = _terms(subscripts, len(operands))
    names = [f"x{n}" for n in range(len(operands))]
    values = lifted(operands, names)
    rests = [_rest(term, v.spec.shape) for term, v in zip(inputs, values)]
    around = broadcast(rests)
    if around and "..." not in output:
        raise UsageError(describe(
            f"'...' is missing from the result of '{subscripts}', and stands for "
            f"dimensions of extents {around}: write it there, or a letter for each "
            "dimension to be summed"))
    _check_extents(subscripts, inputs, [v.spec.shape for v in values])
    loops = [f"e{n}" for n in range(len(around))]
    reads: list[Node] = [
        Read(name, _index(term, aligned(rest, loops)))
        for name, term, rest in zip(names, inputs, rests)]
    kept = [node.name for node in _index(output, [Name(v) for v in loops])
            if isinstance(node, Name)]
    used = {f"l{c}" for c in "".join(inputs) if c.isalpha()} | set(loops)
    statement = Statement("t", tuple(kept), "+=" if used - set(kept) else "=",
                          reduce(lambda a, b: Binary("*", a, b), reads))
    return Tensor(recorded(statement, dict(zip(names, values)),
                           dict(zip(loops, around))))


def _terms(subscripts: Any, count: int) -> tuple[list[str], str]:
    """The letters of each operand and of the result."""
    text = subscripts.replace(" ", "") if isinstance(subscripts, str) else ""
    match = re.fullmatch(rf"({_TERM}(?:,{_TERM})*)(?:->({_TERM}))?", text)
    if not match:
        raise UsageError(describe(
            f"{subscripts!r} is no einsum: write one letter for each dimension, "
            "as in 'bij,bjk->bik', and '...' for those that are left"))
    inputs = match.group(1).split(",")
    if len(inputs) != count:
        raise UsageError(describe(
            f"'{subscripts}' names {len(inputs)} operands, but {count} are given"))
    letters = "".join(inputs).replace(".", "")
    output = match.group(2)
    if output is None:
        output = "..." * ("..." in match.group(1)) + "".join(sorted(
            c for c in set(letters) if letters.count(c) == 1))
    chosen = output.replace(".", "")
    wrong = [c for c in chosen if c not in letters or chosen.count(c) > 1]
    if wrong:
        raise UsageError(describe(
            f"'{wrong[0]}' of the result of '{subscripts}' must stand in an operand, "
            "and once in the result"))
    return inputs, output


def _rest(term: str, shape: tuple[int, ...]) -> tuple[int, ...]:
    """The extents that '...' stands for in `term`."""
    before, dots, after = term.partition("...")
    left = len(shape) - len(before) - len(after)
    if left < 0 or left and not dots:
        raise ShapeError(describe(
            f"'{term}' of an einsum names {len(before) + len(after)} dimensions, but "
            f"the operand has rank {len(shape)} (shape {shape})"))
    return shape[len(before):len(before) + left] if dots else ()


def _check_extents(subscripts: str, inputs: Sequence[str],
                   shapes: Sequence[tuple[int, ...]]) -> None:
    """Refuses a letter that stands for two extents."""
    known: dict[str, tuple[int, int]] = {}
    for number, (term, shape) in enumerate(zip(inputs, shapes)):
        before, _, after = term.partition("...")
        for letter, size in [*zip(before, shape), *zip(after[::-1], shape[::-1])]:
            other, place = known.setdefault(letter, (size, number))
            if other != size:
                raise ShapeError(describe(
                    f"'{letter}' of '{subscripts}' is {other} in operand {place} (shape "
                    f"{shapes[place]}), but {size} in operand {number} (shape {shape}): "
                    "dimensions of one letter must be equal"))


def _index(term: str, rest: Sequence[Node]) -> tuple[Node, ...]:
    """The index that `term` means, with `rest` for '...'."""
    before, dots, after = term.partition("...")
    return (*(Name(f"l{c}") for c in before), *(rest if dots else ()),
            *(Name(f"l{c}") for c in after))


__all__ = ["einsum"]
