# lower.py - from a statement to a neo.compute
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Lowering of one statement.

The right-hand side becomes the body of one compute; each distinct read
(tensor, index, guards, pad) becomes one operand:

    C[i,j] += A[i,k] * B[k,j]

    neo.compute [i: 4, j: 5] sum [k: 6] %A[i, k], %B[k, j]  { mulf }
"""

from __future__ import annotations

from collections.abc import Mapping

from neo import shapes
from neo.compute import Argument, Compute
from neo.extent_remedies import misspelled_result, only_guarding
from neo.indices import Refused
from neo.reads import Body
from neo.resolve import accesses, loop_variables, resolved, tensors
from neo.scalars import Code, Operand as Scalar, Value
from neo.specs import float_type, spec
from neo.syntax import REDUCTIONS, SHARED_TIES, Statement
from neo.unparse import unparse


def lower(statement: Statement, specs: Mapping[str, spec],
          keywords: Mapping[str, int]) -> Compute:
    """`statement` over tensors of the given specs; raises Refused."""
    loops = loop_variables(statement, keywords)
    statement = resolved(statement, loops)
    check_assignment(statement, loops)
    used = {name: _spec(name, specs, statement)
            for name in tensors(statement.value)}
    found = list(accesses(statement.value, loops))
    shapes.check_ranks(found, used)
    extents = shapes.infer(statement, loops, found, specs, keywords)
    shapes.check_terms(statement, extents)
    shapes.check_bounds(found, used, extents)
    floats = float_type(specs)
    integers = floats if any(s.is_float for s in specs.values()) else \
        _integer_type(used) or floats
    return _compute(statement, loops, extents, used,
                    Code({name: n for n, name in enumerate(loops)}, floats, integers))


def _integer_type(used: Mapping[str, spec]) -> str | None:
    """The type of integers beside tensors of integers; None if there are none."""
    kinds = {each.dtype for each in used.values()}
    return None if not kinds else \
        "i32" if "i32" in kinds and "i64" not in kinds else "i64"


def _spec(name: str, specs: Mapping[str, spec], statement: Statement) -> spec:
    if name not in specs:
        raise Refused(f"'{name}' is neither a tensor nor a loop variable here",
                      statement)
    return specs[name]


def check_assignment(statement: Statement, loops: list[str]) -> None:
    free = [v for v in loops if v not in statement.loops]
    if statement.op == "=" and free:
        if free[0] in only_guarding(statement):
            raise Refused(f"'{free[0]}' stands in a guard and in no index, but a guard "
                          "compares loops and numbers: write its number, or "
                          f"where(i < {free[0]}, T[...], 0) for an operand", statement)
        likely = misspelled_result(free[0], statement)
        raise Refused(f"'=' leaves variable '{free[0]}' unreduced: {likely}put it on "
                      "the left, or reduce with += *= max= or min=", statement)


def _compute(statement: Statement, loops: list[str], extents: dict[str, int],
             used: dict[str, spec], code: Code) -> Compute:
    body = Body(code, used, loops)
    kind = REDUCTIONS.get(statement.op)
    if not any(v not in statement.loops for v in loops):
        kind = None if kind not in ("argmax", "argmin") else kind
    value = body.value(statement.value)
    counts = statement.op in ("+=", "*=", "argmax=", "argmin=")
    shares_ties = kind in SHARED_TIES
    kind = SHARED_TIES[kind] if kind in SHARED_TIES else kind
    yielded = Argument(*_yielded(code, value, counts))
    kind = _boolean_kind(kind, yielded.dtype)
    shape = tuple(extents[v] for v in statement.loops)
    dtype = "i64" if kind in ("argmax", "argmin") else yielded.dtype
    shapes.check_sizes(statement, extents, dtype)
    return Compute(
        name=statement.result,
        loops=tuple((v, extents[v]) for v in statement.loops),
        kind=kind,
        reductions=tuple((v, extents[v]) for v in loops
                         if v not in statement.loops),
        operands=tuple(body.operands),
        arguments=tuple(body.operands.values()),
        body=tuple(code.lines),
        yielded=yielded,
        result=spec(shape, dtype),
        comment=unparse(statement),
        shares_ties=shares_ties and kind in ("max", "min"),
    )


def _yielded(code: Code, value: Scalar, counts: bool) -> tuple[str, str]:
    """Literals are floats, loop values i64. Truth values and bytes count as i64, and
    otherwise stay what they are if nothing was computed with them."""
    dtype = code.type_of(value)
    if isinstance(value, Value) and value.dtype == "i8" and not counts:
        return value.name, value.dtype
    if dtype == "index" or dtype == "i1" and counts:
        dtype = "i64"
    cast = code.cast(value, dtype)
    return cast.name, cast.dtype


def _boolean_kind(kind: str | None, dtype: str) -> str | None:
    """max and min of truth values are or and and."""
    if kind is None or dtype != "i1":
        return kind
    return {"max": "or", "min": "and"}.get(kind, kind)
