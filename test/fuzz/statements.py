# statements.py - random texts of neo.expr
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""One to six statements over a common pool of loops, as one `neo.expr`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from bodies import Body, IntegerBody, Value
from choices import Choices
from indices import Reader, Tensor
from sizes import SIZES

RESULTS = "TUVXYZ"
BATCH = "n"


@dataclass
class Text:
    """An expression: what it reads, in the order of a call, and what it gives."""

    statements: list[str]
    extents: dict[str, int]
    operands: list[Tensor]
    result: Tensor
    others: list[Tensor] = field(default_factory=list)

    @property
    def source(self) -> str:
        text = "; ".join(self.statements)
        used = {v: n for v, n in self.extents.items()
                if v != BATCH and re.search(rf"\b{v}\b", text)}
        extents = "".join(f", {v}={n}" for v, n in used.items())
        names = ", ".join(t.name for t in self.operands)
        return f'neo.expr("{text}"{extents})({names})'


class TextWriter:
    """Writes one text; `fresh` makes an operand of a shape."""

    READER = Reader
    RANKS = (1, 2, 0, 3)  # Of new operands.
    CONTRACTIONS = 12  # Of a hundred sums.

    def __init__(self, choices: Choices, scope: list[Tensor],
                 fresh: Callable[..., Tensor], integers: bool, smooth: bool,
                 batch: int = 0):
        self.choices, self.scope, self.fresh = choices, scope, fresh
        self.integers, self.smooth, self.batch = integers, smooth, batch
        self.kind = "int" if integers else "float"
        self.local: list[Tensor] = []
        self.statements: list[str] = []

    def write(self, most: int) -> Text:
        choices = self.choices
        count = choices.between(1, most)
        self.extents = SIZES.extents(choices)
        if self.batch:
            self.extents[BATCH] = self.batch
        for number in range(count):
            self.local.append(self._statement(RESULTS[number],
                                              number + 1 == count))
        text = "; ".join(self.statements)
        assigned = {t.name for t in self.local}
        names = [n for n in dict.fromkeys(re.findall(r"\b([A-Z]\w*)\[", text))
                 if n not in assigned]
        known = {t.name: t for t in self.scope}
        return Text(self.statements, self.extents, [known[n] for n in names],
                    self.local[-1])

    def _loops(self) -> tuple[list[str], list[str], str]:
        """Loops of the result, those reduced, and how."""
        choices = self.choices
        kind = choices.pick(("=", "+=", "+=", "+=", "max=", "min=", "*=",
                             "amax=", "amin=", "argmax=", "argmin="))
        left = [v for v in self.extents if v != BATCH]
        outer, inner, points = [], [], max(self.batch, 1)
        for chosen, most in ((outer, 3), (inner, 0 if kind == "=" else 3)):
            for _ in range(choices.between(0 if chosen is outer else 1, most)
                           if most else 0):
                fits = [v for v in left if
                        points * self.extents[v] <= SIZES.points]
                if fits:
                    chosen.append(choices.pick(fits))
                    points *= self.extents[chosen[-1]]
                    left.remove(chosen[-1])
        if self.batch:
            reduces = kind == "+=" and choices.chance(20)
            (inner if reduces else outer).insert(0, BATCH)
        if kind != "=" and not inner:
            kind = "="
        return outer, inner, kind

    def _statement(self, name: str, last: bool) -> Tensor:
        outer, inner, kind = self._loops()
        if kind.startswith("arg") and not last and not self.integers:
            kind = "max="
        loops = {v: self.extents[v] for v in (*outer, *inner)}
        count = int(np.prod([loops[v] for v in inner], dtype=int))
        self.reader = self.READER(self.choices, loops, BATCH)
        self.must_read, self.unread = BATCH in loops, True
        maker = IntegerBody if self.integers else Body
        body = maker(self.choices, self.reader, self._operand, self._read,
                     self.smooth)
        exact = kind not in ("=", "+=", "*=") and \
            (self.smooth or kind.startswith("arg"))
        if kind == "+=" and self.choices.chance(self.CONTRACTIONS):
            value = self._contraction(outer, inner)
        else:
            value = body.read() if exact else body.value(self.choices.below(3))
        if "[" not in value.text:  # Types come from operands.
            value = body.read()
        if exact and not value.exact:  # Roundings may decide.
            kind = "+="
        value = self._reduced(value, kind, count)
        left = f"{name}[{','.join(outer)}]"
        self.statements.append(f"{left} {kind} {value.text}")
        shape = tuple(loops[v] for v in outer)
        if kind.startswith("arg"):
            return Tensor(name, shape, "int", count, True, count)
        return Tensor(name, shape, self.kind, value.bound,
                      value.exact and self.integers,
                      batch=BATCH in outer)

    def _contraction(self, outer: list[str], inner: list[str]) -> Value:
        """A product of operands whose indices are loops alone, as an einsum's."""
        factors, bound = [], 1.0
        for _ in range(self.choices.pick((2, 2, 2, 3))):
            names = self._loops_of_factor(outer, inner)
            tensor = self.fresh(tuple(self.extents[v] for v in names), self.kind,
                                batch=BATCH in names)
            factors.append(f"{tensor.name}[{', '.join(names)}]")
            bound *= tensor.bound
        return Value(" * ".join(factors), bound, self.integers)

    def _loops_of_factor(self, outer: list[str], inner: list[str]) -> list[str]:
        """Some of the loops in any order, most of those that are reduced."""
        choices, chosen, size = self.choices, [], max(self.batch, 1)
        for loops, percent in ((inner, 80), (outer, 50)):
            for loop in loops:
                if loop != BATCH and choices.chance(percent) and \
                        size * self.extents[loop] <= SIZES.elements:
                    chosen.insert(choices.below(len(chosen) + 1), loop)
                    size *= self.extents[loop]
        return [BATCH] * (BATCH in (*outer, *inner)) + chosen

    def _reduced(self, value: Value, kind: str, count: int) -> Value:
        if self.integers:
            most = 10**6 if kind == "+=" else 10**4
            if kind == "*=":
                return Value(f"({value.text}) % 3 - 1", 2 ** min(count, 40),
                             True)
            if kind == "+=" and value.bound * count > most:
                return Value(f"({value.text}) % 97", 97 * count, True)
            return Value(value.text, value.bound *
                         (count if kind == "+=" else 1), True)
        if kind == "+=" and value.bound * count > 40:
            factor = f"{20 / (value.bound * count):.1g}"
            return Value(f"{factor} * ({value.text})", 20)
        if kind == "+=":
            return Value(value.text, value.bound * count)
        if kind == "*=":
            factor = f"{0.5 / (value.bound * count):.1g}"
            return Value(f"(1 + {factor} * ({value.text}))", 2)
        return value

    def _operand(self) -> Tensor | None:
        """A tensor that is there, or None for one that is made to fit."""
        kinds = [t for t in (*self.local, *self.scope) if t.kind == self.kind
                 and (not t.limit or self.integers)]
        if self.batch:
            kinds = [t for t in kinds if t.batch == self.must_read]
        # The first read of a statement is of the one before, mostly.
        follows = self.unread and self.local and self.local[-1] in kinds
        self.unread = False
        if follows and self.choices.chance(80):
            return self.local[-1]
        if kinds and self.choices.chance(45):
            return self.choices.pick(kinds[::-1])
        return None

    def _read(self, tensor: Tensor | None) -> tuple[str, Tensor, list[str]]:
        first = BATCH if self.batch and self.must_read else None
        if tensor is None:
            rank = self.choices.pick(self.RANKS) if first is None else \
                self.choices.pick((1, 2, 3))
            indices, shape, conditions = self.reader.fresh(rank, first)
            self._from_data(indices, shape, conditions)
            tensor = self.fresh(tuple(shape), self.kind, batch=bool(first))
        else:
            indices, conditions = self.reader.inside(tensor.shape, first)
        return f"{tensor.name}[{', '.join(indices)}]", tensor, conditions

    def _from_data(self, indices: list[str], shape: list[int],
                   conditions: list[str]) -> None:
        """Lets data choose one of the indices, sometimes."""
        choices, names = self.choices, list(self.reader.loops)
        # The adjoint that is interpreted compares every position with every other.
        can = SIZES.is_small and not self.batch and not conditions
        if not can or not indices or not names or not choices.chance(8):
            return
        at = choices.below(len(indices))
        loop = choices.pick(names)
        chooser = self.fresh((self.reader.loops[loop],), "int",
                             limit=shape[at])
        indices[at] = f"{chooser.name}[{loop}]"
