# running.py - sums up to each element
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`neo.cumsum`, a scan that carries the sum.

Each step of a scan is a launch, which takes longer than to add up a few elements. So a
long axis with little beside it is cut into about as many blocks as a block is long: one
scan takes a step of all blocks at once, another one their totals, and what lies before a
block is added to all of it (Blelloch, Prefix Sums and Their Applications, 1990):

    x           1 2 3 | 4 5 6 | 7 8 9
    inside      1 3 6 | 4 9 15 | 7 15 24
    before      0     | 6      | 21
    cumsum      1 3 6 | 10 15 21 | 28 36 45
"""

from __future__ import annotations

import math
from typing import Any

from neo.creation import zeros_like
from neo.eager import eager
from neo.padding import pad
from neo.reduce import sum
from neo.scan import scan
from neo.shaping import axis_of, moveaxis
from neo.tensor import Tensor, as_tensor
from neo.trace import require_trace

#: Types of short numbers, and those in which they are summed up, as `sum` does.
_SUMMED_IN = {"f16": "float32", "bf16": "float32", "i8": "int64", "i1": "int64"}

#: The least steps that are cut into blocks, and the most elements of each: one launch
#: takes as long as to add up so many.
_LEAST_STEPS, _MOST_BESIDE = 256, 64


@eager
def cumsum(x: Any, axis: int | None = None, dtype: Any = None) -> Any:
    """The sum of the elements up to each one along `axis`; without it, of all
    elements in row-major order."""
    x = as_tensor(x) if axis is not None else as_tensor(x).reshape(-1)
    x = x if dtype is None else x.astype(dtype)
    place = axis_of(axis or 0, x.ndim)
    rows = moveaxis(x, place, 0)
    if x.spec.dtype in _SUMMED_IN:
        rows = rows.astype(_SUMMED_IN[x.spec.dtype])
    found = moveaxis(_blocked(rows) if _is_long(rows) else _scanned(rows), 0, place)
    return found.astype(x.dtype) if x.spec.is_float else found


def _is_long(rows: Tensor) -> bool:
    batch = require_trace("neo.cumsum").batch
    return rows.shape[0] >= _LEAST_STEPS and rows[0].size <= _MOST_BESIDE and \
        (batch is None or batch not in rows.shape)


def _scanned(rows: Tensor, before: bool = False) -> Any:
    """The sums up to each row, or those `before` it."""
    def step(total: Any, row: Any) -> tuple[Any, Any]:
        following = total + row
        return following, total if before else following

    start = zeros_like(rows[0]) if rows.shape[0] else sum(rows, 0)
    return scan(step, start, rows)[1]


def _blocked(rows: Tensor) -> Any:
    steps, *rest = rows.shape
    length = math.isqrt(steps)
    blocks = -(-steps // length)
    filled = pad(rows, [(0, blocks * length - steps), *[(0, 0)] * len(rest)])
    inside = _scanned(moveaxis(filled.reshape(blocks, length, *rest), 1, 0))
    found = inside + _scanned(inside[-1], before=True)
    return moveaxis(found, 1, 0).reshape(blocks * length, *rest)[:steps]


__all__ = ["cumsum"]
