# encoders.py - layers of transformers that PyTorch has a kernel of
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A decomposition of `nn.TransformerEncoderLayer` in inference.

Where no gradient is recorded, the module calls one operator for the whole layer, which
PyTorch has no decomposition of. In the operators of a layer that is trained, its products,
softmax and norms become kernels like all others.
"""

from __future__ import annotations

from functools import partial

import torch
from torch import Tensor
from torch.nn.functional import gelu, layer_norm, linear


def transformer_encoder_layer(
        src: Tensor, embed_dim: int, num_heads: int, qkv_weight: Tensor,
        qkv_bias: Tensor, proj_weight: Tensor, proj_bias: Tensor, use_gelu: bool,
        norm_first: bool, eps: float, norm_weight_1: Tensor, norm_bias_1: Tensor,
        norm_weight_2: Tensor, norm_bias_2: Tensor, ffn_weight_1: Tensor,
        ffn_bias_1: Tensor, ffn_weight_2: Tensor, ffn_bias_2: Tensor,
        mask: Tensor | None = None, mask_type: int | None = None) -> Tensor:
    """What aten._transformer_encoder_layer_fwd gives."""
    def attended(x: Tensor) -> Tensor:
        heads = linear(x, qkv_weight, qkv_bias).unflatten(-1, (3, num_heads, -1))
        q, k, v = heads.permute(2, 0, 3, 1, 4)
        weights = _weights(q, k, mask, mask_type)
        return linear((weights @ v).transpose(1, 2).flatten(2), proj_weight, proj_bias)

    def fed_forward(x: Tensor) -> Tensor:
        inner = linear(x, ffn_weight_1, ffn_bias_1)
        return linear(gelu(inner) if use_gelu else inner.relu(), ffn_weight_2,
                      ffn_bias_2)

    first, second = (
        partial(layer_norm, normalized_shape=(embed_dim,), weight=w, bias=b, eps=eps)
        for w, b in ((norm_weight_1, norm_bias_1), (norm_weight_2, norm_bias_2)))
    if norm_first:
        x = src + attended(first(src))
        return x + fed_forward(second(x))
    x = first(src + attended(src))
    return second(x + fed_forward(x))


def _weights(q: Tensor, k: Tensor, mask: Tensor | None, mask_type: int | None) -> Tensor:
    """Of attention, [b, head, l, l]. What is true in a mask, or not zero, is not seen:
    type 0 is [l, l], 1 pads [b, l], 2 has the shape of the scores."""
    scores = (q * q.shape[-1] ** -0.5) @ k.transpose(-1, -2)
    if mask is not None:
        hidden = mask.bool()
        if mask_type == 1:
            hidden = hidden[:, None, None, :]
        scores = scores.masked_fill(hidden, -torch.inf)
    return scores.softmax(-1)


__all__ = ["transformer_encoder_layer"]
