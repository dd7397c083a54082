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
import threading
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from neo.errors import ShapeError, UsageError, describe, kind_of
from neo.indices import Refused, guards
from neo.pointwise import Operators, recorded
from neo.scalar_refusals import ReductionRefusals, ScalarRefusals
from neo.specs import element_type, extent, numpy_type, spec
from neo.syntax import (ASSIGNMENTS, Apply, Guarded, Name, Node, Number, Read,
                        Statement, names)
from neo.tensor import Tensor, lifted
from neo.trace import require_trace


class Scalar(Operators, ScalarRefusals):
    """A scalar expression over loop variables."""

    def __init__(self, node: Node):
        self.node = node

    def astype(self, dtype: Any) -> Scalar:
        """The scalar in another type, as NumPy converts it."""
        name = np.dtype(numpy_type(element_type(dtype))).name
        return Scalar(Apply(name, (self.node,)))


@dataclass
class Reduction(ReductionRefusals):
    """`neo.sum(expression, k=extent)` and its kin, at the top of a lambda."""

    kind: str
    node: Node
    extents: dict[str, int]


class _Builder:
    """The tensors that the running lambda reads, by name."""

    def __init__(self, reserved: Sequence[str]) -> None:
        self.tensors: dict[str, Tensor] = {}
        self.reserved = frozenset(reserved)

    def name(self, tensor: Tensor) -> str:
        for name, known in self.tensors.items():
            if known is tensor or known.value is tensor.value:
                return name
        name = tensor.value.hint
        name = name if name[:1].isalpha() else "T" + name
        # Underscores keep tensors apart from the lambda's variables.
        while name in self.tensors or name in self.reserved:
            name += "_"
        self.tensors[name] = tensor
        return name


class _Running(threading.local):
    """The builders of the running lambdas, innermost last, per thread."""

    def __init__(self) -> None:
        self.builders: list[_Builder] = []


_running = _Running()


def as_node(value: Any) -> Node:
    """A scalar, a number or a tensor of rank 0 as syntax."""
    if isinstance(value, Scalar):
        return value.node
    if isinstance(value, (bool, int, float)):
        return Number(value)
    if isinstance(value, np.ndarray | np.generic) and value.ndim == 0:
        return as_node(value.item())
    if hasattr(value, "__index__") and not isinstance(value, Tensor | np.ndarray):
        return Number(value.__index__())
    if isinstance(value, Tensor) and value.ndim == 0:
        return read(value, ()).node
    raise UsageError(describe(_no_scalar(value)))


def _no_scalar(value: Any) -> str:
    """Why a value is none of an expression of loop variables, and what to write."""
    if isinstance(value, slice):
        return "a slice is no index of loops: write a variable for every dimension, " \
            "A[i, j] for A[:, :] and A[i + 1] for A[1:]"
    if value is None or value is ...:
        return f"{value} is no index of loops, and no number: write a variable for " \
            "every dimension that the tensor has"
    kind = "an array" if isinstance(value, np.ndarray) else kind_of(value)
    said = f"{kind} cannot stand in an expression of loop variables: "
    if isinstance(value, np.ndarray | list):
        said += "make it a tensor, neo.asarray(array), and "
    return said + "read one element of it, as in A[i, j]"


def reads_elements(key: Sequence[Any]) -> bool:
    """Whether `tensor[key]` is one element, in a lambda of `neo.compute`."""
    return bool(_running.builders) or any(isinstance(k, Scalar) for k in key)


def read(tensor: Tensor, key: Sequence[Any]) -> Any:
    """`tensor[key]` inside a lambda of `neo.compute`."""
    if not _running.builders:
        raise UsageError(describe(
            "a loop variable of neo.compute was used after its lambda had "
            "returned"))
    if len(key) != tensor.ndim:
        raise ShapeError(describe(
            f"a tensor of rank {tensor.ndim} (shape {tensor.shape}) is read "
            f"with {len(key)} indices: a lambda of neo.compute writes one for every "
            "dimension, in one bracket, A[i, j]"))
    return Scalar(Read(_running.builders[-1].name(tensor),
                       tuple(as_node(k) for k in key)))


def guarded(condition: Scalar, value: Any, otherwise: int | float
            ) -> Scalar | None:
    """A guarded read where the condition is one on loop variables."""
    try:
        guards(condition.node, names(condition.node))
    except Refused:
        return None
    return Scalar(Guarded(as_node(value), condition.node, otherwise))


def reduction(kind: str, value: Any, extents: dict[str, int]) -> Reduction:
    return Reduction(kind, as_node(value), extents)


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
    builder = _Builder(variables)
    _running.builders.append(builder)
    try:
        found = body(*(Scalar(Name(v)) for v in variables))
    finally:
        _running.builders.pop()
    if not isinstance(found, Reduction):
        found = Reduction("", as_node(found), {})
        _check_loops(variables[len(sizes):])
    statement = Statement(_result_name(variables, builder.tensors),
                          tuple(variables[:len(sizes)]),
                          ASSIGNMENTS.get(found.kind, "="), found.node)
    extents = dict(zip(variables, sizes))
    extents |= _extents(found, variables[len(sizes):])
    kept = list(builder.tensors)
    bound = dict(zip(kept, lifted([builder.tensors[n] for n in kept], kept)))
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
