# reduce.py - reductions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""neo.sum and its kin.

On a scalar of `neo.compute` they say how its further variables are reduced:
`neo.sum(A[i, k] * B[k, j], k=256)`. On a traced tensor they reduce axes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from neo.eager import eager
from neo.elements import Reduction, Scalar, reduction
from neo.errors import ShapeError, UsageError, describe
from neo.functions import maximum, minimum
from neo.functions import where as choose
from neo.keyword_remedies import INSTEAD
from neo.pointwise import recorded
from neo.static_remedies import require_known
from neo.syntax import (ASSIGNMENTS, Binary, Name, Node, Number, Read,
                        Statement)
from neo.tensor import Tensor, as_tensor
from neo.traced import value_of

Axes = int | Sequence[int] | None


def reduced_by(kind: str, value: Any, axis: Axes, keepdims: bool,
            extents: dict[str, int]) -> Any:
    """The reduction of `value`, of a tensor over `axis`."""
    if isinstance(value, Scalar):
        if axis is not None or keepdims is not False:
            raise UsageError(describe(
                f"neo.{kind} of a scalar of neo.compute has no axes: it reduces the "
                f"lambda's further variables, neo.{kind}(expression, k=extent)"))
        return reduction(kind, value, extents)
    if isinstance(value, Reduction) or extents:
        raise UsageError(describe(
            f"neo.{kind} with extents takes one scalar of neo.compute, at the "
            "top of the lambda's expression"))
    if not isinstance(keepdims, (bool, np.bool_)):
        raise UsageError(describe(
            f"keepdims is {keepdims!r}, but must be true or false: name other "
            "arguments, as in dtype=..."))
    bound = {"x": value_of(value)}
    shape = bound["x"].spec.shape
    axes = axes_of(axis, len(shape))
    loops = [f"d{n}" for n in range(len(shape))]
    node: Node = Read("x", tuple(Name(v) for v in loops))
    kept = [v for n, v in enumerate(loops) if n not in axes]
    statement = Statement("t", tuple(kept), ASSIGNMENTS[kind], node)
    result = Tensor(recorded(statement, bound, {}))
    return _expanded(result, loops, axes) if keepdims else result


def axes_of(axis: Axes, rank: int) -> set[int]:
    """The axes, counted from the front, or a ShapeError or a UsageError."""
    if axis is None:
        return set(range(rank))
    axes = list(axis) if isinstance(axis, (tuple, list)) else [axis]
    require_known("an axis is an integer", *axes)
    for n, a in enumerate(axes):
        if isinstance(a, (Tensor, np.ndarray)):
            raise UsageError(describe(
                "an axis is an integer, not an array: write neo.maximum(a, b) or "
                "neo.minimum(a, b) for two arrays"))
        if isinstance(a, bool) or not hasattr(a, "__index__"):
            raise UsageError(describe(
                f"axis is {axis!r}, but must be an integer, several or None"))
        axes[n] = a = a.__index__()
        if not -rank <= a < rank:
            raise ShapeError(describe(
                f"axis {a} does not exist: the tensor has rank {rank}"))
    found = {a % rank for a in axes}
    if len(found) < len(axes):
        raise ShapeError(describe(f"an axis stands twice in {axis}"))
    return found


def _expanded(tensor: Tensor, loops: Sequence[str], axes: set[int]) -> Tensor:
    """`tensor` with extent 1 at the axes that were reduced."""
    kept = tuple(Name(v) for n, v in enumerate(loops) if n not in axes)
    statement = Statement("t", tuple(loops), "=", Read("x", kept))
    ones = {v: 1 for n, v in enumerate(loops) if n in axes}
    return Tensor(recorded(statement, {"x": tensor.value}, ones))


def _chosen(kind: str, value: Any, where: Any) -> Any:
    """`value`, and the number that changes no result where `where` fails."""
    if isinstance(value, (Scalar, Reduction)):
        raise UsageError(describe(
            f"neo.{kind} of a scalar of neo.compute takes extents alone: guard it by "
            "neo.where(condition, value, number)"))
    if where is None:
        return as_tensor(value)
    value, where = as_tensor(value), as_tensor(where)
    if where.spec.dtype != "i1":
        raise UsageError(describe(
            f"where={where.spec} holds no truth values: compare, as in x > 0"))
    return choose(where, value, _neutral(kind, value))


def _neutral(kind: str, value: Tensor) -> int | float:
    """What the reduction `kind` of nothing is."""
    if kind in ("sum", "prod"):
        return int(kind == "prod")
    sign = -1 if kind in ("max", "amax") else 1
    if value.spec.is_float:
        return sign * math.inf
    if value.spec.dtype == "i1":
        return int(sign > 0)
    limits = np.iinfo(value.dtype)
    return int(limits.min if sign < 0 else limits.max)


def _joined(kind: str, result: Any, initial: Any) -> Any:
    """`result` and one term more."""
    if initial is None:
        return result
    if kind in ("sum", "prod"):
        return result + initial if kind == "sum" else result * initial
    return (maximum if kind in ("max", "amax") else minimum)(result, initial)


def _check_extents(kind: str, value: Any, extents: dict[str, Any]) -> None:
    """Refuses a misspelt argument, which an extent would be taken for."""
    if extents and not isinstance(value, (Scalar, Reduction)):
        name = next(iter(extents))
        raise UsageError(describe(
            f"neo.{kind} has no argument '{name}': " + (
                f"write {INSTEAD[name]}" if name in INSTEAD else
                "extents of loops are for a scalar of neo.compute, at the top of the "
                "lambda's expression")))


def _additive(kind: str, meaning: str) -> Callable[..., Any]:
    """The public function that adds up or multiplies."""
    def reduced(value: Any, axis: Axes = None, keepdims: bool = False, *,
                dtype: Any = None, where: Any = None, initial: Any = None,
                **extents: int) -> Any:
        _check_extents(kind, value, extents)
        if dtype is not None or where is not None:
            value = _chosen(kind, value, where)
            value = value if dtype is None else value.astype(dtype)
        found = reduced_by(kind, value, axis, keepdims, extents)
        return _joined(kind, found, initial)

    return _named(reduced, kind, meaning)


def _extremum(kind: str, meaning: str) -> Callable[..., Any]:
    """The public function that finds the largest or the smallest."""
    def reduced(value: Any, axis: Axes = None, keepdims: bool = False, *,
                where: Any = None, initial: Any = None, **extents: int) -> Any:
        _check_extents(kind, value, extents)
        if where is not None:
            value = _chosen(kind, value, where)
        found = reduced_by(kind, value, axis, keepdims, extents)
        return _joined(kind, found, initial)

    return _named(reduced, kind, meaning)


def _place(kind: str, meaning: str) -> Callable[..., Any]:
    """The public function that finds where an extremum is."""
    def reduced(value: Any, axis: Axes = None, keepdims: bool = False,
                **extents: int) -> Any:
        _check_extents(kind, value, extents)
        return reduced_by(kind, value, axis, keepdims, extents)

    return _named(reduced, kind, meaning)


def _named(reduced: Callable[..., Any], kind: str, meaning: str
           ) -> Callable[..., Any]:
    reduced.__name__ = reduced.__qualname__ = kind
    reduced.__doc__ = meaning
    return eager(reduced)


sum = _additive("sum", """Sum over `axis`; 0 over nothing. Truth values count as i64.

Terms are those `where` holds, and `initial`; each is converted to `dtype`. Of a
scalar of neo.compute, over the loops of the given extents.""")
prod = _additive("prod", "Product over `axis`, as of sum; 1 over nothing.")
max = _extremum("max", """Largest value; -inf over nothing; NaN where any is.

In the gradient, the first of several equal largest values has it all.""")
min = _extremum("min", """Smallest value; inf over nothing; NaN where any is.

In the gradient, the first of several equal smallest values has it all.""")
amax = _extremum("amax", "As max, but in the gradient equal values share.")
amin = _extremum("amin", "As min, but in the gradient equal values share.")
argmax = _place("argmax", "Row-major position (i64) of the first largest value; NaN "
                "wins. Not over nothing.")
argmin = _place("argmin", "Row-major position (i64) of the first smallest value; NaN "
                "wins. Not over nothing.")


@eager
def any(value: Any, axis: Axes = None, keepdims: bool = False, *,
        where: Any = None) -> Any:
    """Whether some element is not 0; false over nothing."""
    return count_nonzero(value, axis, keepdims, where=where) > 0


@eager
def all(value: Any, axis: Axes = None, keepdims: bool = False, *,
        where: Any = None) -> Any:
    """Whether no element is 0; true over nothing."""
    zeros = as_tensor(value) == 0
    return count_nonzero(zeros, axis, keepdims, where=where) == 0


@eager
def count_nonzero(value: Any, axis: Axes = None, keepdims: bool = False, *,
                  where: Any = None) -> Any:
    """How many elements (i64) are not 0."""
    return sum(as_tensor(value) != 0, axis, keepdims, where=where)


__all__ = ["all", "amax", "amin", "any", "argmax", "argmin", "count_nonzero", "max",
           "min", "prod", "sum"]
