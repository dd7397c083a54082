# scans.py - cumulative sums and products
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Cumulative sums, products and the like; of half precision in f32."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import neo
from neo.tensor import Tensor
from neo.torch.aten.pointwise import wide
from neo.torch.records import Call, cast, record


def _along(x: Tensor, dim: int, first: Any, combine: Callable[[Any, Any], Any]
           ) -> Tensor:
    """What `combine` makes of the elements up to each one along `dim`."""
    if not x.ndim or not x.size:
        return x
    rows = neo.moveaxis(x, dim, 0)

    def step(total: Any, row: Any) -> tuple[Any, Any]:
        total = combine(total, row)
        return total, total

    start = neo.full(rows.shape[1:], first, x.dtype)
    return neo.moveaxis(neo.scan(step, start, rows)[1], 0, dim)


@record("cumsum")
def cumsum(call: Call, x: Tensor, dim: int, **_: Any) -> Tensor:
    x = cast(x, wide(call.name))
    return neo.cumsum(x, dim) if x.ndim and x.size else x


@record("cumprod")
def cumprod(call: Call, x: Tensor, dim: int, **_: Any) -> Tensor:
    x = cast(x, wide(call.name))
    return neo.cumprod(x, dim) if x.ndim and x.size else x


@record("logcumsumexp")
def logcumsumexp(call: Call, x: Tensor, dim: int) -> Tensor:
    def add(total: Any, row: Any) -> Any:
        top = neo.maximum(total, row)
        safe = neo.where(neo.isfinite(top), top, 0.0)
        return neo.log(neo.exp(total - safe) + neo.exp(row - safe)) + safe

    return _along(cast(x, wide(call.name)), dim, float("-inf"), add)
