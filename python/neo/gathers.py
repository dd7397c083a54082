# gathers.py - reads whose indices are data
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Reads at indices that other tensors hold.

An index that reads a tensor of integers takes a gather over the loops that the
read depends on; the statement then reads the gather's result like any tensor:

    Y[i,j] = A[I[i], j] * s          T = neo.gather [i, j] %A[%I[i], j]
                                     Y[i,j] = T[i, j] * s

An index that is more than one element of a tensor is computed first, as a
statement of its own: `A[I[i] + j]` is `K[i,j] = I[i] + j` and `A[K[i,j]]`. So is
one that does not read all of its tensor, or reads it under a guard: the indices
that are looked at when the program runs are then those that the statement uses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace

import numpy as np

from neo import shapes
from neo.affine import Linear
from neo.compute import Gather, Guard, Positions
from neo.indices import Refused, guards, linear, pieces, reads_data, simplified
from neo.resolve import accesses, loop_variables, resolved
from neo.specs import numpy_type, spec
from neo.syntax import (Apply, Binary, Compare, Guarded, Logic, Name, Node,
                        Read, Statement, names, walk)
from neo.trace import Trace, Value
from neo.unparse import unparse

Record = Callable[[Trace, Statement, dict[str, Value], Mapping[str, int]], None]


def reads_at_data(statement: Statement) -> bool:
    """Whether an index of a statement reads a tensor."""
    return any(isinstance(n, Read) and any(map(reads_data, n.index))
               for n in walk(statement.value))


def gathered(trace: Trace, statement: Statement, values: dict[str, Value],
             keywords: Mapping[str, int], record: Record) -> Statement:
    """`statement` without its reads at data; binds what it reads in `values`."""
    loops = loop_variables(statement, keywords)
    statement = resolved(statement, loops)
    specs = {name: value.spec for name, value in values.items()}
    found = [a for a in accesses(statement.value, loops)
             if a.read.tensor in specs]
    shapes.check_ranks(found, specs)
    extents = shapes.infer(statement, loops, found, specs, keywords)
    shapes.check_bounds(found, specs, extents)
    rewriter = _Gathers(trace, values, extents, statement.loops, record)
    return replace(statement, value=rewriter.rewrite(statement.value, ()))


class _Gathers:
    """The gathers of one statement, with the loops `results` of its result; `context` is
    the conjunction around."""

    def __init__(self, trace: Trace, values: dict[str, Value],
                 extents: Mapping[str, int], results: Sequence[str], record: Record):
        self.trace = trace
        self.values = values
        self.extents = extents
        self.results = results
        self.record = record

    def rewrite(self, node: Node, context: tuple[Node, ...]) -> Node:
        if isinstance(node, Read):
            data = any(map(reads_data, node.index))
            return self.gather(node, context) if data else node
        if isinstance(node, Guarded):
            inner = context + _conjuncts(node.condition)
            return replace(node, value=self.rewrite(node.value, inner))
        if isinstance(node, Binary):
            return replace(node, left=self.rewrite(node.left, context),
                           right=self.rewrite(node.right, context))
        if isinstance(node, Apply):
            return replace(node, arguments=tuple(
                self.rewrite(a, context) for a in node.arguments))
        if isinstance(node, (Compare, Logic)):
            return replace(node, items=tuple(
                self.rewrite(i, context) for i in node.items))
        return node

    def gather(self, read: Read, context: tuple[Node, ...]) -> Read:
        """Records the gather of `read`; gives the read of its result."""
        index = tuple(self.index(read, i, context) for i in read.index)
        forms = [form for i in index for form in
                 ((i,) if isinstance(i, Linear) else i.index)]
        used = dict.fromkeys(v for form in forms for v in form.variables()).keys()
        loops = self.loops(used)
        source = self.values[read.tensor].spec
        name = self.fresh(f"{read.tensor}_at")
        self.values[name] = self.trace.gather(Gather(
            name=name, loops=loops, source=read.tensor, index=index,
            guards=self.guards(used, context),
            result=spec(tuple(e for _, e in loops), source.dtype),
            described=tuple(f"'{i.text}' in {unparse(read)}" for i in index
                            if isinstance(i, Positions)),
            comment=unparse(read),
        ), self.values)
        return Read(name, tuple(Name(v) for v, _ in loops),
                    position=read.position)

    def loops(self, used: Set[str]) -> tuple[tuple[str, int], ...]:
        """The loops of a gather over `used`, in which the read names them. Those of the
        result keep the statement's order, so that the gather may be all of it; a sum
        reads rows, which lie together as they do in what they are taken from."""
        summed = any(v not in self.results for v in used)
        order = used if summed else [v for v in self.extents if v in used]
        return tuple((v, self.extents[v]) for v in order)

    def guards(self, used: Set[str], context: tuple[Node, ...]
               ) -> tuple[Guard, ...]:
        """What of the context can be told from the variables `used`."""
        found = tuple(g for condition in _over(used, context)
                      for g in guards(condition, self.extents))
        kept = simplified(found)
        # One that never holds stays, as the index may be wrong then.
        return found if kept is None else kept

    def index(self, read: Read, node: Node, context: tuple[Node, ...]
              ) -> Linear | Positions:
        if not reads_data(node):
            found = pieces(node, self.extents)
            if len(found) == 1 and not found[0][1]:
                return found[0][0]
        whole = self.whole(node) if isinstance(node, Read) else None
        if whole is not None and not context:
            return self.checked(Positions(node.tensor, whole, unparse(node)),
                                node)
        return self.checked(self.computed(read, node, context), node)

    def whole(self, node: Read) -> tuple[Linear, ...] | None:
        """The indices of a read of all of a tensor, if it is one."""
        if any(map(reads_data, node.index)):
            return None
        shape = self.values[node.tensor].spec.shape
        forms = tuple(linear(i, self.extents) for i in node.index)
        variables = [form.variable for form in forms]
        if None in variables or len(set(variables)) < len(variables):
            return None
        sizes = tuple(self.extents[v] for v in variables if v is not None)
        return forms if sizes == shape else None

    def computed(self, read: Read, node: Node, context: tuple[Node, ...]
                 ) -> Positions:
        """The tensor of an index, by a statement of its own."""
        used = set(names(node)) & set(self.extents)
        kept = _over(used, context)
        value = node
        if kept:
            value = Guarded(node, kept[0] if len(kept) == 1
                            else Logic("and", kept, position=node.position),
                            0, position=node.position)
        loops = tuple(v for v in self.extents if v in used)
        name = self.fresh(f"{read.tensor}_index")
        statement = Statement(name, loops, "=", value, position=node.position)
        self.record(self.trace, statement, self.values,
                    {v: self.extents[v] for v in loops})
        return Positions(name, tuple(linear(Name(v), loops) for v in loops),
                         unparse(node))

    def checked(self, positions: Positions, node: Node) -> Positions:
        dtype = self.values[positions.tensor].spec.dtype
        if dtype in ("i64", "i32"):
            return positions
        name = np.dtype(numpy_type(dtype)).name
        raise Refused(f"index '{positions.text}' is {name}, but an index is int32 or "
                      "int64: convert it with .astype(numpy.int64)", node)

    def fresh(self, name: str) -> str:
        while name in self.values or name in self.extents:
            name += "_"
        return name


def _conjuncts(condition: Node) -> tuple[Node, ...]:
    if isinstance(condition, Logic) and condition.op == "and":
        return tuple(c for item in condition.items for c in _conjuncts(item))
    return (condition,)


def _over(used: Set[str], context: tuple[Node, ...]) -> tuple[Node, ...]:
    """The conditions over no other variables than `used`."""
    return tuple(c for c in context if set(names(c)) <= used)
