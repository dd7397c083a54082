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

from neo.builder import Reduction, Scalar, reduction
from neo.eager import eager
from neo.errors import ShapeError, UsageError, describe
from neo.pointwise import recorded
from neo.specs import spec
from neo.syntax import (ASSIGNMENTS, Binary, Name, Node, Number, Read,
                        Statement)
from neo.tensor import Tensor, as_tensor, lifted
from neo.trace import Trace, require_trace

Axes = int | Sequence[int] | None


def _reduce(kind: str, value: Any, axis: Axes, keepdims: bool,
            extents: dict[str, int], factors: Sequence[float] = ()) -> Any:
    """The reduction of `value`, of a tensor over `axis` and each term times
    `factors`."""
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
    node: Node = Read("x", tuple(Name(v) for v in loops))
    for factor in factors:
        node = Binary("*", node, Number(factor))
    kept = [v for n, v in enumerate(loops) if n not in axes]
    statement = Statement("t", tuple(kept), ASSIGNMENTS[kind], node)
    result = Tensor(recorded(statement, bound, {}))
    return _expanded(result, loops, axes) if keepdims else result


def _axes(axis: Axes, rank: int) -> set[int]:
    if axis is None:
        return set(range(rank))
    axes = list(axis) if isinstance(axis, (tuple, list)) else [axis]
    for n, a in enumerate(axes):
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


def _reduction(kind: str, meaning: str) -> Callable[..., Any]:
    """The public function that reduces by `kind`."""
    def reduced(value: Any, axis: Axes = None, keepdims: bool = False,
                **extents: int) -> Any:
        return _reduce(kind, value, axis, keepdims, extents)

    reduced.__name__ = reduced.__qualname__ = kind
    reduced.__doc__ = meaning
    return eager(reduced)


sum = _reduction("sum", "Sum; 0 over nothing. Truth values count as i64.")
prod = _reduction("prod", "Product; 1 over nothing.")
max = _reduction("max", """Largest value; -inf over nothing; NaN where any is.

In the gradient, the first of several equal largest values has it all.""")
min = _reduction("min", """Smallest value; inf over nothing; NaN where any is.

In the gradient, the first of several equal smallest values has it all.""")
amax = _reduction("amax", "As max, but in the gradient equal values share.")
amin = _reduction("amin", "As min, but in the gradient equal values share.")
argmax = _reduction("argmax", "Row-major position (i64) of the first largest "
                    "value; NaN wins. Not over nothing.")
argmin = _reduction("argmin", "Row-major position (i64) of the first smallest "
                    "value; NaN wins. Not over nothing.")


@eager
def any(value: Any, axis: Axes = None, keepdims: bool = False) -> Any:
    """Whether some element is not 0; false over nothing."""
    return _count_nonzero(value, axis, keepdims) > 0


@eager
def all(value: Any, axis: Axes = None, keepdims: bool = False) -> Any:
    """Whether no element is 0; true over nothing."""
    return _count_nonzero(as_tensor(value) == 0, axis, keepdims) == 0


def _count_nonzero(value: Any, axis: Axes, keepdims: bool) -> Tensor:
    return _reduce("sum", as_tensor(value) != 0, axis, keepdims, {})


@eager
def mean(value: Any, axis: Axes = None, keepdims: bool = False) -> Any:
    """Mean of a traced float tensor over axes; NaN over nothing."""
    value = as_tensor(value)
    extents = [value.shape[a] for a in _axes(axis, value.ndim)]
    trace = require_trace("neo.mean")
    batched = trace.batch is not None and trace.batch in extents
    if batched:
        extents.remove(trace.batch)
    count = math.prod(extents)
    share = 1.0 / count if count else float("nan")
    # The sum of halves may be beyond them where their mean is not, and terms
    # are f32 inside of it.
    inside = bool(count) and value.spec.dtype in ("f16", "bf16")
    total = _reduce("sum", value, axis, keepdims, {},
                    _normal_factors(share) if inside else ())
    if batched:
        total = total / _count_items(trace, total)
    return total if inside else total * share


def _normal_factors(share: float) -> list[float]:
    """Numbers whose product is `share`, each of which f16 has in full precision."""
    least = 2.0 ** -14
    factors = []
    while share < least:
        factors.append(least)
        share /= least
    return [*factors, share]


def _count_items(trace: Trace, like: Tensor) -> Tensor:
    """The size of the batch, which is known at run time: a sum of ones."""
    ones = spec((trace.batch,), like.value.spec.dtype)
    return sum(Tensor(trace.splat(1.0, ones)))
