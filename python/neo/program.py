# program.py - the statements of an expression, applied to a graph
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""From checked statements to graph nodes.

Operands are the tensors that are read before they are assigned, in order of
first appearance; the last assigned tensor is the result. A reduction into a
tensor that an earlier statement assigned adds to it:

    Y[i] = B[i]; Y[i] += A[i,k] * X[k]        operands B A X, result Y
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import NoReturn

from neo.compute import Compute
from neo.errors import ExpressionError, ShapeError, describe, warn
from neo.extent_remedies import apart
from neo.gathers import gathered, reads_at_data
from neo.grammar import parse
from neo.indices import Refused
from neo.lower import check_assignment, lower
from neo.resolve import accesses, loop_variables, reads, resolved
from neo.shapes import Mismatch
from neo.specs import extent, spec
from neo.syntax import (CONVERSIONS, REDUCTIONS, SHARED_TIES, Apply, Binary,
                        Name, Node, Read, Statement, walk)
from neo.trace import Trace, Value
from neo.unparse import unparse
from neo.weakness import of_result


TOO_DEEP = "the expression is nested too deeply: use several statements"


class Program:
    """The statements of one `neo.expr`, with the extents it was given."""

    def __init__(self, text: str, extents: Mapping[str, int],
                 is_users: bool = True):
        if not isinstance(text, str):
            raise ExpressionError(describe(
                f"an expression is a str, not {type(text).__name__}"))
        self.text = text
        self.is_users = is_users  # Or the package's, which the user has not seen.
        self.extents = {name: extent(value, f"extent of '{name}'")
                        for name, value in extents.items()}
        self.operands: dict[str, Read] = {}
        self.assigned: list[str] = []
        self.loops: set[str] = set()
        try:
            self.statements = parse(text)
            self.unchecked = list(self.statements)
            self._check()
        except Refused as refusal:
            self.refuse(refusal)
        except RecursionError:
            raise ExpressionError(describe(TOO_DEEP, text, 0)) from None

    @property
    def result(self) -> str:
        return self.assigned[-1]

    @cached_property
    def _converts(self) -> bool:
        """Whether it asks for a type of its own, as in float64(A[i])."""
        return any(isinstance(node, Apply) and node.function in CONVERSIONS
                   for statement in self.statements for node in walk(statement.value))

    def refuse(self, refusal: Refused) -> NoReturn:
        """Raises the Python error for a refusal, with text and caret."""
        kind = ShapeError if isinstance(refusal, Mismatch) else ExpressionError
        raise kind(describe(str(refusal), self.text,
                            refusal.node.position)) from None

    # What can be told before the operands are known

    def _check(self) -> None:
        for statement in self.statements:
            loops = loop_variables(statement, self.extents)
            self.loops.update(loops)
            self._check_statement(resolved(statement, loops), loops)
        for name in self.extents:
            if name not in self.loops:
                raise Refused(f"extent '{name}' belongs to no loop variable of "
                              "the expression: remove it", self.statements[0])

    def _check_statement(self, statement: Statement, loops: list[str]) -> None:
        check_assignment(statement, loops)
        list(accesses(statement.value, loops))  # refuses wrong indices
        # A read whose guard never holds is an operand all the same.
        for read in reads(statement.value):
            if read.tensor in self.assigned:
                continue
            if read.tensor == statement.result:
                raise Refused(f"'{read.tensor}' is read before it is assigned: "
                              "give the result another name", read)
            first = self.operands.setdefault(read.tensor, read)
            if len(first.index) != len(read.index):
                raise Refused(f"'{read.tensor}' is read with "
                              f"{len(read.index)} indices here and with "
                              f"{len(first.index)} before", read)
        if statement.result in self.operands:
            raise Refused(f"'{statement.result}' is an operand and cannot be "
                          "assigned: give the result another name", statement)
        if statement.result in loops:
            raise Refused(f"'{statement.result}' is both the result and a loop "
                          "variable: rename one of them", statement)
        self.assigned.append(statement.result)

    # Building the graph

    def build(self, trace: Trace, inputs: Sequence[Value]) -> Value:
        """Records the statements over `inputs`; gives the result."""
        values = dict(zip(self.operands, inputs))
        outside = trace.expression, trace.is_users
        trace.expression, trace.is_users = self.text, self.is_users
        try:
            result = self._build(trace, values)
        finally:
            trace.expression, trace.is_users = outside
        if result.spec.is_float and not self._converts:
            result.weak = of_result(v.weak for v in inputs if v.spec.is_float)
        return result

    def _build(self, trace: Trace, values: dict[str, Value]) -> Value:
        for statement in self.statements:
            try:
                self._record(trace, statement, values)
            except Refused as refusal:
                self.refuse(refusal)
            except RecursionError:
                raise ExpressionError(describe(TOO_DEEP, self.text, 0)) \
                    from None
        self._warn_of_typos()
        return values[self.result]

    def _warn_of_typos(self) -> None:
        """Once: what is no error may be a sum over too many points."""
        for likely in filter(None, map(apart, self.unchecked)):
            warn(f"'{likely[0]}' and '{likely[1]}' occur once each, and are reduced "
                 "apart: write one name if one loop is meant", self.text)
        self.unchecked = []

    def _record(self, trace: Trace, statement: Statement,
                values: dict[str, Value]) -> None:
        name = statement.result
        before = values.get(name)
        record(trace, statement, values, self.extents)
        if before is None or statement.op == "=":
            return
        added = f"{name}_added"
        both = {name: before, added: values[name]}
        if before.spec.shape != values[name].spec.shape:
            raise Mismatch(
                f"'{name}' was assigned with shape {before.spec.shape}, but "
                f"'{statement.op}' gives {values[name].spec.shape}", statement)
        record(trace, _accumulation(statement, added), both, {})
        values[name] = both[name]


def record(trace: Trace, statement: Statement, values: dict[str, Value],
           extents: Mapping[str, int]) -> None:
    """Records one statement and binds its result in `values`."""
    bound, plain, text = dict(values), statement, unparse(statement)
    used, compute = _lowered(statement, text, _specs(bound), tuple(extents.items()))
    if compute is None:
        plain = gathered(trace, statement, bound, used, record)
        compute = replace(lower(plain, dict(_specs(bound)), used), comment=text)
    inner = _before_batch(compute, trace.batch)
    if not inner:
        values[statement.result] = trace.compute(compute, bound)
        return
    part = f"{statement.result}_part"
    kept = (*statement.loops, *inner)
    record(trace, replace(plain, result=part, loops=kept), bound, used)
    rest = replace(statement, value=Read(part, tuple(map(Name, kept))))
    record(trace, rest, bound, {})
    values[statement.result] = bound[statement.result]


@lru_cache(maxsize=1024)
def _lowered(statement: Statement, text: str, specs: tuple[tuple[str, spec], ...],
             extents: tuple[tuple[str, int], ...]
             ) -> tuple[Mapping[str, int], Compute | None]:
    """The extents of the statement's loops, and what it becomes; None if it reads at
    data, which takes gathers. The layers of a network are few statements, many times.
    `text` tells apart 1 and 1.0, 0.0 and -0.0, which are equal."""
    loops = loop_variables(statement, dict(extents))
    used = MappingProxyType({n: k for n, k in extents if n in loops})
    if reads_at_data(statement):
        return used, None
    return used, replace(lower(statement, dict(specs), used), comment=text)


def _specs(values: Mapping[str, Value]) -> tuple[tuple[str, spec], ...]:
    return tuple((name, v.spec) for name, v in values.items())


def _before_batch(compute: Compute, batch: int | None) -> list[str]:
    """The loops of a reduction that are to be reduced in a second step.

    A derivative numbers the terms of a max, and multiplies those of a product
    beside each one. It can where the batch is the first loop of the one, and
    the only loop of the other (include/Neo/Dialect/Batch.h). What the first of
    equal terms is stays what it is, for the loops keep their order.
    """
    names = [name for name, _ in compute.reductions]
    found = [n for n, (_, size) in enumerate(compute.reductions)
             if size == batch]
    if not found or len(names) == 1:
        return []
    if compute.kind == "prod":
        return [names[found[0]]]
    if compute.kind in ("max", "min") and not compute.shares_ties:
        return names[:found[0]]
    return []


def _accumulation(statement: Statement, added: str) -> Statement:
    """`C[i] = C[i] + C_added[i]` for `C[i] += ...`."""
    index = tuple(Name(v) for v in statement.loops)
    sides = (Read(statement.result, index), Read(added, index))
    value: Node
    if statement.op in ("+=", "*="):
        value = Binary(statement.op[0], *sides)
    elif statement.op in ("max=", "min=", "amax=", "amin="):
        kind = REDUCTIONS[statement.op]
        value = Apply(SHARED_TIES.get(kind, kind), sides)
    else:
        raise Refused(f"'{statement.op}' cannot continue an earlier "
                      "assignment: give the result another name", statement)
    return replace(statement, op="=", value=value)
