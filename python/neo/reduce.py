# reduce.py - reductions
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""neo.sum and its kin.

On a scalar of `neo.compute` they say how its further variables are reduced:
`neo.sum(A[i, k] * B[k, j], k=256)`. On a traced tensor they reduce axes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from neo.builder import Reduction, Scalar, reduction
from neo.errors import ShapeError, UsageError, describe
from neo.pointwise import recorded
from neo.syntax import REDUCTIONS, Name, Read, Statement
from neo.tensor import Tensor, lifted

_KINDS = {kind: op for op, kind in REDUCTIONS.items()}
Axes = int | Sequence[int] | None


def _reduce(kind: str, value: Any, axis: Axes, keepdims: bool,
            extents: dict[str, int]) -> Any:
    if isinstance(value, Scalar):
        return reduction(kind, value, extents)
    if isinstance(value, Reduction) or extents:
        raise UsageError(describe(
            f"neo.{kind} with extents takes one scalar of neo.compute, at the "
            "top of the lambda's expression"))
    bound = {"x": lifted([value], ["x"])[0]}
    shape = bound["x"].spec.shape
    axes = _axes(axis, len(shape))
    loops = [f"d{n}" for n in range(len(shape))]
    node = Read("x", tuple(Name(v) for v in loops))
    kept = [v for n, v in enumerate(loops) if n not in axes]
    statement = Statement("t", tuple(kept), _KINDS[kind], node)
    result = Tensor(recorded(statement, bound, {}))
    return _expanded(result, loops, axes) if keepdims else result


def _axes(axis: Axes, rank: int) -> set[int]:
    if axis is None:
        return set(range(rank))
    axes = [axis] if isinstance(axis, int) else list(axis)
    for a in axes:
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


def sum(value: Any, axis: Axes = None, keepdims: bool = False,
        **extents: int) -> Any:
    """Sum; 0 over nothing. Truth values are counted as i64."""
    return _reduce("sum", value, axis, keepdims, extents)


def prod(value: Any, axis: Axes = None, keepdims: bool = False,
         **extents: int) -> Any:
    """Product; 1 over nothing."""
    return _reduce("prod", value, axis, keepdims, extents)


def max(value: Any, axis: Axes = None, keepdims: bool = False,
        **extents: int) -> Any:
    """Largest value; -inf over nothing; NaN where any value is NaN."""
    return _reduce("max", value, axis, keepdims, extents)


def min(value: Any, axis: Axes = None, keepdims: bool = False,
        **extents: int) -> Any:
    """Smallest value; inf over nothing; NaN where any value is NaN."""
    return _reduce("min", value, axis, keepdims, extents)


def amax(value: Any, axis: Axes = None, keepdims: bool = False,
         **extents: int) -> Any:
    """As max, but in the gradient equal largest values have equal shares."""
    return _reduce("amax", value, axis, keepdims, extents)


def amin(value: Any, axis: Axes = None, keepdims: bool = False,
         **extents: int) -> Any:
    """As min, but in the gradient equal smallest values have equal shares."""
    return _reduce("amin", value, axis, keepdims, extents)


def argmax(value: Any, axis: Axes = None, keepdims: bool = False,
           **extents: int) -> Any:
    """Row-major position (i64) of the first largest value; NaN wins."""
    return _reduce("argmax", value, axis, keepdims, extents)


def argmin(value: Any, axis: Axes = None, keepdims: bool = False,
           **extents: int) -> Any:
    """Row-major position (i64) of the first smallest value; NaN wins."""
    return _reduce("argmin", value, axis, keepdims, extents)


def mean(value: Any, axis: Axes = None, keepdims: bool = False) -> Any:
    """Mean of a traced float tensor over axes; NaN over nothing."""
    total = sum(value, axis, keepdims)
    count = 1
    for a in _axes(axis, value.ndim):
        count *= value.shape[a]
    return total * (1.0 / count if count else float("nan"))
