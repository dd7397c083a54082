# builder.py - operators written as lambdas
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.compute`: an operator from a lambda over its loop variables.

    neo.compute((m, n), lambda i, j, k: neo.sum(A[i, k] * B[k, j], k=256))

The first parameters are the result's loops, the others are reduced; their
extents are inferred where they stand alone in an index. The lambda runs once,
on symbols, and becomes the same statement that the text would.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Sequence
from typing import Any

from neo.elements import Reduction, Scalar, as_node, reading
from neo.errors import ShapeError, UsageError, describe
from neo.pointwise import recorded
from neo.specs import extent, spec
from neo.syntax import ASSIGNMENTS, Name, Statement
from neo.tensor import Tensor
from neo.trace import require_trace
from neo.traced import lifted


def compute(shape: Sequence[int] | int, body: Callable[..., Any]) -> Tensor:
    """The tensor of `shape` with `body(i, j, ...)` at [i, j, ...].

    `body` takes one variable per dimension, and further ones that it reduces
    with neo.sum, neo.prod, neo.max, neo.min, neo.amax, neo.amin, neo.argmax or
    neo.argmin at the top of its expression. Works on traced tensors, inside
    `neo.jit`.

    Raises ShapeError for extents and bounds, UsageError for other misuse.
    """
    require_trace("neo.compute")
    sizes = spec(shape, "f64").shape
    variables = _variables(body)
    if len(variables) < len(sizes):
        raise UsageError(describe(
            f"the lambda takes {len(variables)} variable(s), but the shape "
            f"{sizes} needs {len(sizes)}"))
    with reading(variables) as reads:
        found = body(*(Scalar(Name(v)) for v in variables))
    if not isinstance(found, Reduction):
        found = Reduction("", as_node(found), {})
        _check_loops(variables[len(sizes):])
    statement = Statement(_result_name(variables, reads.tensors),
                          tuple(variables[:len(sizes)]),
                          ASSIGNMENTS.get(found.kind, "="), found.node)
    extents = dict(zip(variables, sizes))
    extents |= _extents(found, variables[len(sizes):])
    kept = list(reads.tensors)
    bound = dict(zip(kept, lifted([reads.tensors[n] for n in kept], kept)))
    try:
        return Tensor(recorded(statement, bound, extents))
    except ShapeError as error:  # Which is of text, but here the guard is a function.
        raise ShapeError(str(error).replace(
            "with 'if ... else 0'", "by neo.where(condition, A[i], 0)")) from None


def _check_loops(further: Sequence[str]) -> None:
    """Refuses variables beyond the shape where nothing reduces them."""
    if further:
        raise UsageError(describe(
            f"nothing reduces '{further[0]}': write neo.sum(expression, "
            f"{further[0]}=extent), neo.max or another one at the top of the lambda's "
            "expression, or give the shape a size for it"))


def _variables(body: Callable[..., Any]) -> list[str]:
    """The names of the lambda's parameters, one loop each."""
    parameters = inspect.signature(body).parameters
    for name, parameter in parameters.items():
        if parameter.kind not in (parameter.POSITIONAL_ONLY,
                                  parameter.POSITIONAL_OR_KEYWORD):
            raise UsageError(describe(
                f"'{parameter}' is no loop variable: write one plain "
                "parameter per loop"))
        if not name.isascii():
            raise UsageError(describe(
                f"variable '{name}' has letters beyond a-z: MLIR cannot read "
                "them, so rename it"))
    return list(parameters)


def _result_name(*taken: Collection[str]) -> str:
    name = "t"
    while any(name in names for names in taken):
        name += "_"
    return name


def _extents(found: Reduction, reduced: Sequence[str]) -> dict[str, int]:
    for name in found.extents:
        if name not in reduced:
            raise UsageError(describe(
                f"neo.{found.kind} gives an extent to '{name}', which is not "
                "one of the lambda's further variables"
                + (f", {', '.join(reduced)}" if reduced else "")))
    return {n: extent(e, f"extent of '{n}'") for n, e in found.extents.items()}
