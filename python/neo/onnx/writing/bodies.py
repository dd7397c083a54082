# bodies.py - the scalar body of an operator as tensor operators
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The scalars of a body as tensors over the loops of its operator.

Each has one dimension for each loop, of extent 1 where it does not depend on the loop,
so that ONNX operators broadcast them. They are created on demand: a contraction needs
its factors and never their product.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence

import numpy as np

from neo.onnx.writing.accesses import read
from neo.onnx.writing.graph import Graph, Made
from neo.onnx.writing.program import Access, Compute, Loops, Scalar
from neo.onnx.writing.scalars import CONVERSIONS, RECORDS, At


class Body:
    """The scalars of a neo.compute."""

    def __init__(self, graph: Graph, compute: Compute, tensors: Mapping[str, Made],
                 loops: Loops | None = None):
        self.graph, self.compute, self.tensors = graph, compute, tensors
        self.loops = compute.all_loops if loops is None else loops
        self.lines: dict[str, Scalar] = {s.result: s for s in compute.body}
        self.accesses: dict[str, Access] = dict(zip(compute.arguments, compute.accesses))
        self._known: dict[str, Made] = {}
        self._loops: dict[str, frozenset[str]] = {}

    def value(self, name: str) -> Made:
        """A scalar, over all loops."""
        if name not in self._known:
            for line in self._needed(name):
                self._known[line.result] = self._made(line)
            if name in self.accesses:
                access = self.accesses[name]
                self._known[name] = read(self.graph, self.tensors[access.tensor], access,
                                         self.loops)
        return self._known[name]

    def _needed(self, name: str) -> list[Scalar]:
        """The lines that lead to a scalar and are not made yet, in their order."""
        wanted = {name}
        found = []
        for line in reversed(self.compute.body):
            if line.result in wanted and line.result not in self._known:
                wanted.update(line.operands)
                found.append(line)
        return found[::-1]

    def loops_of(self, name: str) -> frozenset[str]:
        """The loops that a scalar depends on."""
        if name not in self._loops:
            self._loops[name] = frozenset(self._loops_of(name))
        return self._loops[name]

    def _loops_of(self, name: str) -> set[str]:
        if name in self.accesses:
            access = self.accesses[name]
            return {v for form in (*access.index, *(g.form for g in access.guards))
                    for v in form.variables()}
        line = self.lines[name]
        if line.name == "neo.index":
            return {self.compute.all_loops[int(line.said)][0]}
        return set().union(*map(self.loops_of, line.operands)) if line.operands else set()

    def alone(self, names: Sequence[str]) -> Body:
        """The body over the loops of some scalars alone, in the order in which these read
        them, so that they are transposed after they are computed, if at all."""
        wanted = {op for name in names for line in self._needed(name)
                  for op in line.operands} | set(names)
        order = [v for name, access in self.accesses.items() if name in wanted
                 for form in access.index for v in form.variables()]
        order += [n for n, _ in self.loops if any(n in self.loops_of(m) for m in names)]
        extents = dict(self.loops)
        return Body(self.graph, self.compute, self.tensors,
                    tuple((n, extents[n]) for n in dict.fromkeys(order)))

    def over(self, name: str, loops: Sequence[str]) -> Made:
        """A scalar with these loops as its dimensions, which are all that it has."""
        alone = self.alone([name])
        return over(self.graph, alone.value(name), alone.loops, loops)

    def factors(self) -> list[str]:
        """The scalars whose product the body yields."""
        found, left = [], [self.compute.yielded]
        while left:
            name = left.pop(0)
            line = self.lines.get(name)
            if line and line.name in ("arith.mulf", "arith.muli"):
                left = [*line.operands, *left]
            else:
                found.append(name)
        return found

    def bytes_of(self, factors: Sequence[str]) -> list[str]:
        """The bytes that two factors are in i32, where both are; else nothing."""
        found = []
        for name in factors:
            line = self.lines.get(name)
            access = self.accesses.get(line.operands[0]) if line and \
                line.name == "arith.extsi" and line.dtype == "i32" else None
            if access is not None and self.tensors[access.tensor].dtype == "i8":
                found.append(line.operands[0])
        return found if len(found) == len(factors) == 2 else []

    def _made(self, line: Scalar) -> Made:
        dtype = "i64" if line.dtype == "index" else line.dtype
        rank = len(self.loops)
        if line.name == "arith.constant":
            return self.graph.constant(np.full([1] * rank, line.said), dtype)
        if line.name == "neo.index":
            name = self.compute.all_loops[int(line.said)][0]
            place = [n for n, _ in self.loops].index(name)
            shape = [1] * rank
            shape[place] = self.loops[place][1]
            return self.graph.constant(np.arange(shape[place]).reshape(shape), dtype,
                                       "places")
        name = line.name.partition(".")[2]
        record = RECORDS.get(name)
        if record is None:
            raise NotImplementedError(f"ONNX has no operator for '{name}'")
        operands = [self.value(each) for each in line.operands]
        at = At(self.graph)
        if name in CONVERSIONS:
            return record(at, *operands, dtype)
        if "said" in inspect.signature(record).parameters:
            return record(at, *operands, line.said)
        return record(at, *operands)


def over(graph: Graph, x: Made, loops: Loops, kept: Sequence[str]) -> Made:
    """A tensor over all `loops` with those that are `kept` as its dimensions."""
    names = [name for name, _ in loops]
    order = [names.index(name) for name in kept]
    left = [n for n in range(len(names)) if n not in order]
    x = graph.transposed(x, order + left)
    return graph.reshaped(x, x.shape[:len(kept)])


def placed(graph: Graph, x: Made, names: Sequence[str], loops: Loops) -> Made:
    """A tensor with the dimensions `names` over all `loops`: transposed, and repeated
    along the loops that it has not."""
    order = [name for name, _ in loops]
    x = graph.transposed(x, sorted(range(len(names)),
                                   key=lambda d: order.index(names[d])))
    x = graph.reshaped(x, [extent if n in names else 1 for n, extent in loops])
    return graph.expanded(x, [extent for _, extent in loops])
