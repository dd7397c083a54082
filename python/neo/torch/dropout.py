# dropout.py - random masks apart from what they multiply
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""A decomposition of dropout that draws what eager mode draws.

Random numbers are drawn by PyTorch, so aten.native_dropout as a whole would stand between
two programs of Neo. A mask depends on nothing but a shape:

    y, mask = native_dropout(x, p)        mask = bernoulli(empty(shape), 1 - p)
                                          y = x * mask * (1 / (1 - p))

so all masks of a graph are drawn in one place, in their order, and products with them
are part of the kernels around. PyTorch's own decomposition compares uniform numbers with
p, which are others than those of eager mode.
"""

from __future__ import annotations

import torch
from torch._prims_common import compute_elementwise_output_strides


def native_dropout(x: torch.Tensor, p: float, train: bool | None
                   ) -> tuple[torch.Tensor, torch.Tensor]:
    """What aten.native_dropout gives on a CPU, in its steps; elsewhere it is not
    decomposed."""
    if x.device.type != "cpu":
        return NotImplemented
    if train is False or x.numel() == 0:
        return x.clone(), torch.ones_like(x, dtype=torch.bool)
    kept = 1.0 - p
    mask = torch.bernoulli(_empty_like(x), kept)
    return x * mask * (1.0 / kept if kept else 0.0), mask


def _empty_like(x: torch.Tensor) -> torch.Tensor:
    """What eager mode draws into: it lies as x does, but does not wait for its values."""
    if x.is_contiguous():
        return torch.empty(x.shape, dtype=torch.bool)
    return torch.empty_strided(x.shape, compute_elementwise_output_strides(x),
                               dtype=torch.bool)


__all__ = ["native_dropout"]
