# distances.py - distances between rows
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""The p-norms of the differences of rows, for p from 0 to infinity.

Gradients are PyTorch's, which are 0 where a distance is 0.
"""

from __future__ import annotations

import math
from typing import Any

import neo
from neo.tensor import Tensor
from neo.torch.records import Call, record


def _norm(rest: Tensor, p: float) -> Tensor:
    """The norm along the last dimension."""
    size = abs(rest)
    if p == 0:
        return neo.sum((rest != 0).astype(rest.dtype), -1)
    if p == math.inf:
        return neo.max(size, -1)
    if p == 1:
        return neo.sum(size, -1)
    return neo.sqrt(neo.sum(rest * rest, -1)) if p == 2 else \
        neo.sum(size ** p, -1) ** (1 / p)


def _slope(rest: Tensor, norm: Tensor, p: float) -> Any:
    """The derivative of the norm by each component."""
    norm, size, sign = norm.reshape(*norm.shape, 1), abs(rest), neo.sign(rest)
    if p == 1:
        return sign
    if p == math.inf:
        return neo.where(size == norm, sign, 0.0)
    if p == 2:
        return neo.where(norm == 0, 0.0, rest / norm)
    is_flat = (norm == 0) | (size == 0) if p < 2 else norm == 0
    return neo.where(is_flat, 0.0, sign * (size / norm) ** (p - 1))


def _differences(a: Tensor, b: Tensor) -> Tensor:
    """Each row of a without each row of b."""
    return a.reshape(*a.shape[:-1], 1, a.shape[-1]) - \
        b.reshape(*b.shape[:-2], 1, *b.shape[-2:])


@record("_cdist_forward")
def cdist(call: Call, a: Tensor, b: Tensor, p: float, mode: int | None) -> Tensor:
    if 0 in (*call.shape, a.shape[-1]):
        return neo.full(call.shape, 0.0, a.dtype)
    return _norm(_differences(a, b), p)


@record("_cdist_backward")
def cdist_backward(call: Call, dy: Tensor, a: Tensor, b: Tensor, p: float, norm: Tensor
                   ) -> Tensor:
    if p == 0 or 0 in (*dy.shape, a.shape[-1]):
        return neo.full(call.shape, 0.0, a.dtype)
    slope = _slope(_differences(a, b), norm, p)
    return neo.sum(dy.reshape(*dy.shape, 1) * slope, -2)
