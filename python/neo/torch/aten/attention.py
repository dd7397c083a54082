# attention.py - fused attention and its log-sum-exp
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""PyTorch's fused attention, whose backward operator takes results of the forward one.

The forward operator gives the result and, for each row, the logarithm of the sum of
exponentials. Backwards nothing of this is needed: the gradient is that of attention.
"""

from __future__ import annotations

import math
from typing import Any

import neo
from neo.tensor import Tensor
from neo.torch.aten.pointwise import wide
from neo.torch.records import Call, Unsupported, cast, record

_NAME = "_scaled_dot_product_flash_attention_for_cpu"


def _scores(q: Tensor, k: Tensor, causal: bool, mask: Tensor | None,
            scale: float | None) -> Tensor:
    found = _wide(q) @ neo.swapaxes(_wide(k), -1, -2)
    found = found * (1 / math.sqrt(q.shape[-1]) if scale is None else scale)
    if causal:
        rows, columns = found.shape[-2:]
        seen = neo.arange(rows).reshape(-1, 1) >= neo.arange(columns)
        found = neo.where(seen, found, -math.inf)
    return found if mask is None else found + cast(mask, found.spec.dtype)


def _wide(x: Tensor) -> Tensor:
    """Scores and their exponentials are f32 where operands have half precision."""
    return cast(x, wide(x.spec.dtype))


def attend(q: Tensor, k: Tensor, v: Tensor, causal: bool, mask: Tensor | None,
           scale: float | None) -> Tensor:
    """softmax(q k') v over the last two dimensions."""
    found = _weights(_scores(q, k, causal, mask, scale), mask) @ _wide(v)
    return cast(found, v.spec.dtype)


def _weights(scores: Tensor, mask: Tensor | None) -> Tensor:
    """The softmax of rows; zeros where a mask leaves nothing of a row."""
    if mask is None:
        return neo.softmax(scores, -1)
    top = neo.stop_gradient(neo.max(scores, -1, keepdims=True))
    e = neo.exp(scores - neo.where(top == -math.inf, 0.0, top))
    total = neo.sum(e, -1, keepdims=True)
    return e / neo.where(total == 0, 1.0, total)


def _check(dropout: float) -> None:
    if dropout:
        raise Unsupported("attention with dropout draws random numbers")


@record(_NAME)
def forward(call: Call, q: Tensor, k: Tensor, v: Tensor, dropout: float = 0.0,
            causal: bool = False, *, attn_mask: Tensor | None = None,
            scale: float | None = None) -> Any:
    _check(dropout)
    scores = _scores(q, k, causal, attn_mask, scale)
    return _weights(scores, attn_mask) @ _wide(v), neo.logsumexp(scores, -1)


@record(f"{_NAME}_backward")
def backward(call: Call, dy: Tensor, q: Tensor, k: Tensor, v: Tensor, out: Tensor,
             logsumexp: Tensor, dropout: float, causal: bool, *,
             attn_mask: Tensor | None = None, scale: float | None = None) -> Any:
    _check(dropout)
    return neo.vjp(lambda q, k, v: attend(q, k, v, causal, attn_mask, scale),
                   q, k, v)[1](dy)
