# running.py - sums and products up to each element
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.cumsum` and `neo.cumprod`, in one of two ways.

An expression whose terms a guard compares with the element, which Neo takes in blocks
(`--neo-running-sums`), in lanes along the axis:

    S[p,i] += (x[p,k] if k <= i else 0)

Or a scan that carries the sum, a step of which adds up everything beside the axis: where
that is contiguous and fills vectors, or where there are few steps of many elements.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from neo.creation import full
from neo.eager import eager
from neo.expr import expr
from neo.scan import scan
from neo.shaping import axis_of, moveaxis
from neo.tensor import Tensor, as_tensor
from neo.trace import require_trace

#: Types of short numbers, and those in which they are summed up, as `sum` does.
_SUMMED_IN = {"f16": "float32", "bf16": "float32", "i8": "int64", "i1": "int64"}

#: So many contiguous elements beside the axis fill vectors; so few steps make no blocks,
#: unless all elements are so few that a step is a launch.
_CONTIGUOUS, _LEAST_STEPS, _FEW = 64, 64, 4096


@eager
def cumsum(x: Any, axis: int | None = None, dtype: Any = None) -> Any:
    """The sum of the elements up to each one along `axis`; without it, of all
    elements in row-major order."""
    return _cumulative(x, axis, dtype, "+=", 0, operator.add)


@eager
def cumprod(x: Any, axis: int | None = None, dtype: Any = None) -> Any:
    """The product of the elements up to each one along `axis`; without it, of all
    elements in row-major order."""
    return _cumulative(x, axis, dtype, "*=", 1, operator.mul)


def _cumulative(x: Any, axis: int | None, dtype: Any, op: str, first: int,
                combine: Callable[[Any, Any], Any]) -> Tensor:
    x = as_tensor(x) if axis is not None else as_tensor(x).reshape(-1)
    x = x if dtype is None else x.astype(dtype)
    place = axis_of(axis or 0, x.ndim)
    wide = x.astype(_SUMMED_IN[x.spec.dtype]) if x.spec.dtype in _SUMMED_IN else x
    found = _guarded(wide, place, op, first) if _is_in_blocks(wide, place) \
        else scanned(wide, place, first, combine)
    return found.astype(x.dtype) if x.spec.is_float else found


def _is_in_blocks(x: Tensor, place: int) -> bool:
    batch = require_trace("neo.cumsum").batch
    # A batch behind the axis may have any size: many rows beside each other.
    steps, inner = x.shape[place], math.prod(
        _CONTIGUOUS if size == batch else size for size in x.shape[place + 1:])
    known = math.prod(size for size in x.shape if size != batch)
    return x.size == 0 or steps != batch and inner < _CONTIGUOUS and \
        (steps >= _LEAST_STEPS or known <= _FEW)


def _guarded(x: Tensor, place: int, op: str, pad: int) -> Any:
    loops = [f"d{n}" for n in range(x.ndim)]
    read = [*loops[:place], "k", *loops[place + 1:]]
    return expr(f"t[{','.join(loops)}] {op} "
                f"(x[{','.join(read)}] if k <= {loops[place]} else {pad})",
                **{loops[place]: x.shape[place]})(x)


def scanned(x: Tensor, place: int, first: Any, combine: Callable[[Any, Any], Any]
            ) -> Any:
    """What `combine` makes of `first` and the elements up to each one along an axis."""
    def step(total: Any, row: Any) -> tuple[Any, Any]:
        total = combine(total, row)
        return total, total

    rows = moveaxis(x, place, 0)
    start = full(rows.shape[1:], first, x.dtype)
    return moveaxis(scan(step, start, rows)[1], 0, place)


__all__ = ["cumprod", "cumsum", "scanned"]
