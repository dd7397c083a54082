# scans.py - cumulative sums and products
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Cumulative sums, products and the like; of half precision in f32.

Along the last dimension, if it is long, they are sums of the terms up to each element,
which Neo takes in blocks (`--neo-running-sums`); along others loops over time, a step of
which has all that lies beside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import neo
from neo.tensor import Tensor
from neo.torch.aten.pointwise import wide
from neo.torch.records import Call, cast, record
from neo.trace import require_trace


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


#: The least steps along the last dimension that are taken in blocks.
_LEAST_STEPS = 64


def _is_long(x: Tensor, dim: int) -> bool:
    return x.ndim > 0 and x.size > 0 and dim % x.ndim == x.ndim - 1 \
        and x.shape[-1] >= _LEAST_STEPS and x.shape[-1] != require_trace("scans").batch


def _up_to_each(x: Tensor, op: str, pad: int) -> Tensor:
    """The elements up to each one along the last dimension, reduced."""
    loops = ",".join([*(f"d{n}" for n in range(x.ndim - 1)), ""])
    return neo.expr(f"t[{loops}i] {op} (x[{loops}u] if u <= i else {pad})",
                    i=x.shape[-1])(x)


@record("cumsum")
def cumsum(call: Call, x: Tensor, dim: int, **_: Any) -> Tensor:
    x = cast(x, wide(call.name))
    if _is_long(x, dim):
        return _up_to_each(x, "+=", 0)
    return neo.cumsum(x, dim) if x.ndim and x.size else x


@record("cumprod")
def cumprod(call: Call, x: Tensor, dim: int, **_: Any) -> Tensor:
    x = cast(x, wide(call.name))
    if _is_long(x, dim):
        return _up_to_each(x, "*=", 1)
    return _along(x, dim, 1, lambda a, b: a * b)


@record("logcumsumexp")
def logcumsumexp(call: Call, x: Tensor, dim: int) -> Tensor:
    def add(total: Any, row: Any) -> Any:
        top = neo.maximum(total, row)
        safe = neo.where(neo.isfinite(top), top, 0.0)
        return neo.log(neo.exp(total - safe) + neo.exp(row - safe)) + safe

    return _along(cast(x, wide(call.name)), dim, float("-inf"), add)
