# scans.py - cumulative sums and products
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Cumulative sums, products and the like; of half precision in f32."""

from __future__ import annotations

from typing import Any

import neo
from neo.running import scanned
from neo.tensor import Tensor
from neo.torch.aten.pointwise import wide
from neo.torch.records import Call, cast, record


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

    x = cast(x, wide(call.name))
    return scanned(x, dim, float("-inf"), add) if x.ndim and x.size else x
