# normalisation.py - layer norm and its primitives
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Layer norm with its moments, and the primitives that others decompose into."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import neo
from neo.tensor import Tensor
from neo.torch.aten.pointwise import wide
from neo.torch.aten.reductions import moments
from neo.torch.records import Call, cast, record


@record("native_layer_norm")
def native_layer_norm(call: Call, x: Tensor, shape: Sequence[int], weight: Any,
                      bias: Any, eps: float) -> Any:
    axes = tuple(range(x.ndim - len(shape), x.ndim))
    x = cast(x, wide(call.name))
    mean = neo.mean(x, axes, True)
    rest = x - mean
    scale = neo.rsqrt(neo.mean(rest * rest, axes, True) + eps)
    found = rest * scale
    if weight is not None:
        found = found * cast(weight, x.spec.dtype)
    if bias is not None:
        found = found + cast(bias, x.spec.dtype)
    return found, mean, scale


@record("_weight_norm_interface_backward")
def weight_norm_backward(call: Call, dw: Tensor, v: Tensor, size: Tensor, norms: Tensor,
                         dim: int) -> Any:
    """Of w = v size / |v|, with a norm for each element of dimension `dim`."""
    axes = tuple(n for n in range(v.ndim) if n != dim % v.ndim)

    def weight(v: Tensor, size: Tensor) -> Tensor:
        return v * (size / neo.sqrt(neo.sum(v * v, axes, True)))

    return neo.vjp(weight, v, size)[1](dw)


@record("prims.broadcast_in_dim.default")
def broadcast_in_dim(call: Call, x: Tensor, shape: Sequence[int], places: Sequence[int]
                     ) -> Tensor:
    wide = [1] * len(shape)
    for size, place in zip(x.shape, places):
        wide[place] = size
    return neo.broadcast_to(x.reshape(wide), tuple(shape))


@record("prims.sum.default")
def sum_(call: Call, x: Tensor, axes: Sequence[int], **_: Any) -> Tensor:
    return neo.sum(x, tuple(axes)) if axes else x


@record("prims.var.default")
def var(call: Call, x: Tensor, axes: Sequence[int], correction: float = 1, **_: Any
        ) -> Tensor:
    return moments(call, x, list(axes), correction, False)[0]


@record("prims.div.default")
def div(call: Call, a: Any, b: Any) -> Tensor:
    return a / b
